import ArgumentParser
import SPBasics
import SPBatches
import SPPipelines
import SPReporting

extension RunCommand {
  /// Checks the options that are given together with --check.
  /// - Throws: `ValidationError`.
  func requireDryRun() throws {
    guard dryRun else { throw ValidationError("--check runs nothing; expected it with --dry-run") }
    if output != nil { throw ValidationError("--check looks only at recordings; expected it without --output") }
    if pipelineArguments.split(batchArguments.inputs).pipeline == nil {
      throw ValidationError("--check compares recordings with a pipeline; expected a pipeline before the recordings")
    }
  }

  /// Prints what a run would do: the dry run.
  func list(
    _ pipeline: Pipeline, _ batchArguments: BatchArguments, _ paths: [String]?, output: String?
  ) async throws {
    let folder = output.map(OutputFolder.init)
    try telling(option: "--output") { try folder?.checkIsFolder() }
    let plan = try await batchArguments.plan(
      pipeline, paths, through: until, output: folder, jobs: jobs ?? GrantedProcessors.current.count)
    guard check else {
      if !progress.quiet { OtherSports(plan, pipeline).tell(batchArguments.words, output: output) }
      return try StandardStreams.output(plan, isAgainstOutput: folder != nil, json: json)
    }
    let checked = HeaderCheck(pipeline.stages(through: until), plan, guardedBy: Supervisor.crashHistory)
    try StandardStreams.output(checked.text, json: JSONOutput.text(checked), isJSON: json)
    if !json {
      StandardStreams.error(checked.diagnostics)
      checked.warnings.forEach(StandardStreams.error)
    }
    if !checked.areAllSuited { throw ExitCode.someFailed }
  }
}

extension StandardStreams {
  /// Writes what a run would do to standard output, and warnings about what will fail to standard error.
  fileprivate static func output(_ plan: BatchPlan, isAgainstOutput: Bool, json: Bool) throws {
    try output(
      plan.text(isAgainstOutput: isAgainstOutput), json: plan.jsonLines(isAgainstOutput: isAgainstOutput), isJSON: json)
    for failure in plan.expectedFailures { error("warning: \(failure)") }
  }
}
