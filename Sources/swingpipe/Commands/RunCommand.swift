import ArgumentParser
import Files
import Foundation
import Pipelines

struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run a pipeline over recordings and write its tables.",
    discussion: """
      Writes one table a recording, OUTPUT/<folder>/<recording_id>.csv, the joined table OUTPUT/merged/<folder>.csv, and \
      records below OUTPUT/_meta. A recording that fails is reported and the others go on; its earlier tables stay as \
      they are.

      A second run does what is left: recordings that are new, that failed, whose file has changed, or whose tables \
      depend on options or a version that have changed. swingpipe plan tells which and why, swingpipe status how far \
      a folder is.

      \(ExitCode.explanation(
        .success, .someFailed, .usage, .unusableData, .temporary, .pipelineFault, .interrupted))
      """)

  @OptionGroup var pipelineArguments: PipelineArguments

  @OptionGroup var batchArguments: BatchArguments

  @Option(name: .shortAndLong, help: "Folder for the tables; it is made if it is missing.", completion: .directory)
  var output: String

  @Option(
    name: .shortAndLong,
    help: """
      How many recordings to work on at a time, up to one a processor (default: the processors that the system or \
      scheduler grants).
      """)
  var jobs: Int?

  @Option(help: ArgumentHelp("Stop after this stage, by its id.", valueName: "stage"))
  var until: String?

  @Flag(help: "Begin no recording once one has failed.")
  var failFast = false

  @Flag(help: "Print what would run and why, and run nothing.")
  var dryRun = false

  @Flag(help: "Print a short table of what was found on standard output.")
  var summary = false

  @Flag(help: "Print what became of each recording on standard output, as JSON.")
  var json = false

  @OptionGroup var progress: ProgressArguments

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs is \(jobs); expected 1 or more") }
    try OutputArgument.validate(output)
    if summary, json { throw ValidationError("--summary and --json both write to standard output; expected one") }
    if dryRun, summary { throw ValidationError("--dry-run finds nothing to sum up; expected no --summary beside it") }
  }

  func run() async throws {
    let pipeline = try pipelineArguments.load(quiet: progress.quiet)
    try check(until, of: pipeline)
    let jobs = jobs ?? GrantedProcessors.current.count
    let folder = OutputFolder(output)
    let plan = try await batchArguments.plan(pipeline, through: until, output: folder, jobs: jobs)
    if dryRun {
      return try PlanText(plan: plan, isAgainstOutput: true).tell(json: json)
    }
    if batchArguments.retryFailed, plan.work.isEmpty { StandardStreams.error("no recording failed last time") }
    try OutputArgument.create(output)
    var batch = Batch(
      outputFolder: output, jobs: jobs, toolVersion: ToolVersion.current, logger: progress.logger)
    batch.shard = try batchArguments.shards.selection().map { "\($0)" }
    batch.lastStage = until
    batch.stopsAtFailure = failFast
    batch.crashes = Supervisor.crashHistory
    batch.joinsTables = batch.shard == nil
    batch.observer = BatchObservers(progress.display + [log(of: batch, pipeline, in: folder)])
    let (report, wasInterrupted) = try await work(batch, plan, pipeline)
    if let shard = batch.shard, !wasInterrupted, !progress.quiet {
      StandardStreams.error("shard \(shard); when all are done, join the tables: swingpipe merge \(output)")
    }
    for note in report.notes where !progress.quiet { StandardStreams.error(note) }
    for error in report.errors { StandardStreams.error("error: \(error)") }
    if json { StandardStreams.output(String(decoding: try report.json(), as: UTF8.self)) }
    if summary { StandardStreams.output(RunSummary(report: report, output: output).text) }
    try finish(report, of: plan.items.count, wasInterrupted: wasInterrupted)
  }

  private func log(of batch: Batch, _ pipeline: Pipeline, in folder: OutputFolder) -> RunLog {
    let logger = batch.logger
    let shard = batch.shard.map { [JSONValue.Member(key: "shard", value: .string($0))] } ?? []
    let header = RunLog.Header(pipeline: pipeline.name, toolVersion: batch.toolVersion, more: shard)
    return RunLog(in: folder.logFolder, header) { logger.warning("\($0)") }
  }

  private func work(
    _ batch: Batch, _ plan: BatchPlan, _ pipeline: Pipeline
  ) async throws -> (BatchReport, wasInterrupted: Bool) {
    do {
      return try await Interruption.cancelling {
        try await batch.run(plan, of: pipeline)
      }
    } catch let error as FileError {
      StandardStreams.error("error: --output: \(error)")
      throw isWorthRetrying(error) ? ExitCode.temporary : ExitCode.usage
    }
  }

  /// - Throws: `ExitCode.usage`, after an unknown stage was named on standard error.
  private func check(_ stage: String?, of pipeline: Pipeline) throws {
    guard let stage, pipeline.stage(stage) == nil else { return }
    let ids = pipeline.stages.map(\.id)
    let advice =
      NearestName.find(stage, in: ids).map { "did you mean \"\($0)\"?" }
      ?? "expected one of \(ids.joined(separator: ", "))"
    StandardStreams.error("error: --until: the pipeline has no stage \"\(stage)\"; \(advice)")
    throw ExitCode.usage
  }

  private func finish(_ report: BatchReport, of planned: Int, wasInterrupted: Bool) throws {
    let failed = report.count(.failed)
    if wasInterrupted {
      StandardStreams.error(
        "interrupted: \(report.count(.done)) done, " + (failed > 0 ? "\(failed) failed, " : "")
          + "\(report.count(.interrupted)) not; "
          + (report.merged.isEmpty ? "tables were not joined, and the next run goes on from here" : "tables are joined")
      )
      throw ExitCode.interrupted
    }
    if failed > 0 {
      let total = report.recordings.count
      let waiting = report.count(.interrupted)
      let rest = waiting > 0 ? "\(waiting) \(waiting == 1 ? "was" : "were") not begun" : "the others are done"
      StandardStreams.error(
        failed < total
          ? "\(failed) of \(total) recordings failed; \(rest)"
          : total == 1 ? "the recording failed" : "all \(total) recordings failed")
    }
    guard !report.isComplete else { return }
    if report.isWorthRetrying || report.recordings.contains(where: \.isWorthRetrying) {
      StandardStreams.error("a retry may mend that: run the same command again")
      throw ExitCode.temporary
    }
    throw failed > 0 && failed == planned ? ExitCode.unusableData : ExitCode.someFailed
  }
}
