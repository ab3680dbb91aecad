import ArgumentParser
import SPBasics
import SPHDF5
import SPImportBatches
import SPRecordings
import SPReporting
import SPStages

/// Shows what recordings contain: streams, faults, labels and the sport's prospects; and of files of other layouts, the
/// datasets and a mapping.
struct RecordingDetails {
  let paths: [String]
  let readsValues: Bool
  let filters: FilterPolicy
  let isJSON: Bool
  /// The file for the proposed mapping, if it is wanted.
  let mappingOut: String?

  /// Prints the details of each recording.
  /// - Throws: `ExitCode`, after the reasons were written to standard error.
  func show() async throws {
    let (readsValues, filters) = (readsValues, filters)
    var found: [RecordingText] = []
    var failures = 0
    if mappingOut != nil, paths.count != 1 {
      StandardStreams.error("error: --mapping-out: \(paths.count) recordings are given; expected one")
      throw ExitCode.usage
    }
    await RecordingWork.forEach(paths, as: "check") {
      let recording: Recording
      do {
        recording = try Recording(opening: $0, filters: filters, known: { KnownMappings.all })
      } catch let error as RecordingError where error.object == nil {
        // A file that states its layout is faulty, and not a file of another layout.
        guard try ForeignFile.isOne($0) else { throw error }
        let file = try ForeignFile($0, filters: filters)
        return try RecordingText(file.text, file, mapping: file.mappingFile ?? "")
      }
      var description = try RecordingDescription(of: recording, readingValues: readsValues)
      if readsValues { description.remarks = try StreamRemarks.remarks(on: recording) }
      let suitability = try SportPipeline.suitability(of: recording, description.quality)
      description.prospects = suitability.map { [.init("swings", $0)] } ?? []
      var mapping = recording.mappingName.flatMap { name in KnownMappings.text(name) }
      if let name = recording.mappingName {
        let quality = description.quality
        let isDoubtful = !quality.contradictions.isEmpty || quality.faults.contains { $0.kind == .unit }
        // The file has the names of the mapping, but not its units or signs.
        if isDoubtful, let proposal = try ForeignFile($0, filters: filters).mappingFile { mapping = proposal }
        description.remarks.append(
          "read by the built-in mapping \(name)"
            + (isDoubtful ? "; --mapping-out proposes a mapping that suits the values" : ""))
      }
      return try RecordingText(description.text, description, mapping: mapping)
    } finished: { _, outcome in
      switch outcome {
      case .success(let description):
        if !isJSON { StandardStreams.output((found.isEmpty ? "" : "\n") + description.text) }
        found.append(description)
      case .failure(let error):
        StandardStreams.error("error: \(error)")
        failures += 1
      }
    }
    if isJSON { StandardStreams.output(json: try JSONOutput.list(found.map(\.json))) }
    if let mappingOut, let first = found.first { try write(first.mapping, of: paths[0], to: mappingOut) }
    if failures > 0 { throw found.isEmpty ? ExitCode.unusableData : ExitCode.someFailed }
  }

  /// Writes the proposed mapping, but not over an existing file, which may have been edited.
  private func write(_ mapping: String?, of path: String, to file: String) throws {
    guard let mapping, !mapping.isEmpty else {
      let reason =
        mapping == nil
        ? "its layout is known and needs no mapping" : "no mapping can be proposed, for the reason above"
      StandardStreams.error("error: \(path): --mapping-out: \(reason)")
      throw ExitCode.unusableData
    }
    guard !Folder.exists(file) else {
      StandardStreams.error("error: --mapping-out: \(file) exists already; expected another name")
      throw ExitCode.usage
    }
    try telling(option: "--mapping-out", as: .usage) { try WholeFile.write(Array(mapping.utf8), to: file) }
    StandardStreams.error("wrote \(file)")
  }
}
