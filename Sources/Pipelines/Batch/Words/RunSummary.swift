import Files
import Foundation
import Tables

/// A summary of a run's results: one line, and a short table.
public struct RunSummary: Sendable {
  /// A kind of thing that is counted in every recording.
  private struct Count: Sendable {
    let title: String
    /// The singular noun.
    let singular: String
    let value: @Sendable (RecordingReport) -> Int?

    func sum(_ recordings: [RecordingReport]) -> Int { recordings.compactMap(value).reduce(0, +) }

    func told(_ sum: Int) -> String { "\(sum) \(sum == 1 ? singular : title)" }
  }

  private let report: BatchReport
  private let output: String
  /// The main counts: of the rows of the main table, by kind if it has kinds.
  private let main: [Count]
  private let counts: [Count]

  /// The largest number of lines of ``table``.
  private static let mostLines = 20

  /// Counts the results of a batch.
  /// - Parameters:
  ///   - report: the batch.
  ///   - pipeline: the pipeline that ran.
  ///   - output: the output folder, as shown to the user.
  public init(of report: BatchReport, _ pipeline: Pipeline, output: String) {
    self.report = report
    self.output = output
    let notes = Set(report.recordings.flatMap { $0.stages.flatMap(\.notes.keys) })
    func noted(_ name: String, _ singular: String) -> Count? {
      guard notes.contains(name) else { return nil }
      return Count(title: name, singular: singular) { recording in
        let values = recording.stages.compactMap { $0.notes[name] }
        return values.isEmpty ? nil : Int(values.reduce(0, +))
      }
    }
    func rows(_ table: DataDictionary) -> Count? {
      guard let row = table.row, row.isListed else { return nil }
      let writers = Set(pipeline.stages.filter { $0.stage.tableNames.contains(table.table) }.map(\.id))
      return Count(title: row.plural, singular: row.singular) { recording in
        recording.stages.first { writers.contains($0.id) }?.notes["rows"].map { Int($0) }
      }
    }
    let tables = pipeline.dictionaries
    let table = tables.main
    let kinds = table?.row?.groups?.values.compactMap { noted($0.plural, $0.value) } ?? []
    main = kinds.isEmpty ? table.flatMap(rows).map { [$0] } ?? [] : kinds
    let others = tables.filter { ($0.row?.prominence ?? 0) > 0 && $0.table != table?.table }.compactMap(rows)
    let before = main.contains { $0.title == "impacts" } ? nil : noted("impacts", "impact")
    counts = [before].compactMap(\.self) + main + [noted("rejected", "rejected")].compactMap(\.self) + others
  }

  /// The results and a suggested next command: `5 hits, 3 misses in 1 recording -> out; next: swingpipe report
  /// out`.
  ///
  /// Nil if no recording is done.
  public var line: String? {
    let done = report.recordings.filter { $0.status == .done }
    guard !done.isEmpty else { return nil }
    let found = main.map { $0.told($0.sum(done)) }.joined(separator: ", ")
    return (found.isEmpty ? "tables of " : found + " in ") + counted(done.count, "recording")
      + " -> \(output); next: swingpipe report \(output.shellWord)"
  }

  /// A table with a line per recording, or per folder if there are many recordings; nil if folders are many too, or
  /// nothing is done.
  public var table: String? {
    let recordings = report.recordings
    guard report.count(.done) > 0 else { return nil }
    guard recordings.count > Self.mostLines else { return perRecording }
    let folders = Dictionary(grouping: recordings) { Folder.split($0.path).folder }
    guard (2...Self.mostLines).contains(folders.count) else { return nil }
    var table = TextTable(
      [("folder", .left), ("recordings", .right)] + counts.map { ($0.title, .right) } + [("failed", .right)])
    for (folder, members) in folders.sorted(by: { $0.key < $1.key }) {
      table.append(
        [folder, "\(members.count)"] + counts.map { "\($0.sum(members))" }
          + ["\(members.count { $0.status == .failed })"])
    }
    return table.text
  }

  /// A table with a line per recording, and the places of the tables.
  public var text: String {
    let merged = report.merged.map { "  \($0.path)  (one per recording in \(output)/\($0.table)/)\n" }
    return perRecording + (merged.isEmpty ? "" : "tables:\n" + merged.joined())
  }

  private var perRecording: String {
    var table = TextTable(
      [("recording", .left), ("length", .right)] + counts.map { ($0.title, .right) } + [("status", .left)])
    for recording in report.recordings {
      let length = recording.note("device_motion_s") ?? recording.note("accelerometer_s") ?? recording.recordedSeconds
      table.append(
        [recording.recordingID, length.map { String(format: "%.1f s", $0) } ?? ""]
          + counts.map { $0.value(recording).map(String.init) ?? "" }
          + [recording.isRun ? recording.status.rawValue : "up to date"])
    }
    return table.text
  }
}
