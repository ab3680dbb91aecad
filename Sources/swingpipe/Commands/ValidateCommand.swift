import ArgumentParser
import Pipelines

struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check a pipeline, and whether recordings suit it, without reading their data.",
    discussion: """
      Finds every fault in one pass, each with its place, stage and option and what was expected. With recordings, their \
      headers are checked too: missing streams, units, and rates too low for a filter.

      \(ExitCode.explanation(.success, .someFailed, .usage, .pipelineFault))
      """)

  @OptionGroup var pipelineArguments: PipelineArguments

  @Argument(help: InputArguments.help, completion: .file(extensions: ["h5", "hdf5"]))
  var inputs: [String] = []

  func run() throws {
    let pipeline = try pipelineArguments.load()
    var unsuited = 0
    if !inputs.isEmpty {
      let plan = try InputArguments.plan(pipeline, inputs)
      for recording in plan.recordings {
        for diagnostic in recording.diagnostics { StandardStreams.error("\(diagnostic)") }
        if !recording.isRunnable { unsuited += 1 }
      }
      StandardStreams.output(
        "\(pipeline.file): \(plan.recordings.count - unsuited) of \(plan.recordings.count) recordings suit it\n")
    } else {
      StandardStreams.output("\(pipeline.file): \(pipeline.stages.count) stages, no fault\n")
    }
    if unsuited > 0 { throw ExitCode.someFailed }
  }
}
