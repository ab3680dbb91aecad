import ArgumentParser
import JSON
import Recordings
import Stages

struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Tell by an exit code whether recordings are good enough, before a batch.",
    usage: "swingpipe check [<options>] <input> ...",
    discussion: """
      Measures what swingpipe info shows and holds it against limits: one line per recording, which is ok, exceeds limits \
      (by how much, and where), is unsuited to the pipeline of --for, or has failed, since it cannot be read.

      Every limit is a number, or none. It is for streams that are sampled at an even rate (motion); with a stream's name \
      it is for that stream of any kind, as in --min-rate-hz accelerometer=700, and goes before the one for all. Options \
      may be repeated.

      \(ExitCode.explanation(
        .success, .someFailed, .usage, .unusableData, .temporary, .pipelineFault, success: "all recordings keep the limits",
        someFailed: "some recordings exceed limits, do not suit or cannot be read"))
      """)

  @OptionGroup var inputs: InputArguments

  @OptionGroup var limitArguments: LimitArguments

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "Tell also what this pipeline can find in each, by its streams and their rates, and why no more.",
      valueName: "pipeline"), completion: .custom(Completions.pipelines))
  var pipeline: String?

  @Flag(help: "Print all that was found as JSON, a list with one object a recording.")
  var json = false

  @Flag(name: .shortAndLong, help: "Say nothing of recordings that are ok, and no sum at the end.")
  var quiet = false

  @OptionGroup var guarding: GuardArguments

  func validate() throws { try inputs.checkGiven() }

  func run() async throws {
    let limits = try limitArguments.limits()
    let pipeline = try pipeline.map { try PipelineArguments(of: $0).load() }
    var checked: [RecordingCheck] = []
    await RecordingWork.forEach(try inputs.recordings(), as: "check") {
      let path = $0
      return try RecordingCheck(of: path, against: limits) { pipeline?.suitability(of: [path]) }
    } finished: { path, outcome in
      let recording: RecordingCheck
      switch outcome {
      case .success(let found): recording = found
      case .failure(let error): recording = RecordingCheck(of: path, failed: error)
      }
      checked.append(recording)
      if !json, !quiet || recording.status != .ok { StandardStreams.output(recording.line) }
    }
    if json { StandardStreams.output(try JSONOutput.text(checked.filter { !quiet || $0.status != .ok })) }
    try finish(checked)
  }

  private func finish(_ checked: [RecordingCheck]) throws {
    guard let summary = RecordingCheck.summary(of: checked) else { return }
    if !quiet, checked.count > 1 { StandardStreams.error(summary) }
    if checked.contains(where: \.isWorthRetrying) { throw ExitCode.temporary }
    throw checked.allSatisfy { $0.status == .failed } ? ExitCode.unusableData : ExitCode.someFailed
  }
}
