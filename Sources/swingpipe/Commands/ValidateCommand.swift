import ArgumentParser
import SPBasics
import SPPipelines

struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check a pipeline, and whether recordings suit it.",
    usage: "swingpipe pipelines validate [<options>] <pipeline> [<input> ...]",
    discussion: """
      Reports all faults of the pipeline at once. Each fault has its place, stage and option, and the expected value. \
      With recordings, it also reads their headers, but no data. It reports missing streams, wrong units, rates too \
      low for a filter, and another sport.

      \(ExitCode.explanation(.success, .someFailed, .usage, .pipelineFault))
      """)

  @OptionGroup var pipelineArguments: PipelineArguments

  @Argument(help: InputArguments.help, completion: .file(extensions: ["h5", "hdf5"]))
  var inputs: [String] = []

  @Flag(help: "Print all faults and warnings as a JSON list, empty if there are none.")
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
