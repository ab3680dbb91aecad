import ArgumentParser
import SPBasics
import SPBatches
import SPPipelines
import SPRecordings
import SPStages

struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check whether recordings are good enough, or show their contents.",
    usage: "swingpipe check [<options>] <input> ...",
    discussion: """
      Measures the quality of recordings and compares it with limits. The exit code tells a script whether all \
      recordings are good enough. Each recording gets one line, which begins with its status:

        ok        within all limits
        exceeds   beyond a limit; the line says by how much and where
        unsuited  not suitable for the pipeline of --for
        failed    not readable

      If --for names a pipeline of swings, the line also says if a recording shows no evidence of play. Nothing in \
      such a recording counts as a swing.

      Each limit is a number, or none. It applies to all streams with an even sampling rate (motion). If you give \
      --max-duplicates or --max-backward, the limit applies to all streams, also of rides. With the name of a stream, \
      as in --min-rate-hz accelerometer=700, a limit applies to this stream of any kind, and takes precedence. You can \
      repeat the options.

      --details prints one line per stream instead, then every fault with its count and first places. It also shows \
      how gravity, attitude and acceleration agree, the labels, the history, and whether the streams and rates suffice \
      to find swings. The last line is the verdict.

      Rates are measured from the timestamps. A gap is a sampling interval over 3.05 times the median. Lost samples \
      are missing one or two at a time. Clipped samples are at the stated range. Without a stated range, they are \
      values that stop at a usual range of sensors or in flat tops. A motion channel stands still if its value stays \
      the same for half a second or more. To find the lag of the device motion's timestamps, the command compares \
      gravity plus user acceleration with the acceleration.

      For .mat files and any other HDF5 file (also .nc and .nwb), --details lists the datasets with shape, type, unit \
      and attributes. It guesses their meaning from names, units and values, and proposes a mapping, with \
      which swingpipe can import or run the file. --mapping-out writes the mapping. With --details, the exit code is 0 if \
      all files can be read.

      \(ExitCode.explanation(
        .success, .someFailed, .usage, .unusableData, .temporary, .pipelineFault,
        success: "all recordings are within the limits",
        someFailed: "some recordings exceed limits, are unsuited or cannot be read"))
      """)

  @OptionGroup var inputs: InputArguments

  @Flag(help: "Show streams, faults and labels of each recording. Of a file of another layout, show the datasets.")
  var details = false

  @Flag(help: "Read only the timestamps, not the values. This takes a fraction of the time. Requires --details.")
  var stampsOnly = false

  @Option(
    help: ArgumentHelp(
      "Write the proposed mapping to this file. Requires --details and one file of another layout.",
      valueName: "file"),
    completion: .file(extensions: ["json"]))
  var mappingOut: String?

  @OptionGroup var limitArguments: LimitArguments

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "Report what this pipeline can find in each recording. Also report what the streams or rates rule out.",
      valueName: "pipeline"), completion: .custom(Completions.pipelines))
  var pipeline: String?

  @Flag(help: "Print all results as JSON, a list of objects, one per recording.")
  var json = false

  @Flag(name: .shortAndLong, help: "Omit recordings that are ok, and the summary.")
  var quiet = false

  @OptionGroup var plugins: PluginArguments

  @OptionGroup var guarding: GuardArguments

  func validate() throws {
    try inputs.checkGiven()
    if mappingOut?.isEmpty == true { throw ValidationError("--mapping-out is empty; expected a file") }
    let ofDetails = [
      ("--stamps-only", stampsOnly), ("--mapping-out", mappingOut != nil), ("--filter-plugins", plugins.filterPlugins),
    ]
    let verdicts = [("--for", pipeline != nil), ("--quiet", quiet)].filter(\.1).map(\.0) + limitArguments.names
    if !details, let option = ofDetails.first(where: \.1)?.0 {
      throw ValidationError("\(option) is an option of --details; expected it with --details")
    }
    if details, let option = verdicts.first {
      throw ValidationError("\(option) has no effect with --details; expected one of them")
    }
  }

  func run() async throws {
    if details {
      let details = try RecordingDetails(
        paths: inputs.recordings(), readsValues: !stampsOnly, filters: plugins.policy, isJSON: json,
        mappingOut: mappingOut)
      return try await details.show()
    }
    let limits = try limitArguments.limits()
    let pipeline = try pipeline.map { try PipelineArguments(of: $0).load() }
    let paths = try inputs.recordings()
    // The recordings of a session are searched among the given recordings, as in a run.
    let sessions = pipeline.flatMap { pipeline -> [String: Suitability]? in
      guard pipeline.readsSessions else { return nil }
      return pipeline.suitability(of: InputArguments.list(pipeline, paths).items, Supervisor.crashHistory)
    }
    var checked: [RecordingCheck] = []
    await RecordingWork.forEach(paths, as: "check") {
      let path = $0
      return try RecordingCheck(
        of: pipeline?.open(path) ?? Recording(opening: path), against: limits, remedy: pipeline?.remedy
      ) {
        pipeline.map { sessions?[path] ?? $0.suitability(of: [path]) }
      } lack: {
        try pipeline?.lackOfPlay(in: path)
      }
    } finished: { path, outcome in
      let recording: RecordingCheck
      switch outcome {
      case .success(let found): recording = found
      case .failure(let error): recording = RecordingCheck(of: path, failed: error)
      }
      checked.append(recording)
      if !json, !quiet || recording.status != .ok { StandardStreams.output(recording.line) }
    }
    if json { StandardStreams.output(json: try JSONOutput.text(checked.filter { !quiet || $0.status != .ok })) }
    try finish(checked)
  }

  private func finish(_ checked: [RecordingCheck]) throws {
    guard let summary = RecordingCheck.summary(of: checked) else { return }
    if !quiet, checked.count > 1 { StandardStreams.error(summary) }
    if checked.contains(where: \.isWorthRetrying) { throw ExitCode.temporary }
    throw checked.allSatisfy { $0.status == .failed } ? ExitCode.unusableData : ExitCode.someFailed
  }
}
