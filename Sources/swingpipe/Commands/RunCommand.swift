import ArgumentParser
import FoundationEssentials
import SPBasics
import SPBatches
import SPPipelines
import SPReporting

struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run a pipeline over recordings and write its tables.",
    usage: """
      swingpipe run [<options>] <pipeline> <input> ... --output <folder>
      swingpipe run [<options>] <input> ... --output <folder>
      """,
    discussion: """
      The pipeline is a file, or the name of a built-in pipeline. For example, tennis is a built-in pipeline: \
      swingpipe run tennis recordings --output out. swingpipe pipelines lists all built-in pipelines. If a recording \
      states another sport than the pipeline, the run warns, and sets the flag other_sport in the table of recordings.

      Without a pipeline, each recording runs with the built-in pipeline of its attribute sport: swingpipe run \
      recordings --output out. For dives, headphone motion and workouts without a sport, the streams decide. If all \
      recordings have the same pipeline, the tables go to OUTPUT. Otherwise, each pipeline has its own folder, such as \
      OUTPUT/tennis. The run lists recordings without a suitable pipeline, and counts them as failed.

      The run writes one table per recording, OUTPUT/<folder>/<recording_id>.parquet, the joined table \
      OUTPUT/merged/<folder>.parquet, and records below OUTPUT/_meta. Pandas, Polars, DuckDB and swingpipe head read \
      these tables. For CSV, set the format of the writer, whose id is usually out: --set out.format=csv. If a \
      recording fails, the run reports it, keeps its earlier tables, and goes on.

      A second run processes only recordings that are new, failed or changed, or whose tables depend on changed \
      options or another version. To list these recordings with the reasons, add --dry-run. To see which recordings \
      are done, use swingpipe status.

      --rows prints the rows of a table, also of recordings that are up to date. Without --output, the run keeps \
      nothing: swingpipe run PIPELINE RECORDING --rows swings | jq .label

      \(ExitCode.explanation(
        .success, .someFailed, .usage, .unusableData, .temporary, .pipelineFault, .interrupted))
      """)

  @OptionGroup var pipelineArguments: RunPipelineArguments

  @OptionGroup var batchArguments: BatchArguments

  @Option(
    name: .shortAndLong, help: "Folder for the tables, created if missing. It is optional with --rows and --dry-run.",
    completion: .directory)
  var output: String?

  @Option(
    name: [.customShort("j", allowingJoined: true), .long], parsing: .unconditional,
    help: """
      How many recordings to work on at a time, up to one per processor (default: one per processor that the system or \
      the scheduler grants).
      """)
  var jobs: Int?

  @Option(
    help: ArgumentHelp("Stop after the stage with this id.", valueName: "stage"),
    completion: .custom(Completions.stageIDs))
  var until: String?

  @Flag(help: "Start no new recording after a failure.")
  var failFast = false

  @Flag(
    help: """
      List the recordings that would run, and why, without running them. With --json, print a work list for --plan.
      """)
  var dryRun = false

  @Flag(help: "With --dry-run, also read the headers, and show which recordings suit the pipeline.")
  var check = false

  @Flag(
    help: """
      Print a short table of the results on standard output. By default, a table of at most 20 lines goes to standard \
      error.
      """)
  var summary = false

  @Flag(
    help: """
      Report every warning, and every fault with its stage and its place in the pipeline. By default, faults of the same \
      cause are reported once, and at most three similar warnings. --log-format json reports everything, too.
      """)
  var verbose = false

  @Flag(
    help: """
      Print the time, memory and data of each stage, and how often each dataset was decoded. The profile goes to \
      standard error and to OUTPUT/_meta/profile.json, or next to the record of a shard. A run with nothing to do \
      keeps the earlier profile. Times are wall-clock times, without the start and end of the program.
      """)
  var profile = false

  @Flag(help: "Print the outcome of each recording as JSON.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Print the rows of this table as lines of JSON. They go to standard output after the last recording.",
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
    if check { try requireDryRun() }
    if dryRun, json, pipelineArguments.split(batchArguments.inputs).pipeline == nil {
      throw ValidationError(
        "--json lists recordings for --plan, which runs one pipeline; expected a pipeline before the recordings")
    }
    if dryRun, summary { throw ValidationError("--dry-run finds nothing to summarise; expected it without --summary") }
    if dryRun, rows != nil { throw ValidationError("--dry-run makes no rows; expected it without --rows") }
    if dryRun, profile {
      throw ValidationError("--dry-run runs nothing to measure; expected it without --profile")
    }
    if profile, progress.quiet, output == nil {
      throw ValidationError(
        "--profile is not printed with --quiet, and not stored without --output; expected --output, or no --quiet")
    }
    if let output { return try check(output: output) }
    guard rows != nil || dryRun else {
      throw ValidationError(
        "--output is missing; expected a folder, or --rows to print a table's rows and keep nothing")
    }
    // Without a folder of earlier runs, --verify still makes a dry run list the hashes of the contents.
    if let option = batchArguments.resumingOption, !(dryRun && option == "--verify") {
      throw ValidationError("\(option) needs the results of an earlier run; expected --output with its folder")
    }
  }

  /// Checks the output folder.
  /// - Throws: `ValidationError` for an empty path, and for one of the inputs: the next run would take tables for
  ///   recordings.
  private func check(output: String) throws {
    try OutputArgument.validate(output, apartFrom: pipelineArguments.split(batchArguments.inputs).inputs.inputs)
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
    guard let prepared = try await prepare(arguments, batch, output: output) else { return }
    let done = try await work(prepared, batch)
    // The earlier run's recordings without a pipeline are not recordings of this run.
    if let output, !Supervisor.process.isForOne { try? OutputFolder(output).record([]) }
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

  /// A run of one pipeline that is planned, but has not begun.
  struct Prepared {
    let pipeline: Pipeline
    let plan: BatchPlan
    let rows: RunRows?
    /// The output folder; nil to keep nothing.
    let output: String?
    let folder: OutputFolder
    let lastStage: String?
    let jobs: Int
    let listingSeconds: Double
  }

  /// Plans a run, or prints what the run would do.
  /// - Parameters:
  ///   - arguments: The pipeline.
  ///   - batchArguments: The recordings, and the options of the run.
  ///   - paths: The recordings to run; nil for all of `batchArguments`.
  ///   - output: The output folder; nil to keep nothing.
  ///   - subfolder: A folder in the temporary folder, for several runs that keep nothing.
  /// - Returns: nil for a dry run.
  /// - Throws: `ExitCode`, after the reason was written to standard error.
  func prepare(
    _ arguments: PipelineArguments, _ batchArguments: BatchArguments, paths: [String]? = nil, output: String?,
    subfolder: String = ""
  ) async throws -> Prepared? {
    var pipeline = try arguments.load(quiet: progress.quiet)
    try check(until, of: pipeline)
    if !dryRun { try pythonArguments.check(pipeline.stages(through: until)) }
    if !progress.quiet, !dryRun { pipeline.remarks.forEach(StandardStreams.error) }
    if dryRun {
      try await list(pipeline, batchArguments, paths, output: output)
      return nil
    }
    let rows = try rows.map { try RunRows($0, of: pipeline, through: until) }
    // Nothing is kept, so only the stages that the printed table needs are run.
    if output == nil, let rows { pipeline = pipeline.stages(through: until).stages(for: [rows.table]) }
    let jobs = jobs ?? GrantedProcessors.current.count
    let folder = try OutputFolder(output ?? TemporaryOutput.make() + subfolder)
    let lastStage = output == nil ? nil : until
    let listing = ContinuousClock.now
    let plan = try await batchArguments.plan(
      pipeline, paths, through: lastStage, output: folder, jobs: jobs, waits: false)
    return Prepared(
      pipeline: pipeline, plan: plan, rows: rows, output: output, folder: folder, lastStage: lastStage, jobs: jobs,
      listingSeconds: (ContinuousClock.now - listing) / .seconds(1))
  }

  /// Runs a pipeline, and reports everything except the found rows.
  /// - Parameters:
  ///   - prepared: The planned run.
  ///   - batchArguments: The options of the run.
  ///   - laterRecordings: The number of recordings that run afterwards, with other pipelines.
  /// - Throws: `ExitCode`, after the reason was written to standard error.
  func work(
    _ prepared: Prepared, _ batchArguments: BatchArguments, laterRecordings: Int = 0
  ) async throws -> Done {
    let (pipeline, plan, output, folder) = (prepared.pipeline, prepared.plan, prepared.output, prepared.folder)
    let otherSports = OtherSports(plan, pipeline)
    if !progress.quiet { otherSports.tell(batchArguments.words, output: output) }
    if batchArguments.retryFailed, plan.work.isEmpty { StandardStreams.error("no recording failed last time") }
    if let output { try OutputArgument.create(output) }
    var batch = Batch(
      outputFolder: output ?? folder.path, jobs: prepared.jobs, toolVersion: ToolVersion.current,
      logger: progress.logger)
    batch.shard = try batchArguments.shards.selection().map { "\($0)" }
    batch.lastStage = prepared.lastStage
    batch.laterRecordings = laterRecordings
    batch.stopsAtFailure = failFast
    batch.logsEverything = verbose || Console.shared.format == .json
    batch.crashes = Supervisor.crashHistory
    batch.reportedWarnings = otherSports.clauses
    batch.joinsTables = batch.shard == nil && output != nil
    batch.observer = BatchObservers(
      progress.display + (output == nil || Supervisor.process.isForOne ? [] : [log(of: batch, pipeline, in: folder)]))
    let presence = output == nil || Supervisor.process.isForOne ? nil : OutputPresence(in: folder, shard: batch.shard)
    if let other = presence?.other, !progress.quiet {
      StandardStreams.error(
        "warning: another run is at work in \(folder.path) (\(other)), perhaps on the same recordings; stop one of "
          + "the runs, give this run another --output, or split the work with --shard")
    }
    defer { withExtendedLifetime(presence) {} }
    let (report, wasInterrupted) = try await work(batch, plan, pipeline)
    if profile {
      tell(
        RunProfile(of: report, pipeline, until: until, listingSeconds: prepared.listingSeconds), of: report, in: folder)
    }
    if !batch.logsEverything { tellCauses(of: report) }
    if !progress.quiet { suggestImpacts(after: report, of: pipeline, output: output) }
    let joinsLater = !pipeline.stages(through: until).tableNames.isEmpty
    tell(report, shard: joinsLater ? batch.shard : nil, wasInterrupted: wasInterrupted, output: output)
    return Done(
      pipeline: pipeline, report: report, wasInterrupted: wasInterrupted, planned: plan.items.count, folder: folder,
      shard: batch.shard, rows: prepared.rows)
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

  /// Suggests the pipeline impacts for failed recordings that have all that impacts require.
  private func suggestImpacts(after report: BatchReport, of pipeline: Pipeline, output: String?) {
    let suited = report.recordings.filter { $0.hasImpactsAlone(of: pipeline) }.map(\.path)
    guard !suited.isEmpty else { return }
    let folder = output.map { "--output " + ($0 + "_impacts").shellWord } ?? "--rows impacts"
    let command = "swingpipe run impacts " + suited.map(\.shellWord).joined(separator: " ") + " " + folder
    let advice = suited.count > 3 ? "run them with the pipeline impacts" : command
    StandardStreams.error(
      "impacts alone can be found in \(counted(suited.count, "recording")) that failed: \(advice)")
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
