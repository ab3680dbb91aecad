import FoundationEssentials
import SPBasics

/// The record of the recordings that a run without a pipeline could not run, since no built-in pipeline suits them.
///
/// The record is in the output folder of the run's first pipeline, `_meta/not_run.json`, so that `status` and `report`
/// show the recordings.
package struct UnassignedRecord: Codable {
  package struct Recording: Hashable, Sendable, Codable {
    /// The absolute path of the file.
    package let path: String
    package let recordingID: String
    package let reason: String

    enum CodingKeys: String, CodingKey {
      case path
      case recordingID = "recording_id"
      case reason
    }
  }

  let recordings: [Recording]
  /// Whether the record is of several runs, in one folder.
  let isOfSeveralRuns: Bool

  enum CodingKeys: String, CodingKey {
    case recordings
    case isOfSeveralRuns = "is_of_several_runs"
  }
}

extension OutputFolder {
  private var unassignedPath: String { path + "/_meta/not_run.json" }

  /// Records which recordings the last run could not run, in place of the earlier record.
  /// - Throws: `FileError`.
  package func record(_ unassigned: [SportGroups.Unassigned], ofSeveralRuns: Bool = false) throws {
    guard !unassigned.isEmpty else {
      if Folder.exists(unassignedPath) { try FileManager.default.removeItem(atPath: unassignedPath) }
      return
    }
    let recordings = unassigned.map {
      UnassignedRecord.Recording(
        path: Folder.absolute($0.path), recordingID: $0.id ?? $0.path, reason: $0.reason)
    }
    try WholeFile.update(
      try JSONOutput.bytes(UnassignedRecord(recordings: recordings, isOfSeveralRuns: ofSeveralRuns)), at: unassignedPath
    )
  }

  /// The recordings of the record that are not in a list. For a record of several runs, recordings in the lists of all
  /// runs in the folder are left out. Empty without a readable record.
  func unassigned(outside list: WorkList) -> [UnassignedRecord.Recording] {
    guard Folder.exists(unassignedPath), let bytes = try? WholeFile.read(unassignedPath),
      let record = try? JSONDecoder().decode(UnassignedRecord.self, from: Data(bytes))
    else { return [] }
    let beside = record.isOfSeveralRuns ? OutputFolder(Folder.split(Folder.absolute(path)).folder).runsInside : []
    let lists = [list] + beside.compactMap { try? $0.plan() }
    let listed = Set(lists.flatMap(\.items).flatMap { [$0.path] + $0.others.map(\.path) })
    return record.recordings.filter { !listed.contains($0.path) }
  }
}

extension SportOutputs {
  /// Records the recordings without a pipeline in the folder of one of the runs. Deletes the records of earlier runs from
  /// all other folders.
  /// - Throws: `FileError`.
  package func record(_ unassigned: [SportGroups.Unassigned], in folder: String) throws {
    for other in output?.runsInside ?? [] where other.path != folder { try other.record([]) }
    try OutputFolder(folder).record(unassigned, ofSeveralRuns: isNested)
  }
}
