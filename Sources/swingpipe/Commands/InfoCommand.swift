import ArgumentParser
import SPBasics
import SPImportBatches
import SPRecordings
import SPReporting
import SPStages

struct InfoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "List the streams, faults and labels of recordings.",
    usage: "swingpipe info [<options>] <input> ...",
    discussion: """
      Reads layout version 1, and files of other makers whose layout is known. It prints one line per stream, then every fault with its count and first places, how gravity, attitude and \
      acceleration agree, labels, whether swings can be found in such streams at such rates, history, and the verdict \
      in the last line.

      Rates are measured from the timestamps. A sampling interval over 3.05 times the median is a gap; samples \
      missing one or two at a time are lost samples. Clipped samples are those at the stated range or, where none is \
      stated, values that stop at a usual range of sensors or in flat tops. Values of motion that stay the same for \
      half a second or more stand still. The lag of the device motion's timestamps is found by comparing gravity plus \
      user acceleration with the acceleration.

      Of any other HDF5 file (also .nc and .nwb) and .mat file it lists the datasets with shape, type, unit and \
      attributes, what they look like by their names, units and values, and a mapping for swingpipe import and run; \
      --mapping-out writes the mapping.

      swingpipe check says by its exit code whether recordings are within limits.

      \(ExitCode.explanation(.success, .someFailed, .usage, .unusableData))
      """)

  @OptionGroup var inputs: InputArguments

  @Flag(help: "Read only the timestamps, which takes a fraction of the time; nothing is said about values then.")
  var stampsOnly = false

  @Flag(help: "Print all of it as JSON, a list with one object per recording.")
  var json = false

  @Option(
    help: ArgumentHelp("Write the mapping that is proposed for one file of another layout.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var mappingOut: String?

  @OptionGroup var plugins: PluginArguments

  @OptionGroup var guarding: GuardArguments

  func validate() throws {
    try inputs.checkGiven()
    if mappingOut?.isEmpty == true { throw ValidationError("--mapping-out is empty; expected a file") }
  }

  func run() async throws {
    let (readsValues, filters) = (!stampsOnly, plugins.policy)
    var found: [RecordingText] = []
    var failures = 0
    let paths = try inputs.recordings()
    if mappingOut != nil, paths.count != 1 {
      StandardStreams.error("error: --mapping-out: \(paths.count) recordings are given; expected one")
      throw ExitCode.usage
    }
    await RecordingWork.forEach(paths, as: "info") {
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
            + (isDoubtful ? "; --mapping-out proposes one that suits the values" : ""))
      }
      return try RecordingText(description.text, description, mapping: mapping)
    } finished: { _, outcome in
      switch outcome {
      case .success(let description):
        if !json { StandardStreams.output((found.isEmpty ? "" : "\n") + description.text) }
        found.append(description)
      case .failure(let error):
        StandardStreams.error("error: \(error)")
        failures += 1
      }
    }
    if json { StandardStreams.output(json: try JSONOutput.list(found.map(\.json))) }
    if let mappingOut, let first = found.first { try write(first.mapping, of: paths[0], to: mappingOut) }
    if failures > 0 { throw found.isEmpty ? ExitCode.unusableData : ExitCode.someFailed }
  }

  /// Writes the proposed mapping, but not over an existing file, which may have been edited.
  private func write(_ mapping: String?, of path: String, to file: String) throws {
    guard let mapping, !mapping.isEmpty else {
      let reason =
        mapping == nil
        ? "its layout is known, and needs no mapping" : "there is no mapping to propose, for the reason above"
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
