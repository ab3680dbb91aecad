import ArgumentParser
import FoundationEssentials
import SPBasics
import SPBatches
import SPPipelines

struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run a pipeline over recordings and write its tables.",
    usage: """
      swingpipe run [<options>] <pipeline> <input> ... --output <folder>
      swingpipe run [<options>] <input> ... --output <folder>
      """,
    discussion: """
      Writes one table per recording, OUTPUT/<folder>/<recording_id>.parquet, the joined table \
      OUTPUT/merged/<folder>.parquet, and records below OUTPUT/_meta. Pandas, Polars, DuckDB and swingpipe head read \
      them as they are; --set out.format=csv has the writer whose id is out write CSV. A recording that fails is \
      reported and the others go on; its earlier tables stay as they are.

      A second run does what is left: recordings that are new, that failed, whose file has changed, or whose tables \
      depend on options or a version that have changed. swingpipe plan shows which and why, swingpipe status what is \
      done.

      Without a pipeline, each recording runs with the built-in pipeline of its attribute sport: swingpipe run recordings \
      --output out. Dives, headphone motion and workouts without a sport are known by their streams. Recordings of one \
      pipeline write to OUTPUT, as with that pipeline; those of several to OUTPUT/<pipeline>, such as out/tennis and \
      out/golf. Recordings without a pipeline are named and count as failed; the others run.

      With a pipeline, recordings that state another sport give a warning, and the flag other_sport in the table of \
      recordings.

      --rows prints a table's rows, also of recordings that were up to date; without --output nothing else is \
      written, and nothing is kept: swingpipe run PIPELINE RECORDING --rows swings | jq .label

      \(ExitCode.explanation(
        .success, .someFailed, .usage, .unusableData, .temporary, .pipelineFault, .interrupted))
      """)

  @OptionGroup var pipelineArguments: RunPipelineArguments

  @OptionGroup var batchArguments: BatchArguments

  @Option(
    name: .shortAndLong, help: "Folder for the tables; it is made if it is missing. With --rows it may be left out.",
    completion: .directory)
  var output: String?

  @Option(
    name: [.customShort("j", allowingJoined: true), .long], parsing: .unconditional,
    help: """
      How many recordings to work on at a time, up to one per processor (default: the processors that the system or \
      scheduler grants).
      """)
  var jobs: Int?

  @Option(
    help: ArgumentHelp("Stop after this stage, by its id.", valueName: "stage"),
    completion: .custom(Completions.stageIDs))
  var until: String?

  @Flag(help: "Start no further recording once one has failed.")
  var failFast = false

  @Flag(help: "Print what would run and why, and run nothing.")
  var dryRun = false

  @Flag(
    help: """
      Print a short table of what was found on standard output. Without it one of at most 20 lines goes to standard error.
      """)
  var summary = false

  @Flag(help: "Report every fault of every recording, with its stage and its place in the pipeline.")
  var verbose = false

  @Flag(
    help: """
      Print on standard error how long each stage took, what it read, the memory, and how many times each dataset was \
      decoded; also kept in OUTPUT/_meta/profile.json, or beside the record of a shard; a run with nothing to do \
      keeps the earlier one. Times are wall-clock times, however many processors worked; the start and \
      end of the program are left out.
      """)
  var profile = false

  @Flag(help: "Print what became of each recording on standard output, as JSON.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Print the rows of this table on standard output, one JSON object per line, once all recordings are done.",
      valueName: "table"),
    completion: .custom(Completions.tableNames))
  var rows: String?

  @OptionGroup var progress: ProgressArguments

  @OptionGroup var pythonArguments: PythonArguments

  @OptionGroup var guarding: GuardArguments

  func validate() throws {
    try checkInputs()
    if let jobs, jobs < 1 { throw ValidationError("--jobs is \(jobs); expected 1 or more") }
    let printed = [("--summary", summary), ("--json", json), ("--rows", rows != nil)].filter(\.1).map(\.0)
    if printed.count > 1 {
      throw ValidationError("\(printed[0]) and \(printed[1]) both write to standard output; expected one")
    }
    if dryRun, summary { throw ValidationError("--dry-run finds nothing to sum up; expected no --summary beside it") }
    if dryRun, rows != nil { throw ValidationError("--dry-run makes no rows; expected no --rows beside it") }
    if dryRun, profile {
      throw ValidationError("--dry-run runs nothing to measure; expected no --profile beside it")
    }
    if profile, progress.quiet, output == nil {
      throw ValidationError(
        "--profile has nowhere to go: --quiet is given and --output is not; expected one or the other")
    }
    if let output { return try OutputArgument.validate(output) }
    guard rows != nil else {
      throw ValidationError(
        "--output is missing; expected a folder, or --rows to print a table's rows and keep nothing")
    }
    if let option = batchArguments.resumingOption {
      throw ValidationError("\(option) is about what earlier runs left; expected --output with their folder")
    }
  }

  func run() async throws {
    defer { if output == nil { TemporaryOutput.remove() } }
    let given = pipelineArguments.split(batchArguments.inputs)
    var batch = batchArguments
    batch.inputs = given.inputs
    guard let arguments = given.pipeline else { return try await runBySport(batch) }
    if pipelineArguments.practice, try !arguments.load(quiet: true).looksForPlay {
      throw usage(
        "--practice: the pipeline \(arguments.pipeline) has no stage detectors.air_swing, which looks for play")
    }
    guard let done = try await work(arguments, batch, output: output) else { return }
    if json { try done.report.writeJSON { StandardStreams.output(Data($0)) } }
    if let output, !done.wasInterrupted, summary || (!progress.quiet && done.shard == nil) {
      let found = RunSummary(of: done.report, done.pipeline, output: output)
      tell(faults: found.faults, text: found.text, table: found.table, line: found.line, shard: done.shard)
    }
    if !done.wasInterrupted { try done.rows?.print(done.report, in: done.folder) }
    try finish(
      RunEnding(
        of: done.report, planned: done.planned, wasInterrupted: done.wasInterrupted, keepsTables: output != nil))
  }

  /// The outcome of a run of one pipeline.
  struct Done {
    let pipeline: Pipeline
    let report: BatchReport
    let wasInterrupted: Bool
    /// The number of recordings in the plan.
    let planned: Int
    let folder: OutputFolder
    let shard: String?
    let rows: RunRows?
  }

  /// Runs a pipeline, and reports everything except the found rows.
  /// - Parameters:
  ///   - arguments: The pipeline.
  ///   - batchArguments: The recordings, and the options of the run.
  ///   - paths: The recordings to run; nil for all of `batchArguments`.
  ///   - output: The output folder; nil to keep nothing.
  ///   - subfolder: A folder in the temporary folder, for several runs that keep nothing.
  /// - Returns: nil for a dry run.
  /// - Throws: `ExitCode`, after the reason was written to standard error.
  func work(
    _ arguments: PipelineArguments, _ batchArguments: BatchArguments, paths: [String]? = nil, output: String?,
    subfolder: String = ""
  ) async throws -> Done? {
    var pipeline = try arguments.load(quiet: progress.quiet)
    try check(until, of: pipeline)
    if !dryRun { try pythonArguments.check(pipeline.stages(through: until)) }
    if !progress.quiet { pipeline.remarks.forEach(StandardStreams.error) }
    let rows = try rows.map { try RunRows($0, of: pipeline, through: until) }
    // Nothing is kept, so only the stages that the printed table needs are run.
    if output == nil, let rows { pipeline = pipeline.stages(through: until).stages(for: [rows.table]) }
    let jobs = jobs ?? GrantedProcessors.current.count
    let folder = try OutputFolder(output ?? TemporaryOutput.make() + subfolder)
    let lastStage = output == nil ? nil : until
    let listing = ContinuousClock.now
    let plan = try await batchArguments.plan(
      pipeline, paths, through: lastStage, output: folder, jobs: jobs, waits: dryRun)
    let listingSeconds = (ContinuousClock.now - listing) / .seconds(1)
    let otherSports = OtherSports(plan, pipeline)
    if !progress.quiet { otherSports.tell(batchArguments.words, output: output) }
    if dryRun {
      try StandardStreams.output(plan, isAgainstOutput: true, json: json)
      return nil
    }
    if batchArguments.retryFailed, plan.work.isEmpty { StandardStreams.error("no recording failed last time") }
    if let output { try OutputArgument.create(output) }
    var batch = Batch(
      outputFolder: output ?? folder.path, jobs: jobs, toolVersion: ToolVersion.current, logger: progress.logger)
    batch.shard = try batchArguments.shards.selection().map { "\($0)" }
    batch.lastStage = lastStage
    batch.stopsAtFailure = failFast
    batch.logsPlaces = verbose || Console.shared.format == .json
    batch.crashes = Supervisor.crashHistory
    batch.reportedWarnings = otherSports.clauses
    batch.joinsTables = batch.shard == nil && output != nil
    batch.observer = BatchObservers(
      progress.display + (output == nil || Supervisor.process.isForOne ? [] : [log(of: batch, pipeline, in: folder)]))
    let presence = output == nil || Supervisor.process.isForOne ? nil : OutputPresence(in: folder, shard: batch.shard)
    if let other = presence?.other, !progress.quiet {
      StandardStreams.error(
        "warning: another run is at work in \(folder.path) (\(other)), perhaps on the same recordings; stop one, give this one "
          + "another --output, or split the work with --shard")
    }
    defer { withExtendedLifetime(presence) {} }
    let (report, wasInterrupted) = try await work(batch, plan, pipeline)
    if profile {
      tell(RunProfile(of: report, pipeline, until: until, listingSeconds: listingSeconds), of: report, in: folder)
    }
    if !batch.logsPlaces { tellCauses(of: report) }
    let joinsLater = !pipeline.stages(through: until).tableNames.isEmpty
    tell(report, shard: joinsLater ? batch.shard : nil, wasInterrupted: wasInterrupted, output: output)
    return Done(
      pipeline: pipeline, report: report, wasInterrupted: wasInterrupted, planned: plan.items.count, folder: folder,
      shard: batch.shard, rows: rows)
  }

  /// Reports the found rows, and suggests a next command. With --summary, the table goes to standard output.
  func tell(
    faults: [String], text: @autoclosure () -> String, table: @autoclosure () -> String?,
    line: @autoclosure () -> String?, shard: String?
  ) {
    for fault in faults { StandardStreams.error("warning: \(fault)") }
    if summary { StandardStreams.output(text()) }
    guard !progress.quiet, shard == nil else { return }
    if !summary, Console.shared.format == .text, let table = table() {
      table.split(separator: "\n").forEach { StandardStreams.error(String($0)) }
    }
    if let line = line() { Console.shared.tell(line, level: .info, event: "found") }
  }

  /// Reports failures that share a cause. During the run, only the first of them was reported.
  private func tellCauses(of report: BatchReport) {
    for cause in report.sharedCauses { StandardStreams.error("error: \(cause)") }
  }

  /// - Parameter shard: the shard whose tables are joined later; nil if there are none.
  private func tell(_ report: BatchReport, shard: String?, wasInterrupted: Bool, output: String?) {
    if let shard, let output, !wasInterrupted, !progress.quiet {
      StandardStreams.error("shard \(shard); when all are done, join the tables: swingpipe merge \(output.shellWord)")
    }
    for note in report.notes where !progress.quiet { StandardStreams.error(note) }
    for error in report.errors { StandardStreams.error("error: \(error)") }
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

  /// Checks the stage of --until.
  /// - Throws: `ExitCode.usage`, after an unknown stage was named on standard error.
  private func check(_ stage: String?, of pipeline: Pipeline) throws {
    guard let stage, pipeline.stage(stage) == nil else { return }
    let ids = pipeline.stages.map(\.id)
    StandardStreams.error(
      "error: --until: the pipeline has no stage \"\(stage)\"; \(NearestName.advice(stage, in: ids))")
    throw ExitCode.usage
  }

  // MARK: The end of a run

  /// Prints a profile, unless the run is quiet, and stores it with the run's record, if the record is kept.
  ///
  /// The profile is not a result of the run: if it cannot be stored, the run only warns. An empty profile does not
  /// replace an earlier profile.
  private func tell(_ profile: RunProfile, of report: BatchReport, in folder: OutputFolder) {
    let path = folder.profilePath(profile.shard)
    // The profile is stored first, since the program ends if a reader of standard error goes away.
    if output != nil, report.isKept, !profile.isEmpty { keep(profile, at: path) }
    guard !progress.quiet else { return }
    let wasIdle = !report.recordings.contains(where: \.isRun)
    let earlier = profile.isEmpty && output != nil && Folder.exists(path) ? path : nil
    guard Console.shared.format == .json else {
      return profile.lines(wasIdle: wasIdle, earlier: earlier).forEach(StandardStreams.error)
    }
    for message in profile.messages(wasIdle: wasIdle, earlier: earlier) {
      Console.shared.tell(message.text, level: .info, event: message.event, message.members)
    }
  }

  private func keep(_ profile: RunProfile, at path: String) {
    do {
      try Folder.create(Folder.split(path).folder)
      try WholeFile.write(try profile.json(), to: path)
    } catch {
      StandardStreams.error("warning: --profile: \(error)")
    }
  }

  /// Reports how a run ended.
  /// - Throws: the `ExitCode` for the ending, unless the run is complete.
  func finish(_ ending: RunEnding) throws {
    ending.lines.forEach(StandardStreams.error)
    switch ending.outcome {
    case .complete: return
    case .interrupted: throw ExitCode.interrupted
    case .temporary: throw ExitCode.temporary
    case .allFailed: throw ExitCode.unusableData
    case .someFailed: throw ExitCode.someFailed
    }
  }
}
