import ArgumentParser
import SPBasics
import SPPipelines

struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check a pipeline, and whether recordings suit it, without reading their data.",
    usage: "swingpipe validate [<options>] <pipeline> [<input> ...]",
    discussion: """
      Finds every fault in one pass, each with its place, stage and option and what was expected. With recordings, their \
      headers are checked too: missing streams, units, rates too low for a filter, and another sport.

      \(ExitCode.explanation(.success, .someFailed, .usage, .pipelineFault))
      """)

  @OptionGroup var pipelineArguments: PipelineArguments

  @Argument(help: InputArguments.help, completion: .file(extensions: ["h5", "hdf5"]))
  var inputs: [String] = []

  @Flag(help: "Print every fault and warning as JSON: a list, empty where there is none.")
  var json = false

  @OptionGroup var guarding: GuardArguments

  func run() throws {
    let pipeline: Pipeline
    do {
      pipeline = try pipelineArguments.checked()
    } catch let error as PipelineError {
      try tell(error.diagnostics)
      throw ExitCode.pipelineFault
    }
    guard !inputs.isEmpty else {
      try tell(pipeline.warnings, "\(pipeline.file): \(pipeline.stages.count) stages, no fault")
      return
    }
    let list = try InputArguments.list(pipeline, InputArguments.recordings(in: inputs))
    let recordings = Supervisor.crashHistory.headers(of: list.items, for: pipeline)
    let suited = recordings.count(where: \.isSuited)
    try tell(
      pipeline.warnings + recordings.flatMap(\.diagnostics),
      "\(pipeline.file): \(suited) of \(recordings.count) recordings suit it")
    if suited < recordings.count { throw ExitCode.someFailed }
  }

  /// Writes diagnostics to standard error and the outcome to standard output. With --json it writes only the
  /// diagnostics, as JSON to standard output.
  private func tell(_ diagnostics: [Diagnostic], _ outcome: String? = nil) throws {
    if json { return StandardStreams.output(json: try JSONOutput.text(diagnostics)) }
    StandardStreams.error(diagnostics)
    if let outcome { StandardStreams.output(outcome + "\n") }
  }
}
