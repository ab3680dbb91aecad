import ArgumentParser
import SPBasics
import SPBatches
import SPPipelines
import SPRecordings
import SPStages

struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check recordings before a batch; the exit code says whether all are good enough.",
    usage: "swingpipe check [<options>] <input> ...",
    discussion: """
      Measures what swingpipe info shows and compares it with limits. Each recording gets one line: it is ok, exceeds \
      limits (by how much, and where), does not suit the pipeline of --for, or failed, since it cannot be read. With --for \
      a pipeline of swings, the line also says whether the recording shows no play, so that nothing is called a swing.

      Every limit is a number, or none. It holds for all streams that are sampled at an even rate (motion). With a \
      stream's name, as in --min-rate-hz accelerometer=700, it holds for that stream, of whatever kind, and takes \
      precedence. Options may be repeated.

      \(ExitCode.explanation(
        .success, .someFailed, .usage, .unusableData, .temporary, .pipelineFault,
        success: "all recordings are within the limits",
        someFailed: "some recordings exceed limits, do not suit or cannot be read"))
      """)

  @OptionGroup var inputs: InputArguments

  @OptionGroup var limitArguments: LimitArguments

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "Say also what this pipeline can find in each one, and what its streams or rates rule out.",
      valueName: "pipeline"), completion: .custom(Completions.pipelines))
  var pipeline: String?

  @Flag(help: "Print all that was found as JSON, a list with one object per recording.")
  var json = false

  @Flag(name: .shortAndLong, help: "Leave out recordings that are ok, and the summary at the end.")
  var quiet = false

  @OptionGroup var guarding: GuardArguments

  func validate() throws { try inputs.checkGiven() }

  func run() async throws {
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
