import ArgumentParser
import SPBasics
import SPBatches
import SPReporting

struct PlanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "List the recordings of a run, and why each would run.",
    discussion: """
      With --json it prints a work list, one object per line: recording_id, path, size_bytes and fingerprint. \
      swingpipe run --plan takes it, so that many processes share one frozen list. With --output every line says \
      whether the recording would run, and why.

      Only the identifier of each file is read. --check reads all headers and a few seconds of the samples. It shows \
      lengths, rates, what does not suit the pipeline, and recordings whose data contradict their description. \
      swingpipe validate shows only what does not suit the pipeline.

      \(ExitCode.explanation(.success, .someFailed, .usage, .unusableData, .pipelineFault))
      """)

  @OptionGroup var pipelineArguments: PipelineArguments

  @OptionGroup var batchArguments: BatchArguments

  @Option(
    name: .shortAndLong, help: "Output folder of a run, to plan the next one into it; nothing is written.",
    completion: .directory)
  var output: String?

  @Flag(help: "Read the recordings' headers, too, and show whether they suit the pipeline.")
  var check = false

  @Flag(help: "Print JSON: a work list, one object per line; with --check one document with the effective pipeline.")
  var json = false

  @OptionGroup var guarding: GuardArguments

  func validate() throws {
    try batchArguments.checkGiven()
    if let output { try OutputArgument.validate(output) }
    if check, output != nil {
      throw ValidationError("--check looks only at recordings; expected no --output beside it")
    }
    if output == nil, batchArguments.force || batchArguments.retryFailed {
      throw ValidationError("--force and --retry-failed depend on an earlier run; expected --output beside them")
    }
  }

  func run() async throws {
    let pipeline = try pipelineArguments.load()
    let folder = output.map(OutputFolder.init)
    try telling(option: "--output") { try folder?.checkIsFolder() }
    let plan = try await batchArguments.plan(pipeline, output: folder, jobs: GrantedProcessors.current.count)
    if !check { OtherSports(plan, pipeline).tell(batchArguments.words, output: output) }
    if check { return try tell(HeaderCheck(pipeline, plan, guardedBy: Supervisor.crashHistory)) }
    try StandardStreams.output(plan, isAgainstOutput: output != nil, json: json)
  }

  private func tell(_ check: HeaderCheck) throws {
    try StandardStreams.output(check.text, json: JSONOutput.text(check), isJSON: json)
    if !json {
      StandardStreams.error(check.diagnostics)
      check.warnings.forEach(StandardStreams.error)
    }
    if !check.areAllSuited { throw ExitCode.someFailed }
  }
}

extension StandardStreams {
  /// Writes what a run would do to standard output, and warnings about what will fail to standard error.
  static func output(_ plan: BatchPlan, isAgainstOutput: Bool, json: Bool) throws {
    try output(
      plan.text(isAgainstOutput: isAgainstOutput), json: plan.jsonLines(isAgainstOutput: isAgainstOutput), isJSON: json)
    for failure in plan.expectedFailures { error("warning: \(failure)") }
  }
}
