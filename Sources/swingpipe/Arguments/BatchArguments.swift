import ArgumentParser
import SPBasics
import SPBatches
import SPPipelines
import SPSignals

/// The recordings that a batch processes, and the recordings that it may skip.
struct BatchArguments: ParsableArguments {
  @OptionGroup var inputs: InputArguments

  @Option(
    help: ArgumentHelp(
      "Work list in place of inputs, as run --dry-run --json prints it; '-' is standard input.", valueName: "file"),
    completion: .file(extensions: ["jsonl"]))
  var plan: String?

  @Flag(help: "Run all recordings, even if they are up to date, and overwrite their tables.")
  var overwrite = false

  @Option(
    name: .customLong("only"), parsing: .singleValue,
    help: ArgumentHelp("Run only the recording with this id; may be repeated.", valueName: "id"))
  var only: [String] = []

  @Flag(help: "Run only recordings that failed last time.")
  var retryFailed = false

  @Flag(help: "Compare contents, even if the size and time of a file are unchanged.")
  var verify = false

  @OptionGroup var shards: ShardArguments

  /// The first given option that depends on the results of earlier runs; nil without such an option.
  var resumingOption: String? {
    [("--overwrite", overwrite), ("--retry-failed", retryFailed), ("--verify", verify)].first(where: \.1)?.0
  }

  func validate() throws {
    if plan != nil, inputs.areGiven {
      throw ValidationError("--plan and inputs are both given; expected one of the two, since a plan lists recordings")
    }
    if plan?.isEmpty == true { throw ValidationError("--plan is empty; expected a file") }
  }

  /// Requires a plan, inputs or a list of them.
  /// - Throws: `ValidationError` if none is given.
  func checkGiven() throws { if plan == nil { try inputs.checkGiven() } }

  /// The recordings of the plan or the inputs.
  /// - Parameters:
  ///   - paths: The recordings, if they are already known.
  ///   - output: The folder of earlier runs. If it contains the list, headers need not be read again.
  ///   - jobs: How many processors are used.
  ///   - waits: Whether to wait for files that were set aside. A batch checks these files after all others.
  /// - Throws: `ExitCode`, after the reasons were written to standard error.
  private func list(_ pipeline: Pipeline, _ paths: [String]?, output: OutputFolder?, jobs: Int, waits: Bool) throws
    -> WorkList
  {
    if let plan { return try planned(plan) }
    // The earlier list is read during the search for inputs: with 100,000 recordings, both take a while.
    let known = SpareWorkers.$current.withValue(SpareWorkers(count: jobs - 1)) {
      WorkedAhead { _ in verify ? nil : try output?.plan() }
    }
    return try InputArguments.list(
      pipeline, paths ?? inputs.recordings(), known: try? known.value(), retries: overwrite || retryFailed,
      isHashed: verify && output == nil, waits: waits)
  }

  private func planned(_ file: String) throws -> WorkList {
    do {
      let bytes =
        file == "-" ? try WholeFile.readStandardInput() : try WholeFile.read(file)
      let list = try WorkList(jsonLines: bytes, file: file == "-" ? "standard input" : file)
      guard !list.items.isEmpty else {
        StandardStreams.error(
          "error: --plan: \(file) lists no recording; expected a line for each recording, "
            + "as swingpipe run --dry-run --json writes it")
        throw ExitCode.usage
      }
      return list
    } catch let code as ExitCode {
      throw code
    } catch let error as WorkList.Unreadable {
      for line in error.description.split(separator: "\n") { StandardStreams.error("error: --plan: \(line)") }
      throw ExitCode.unusableData
    } catch {
      StandardStreams.error("error: --plan: \(error)")
      throw ExitCode.usage
    }
  }

  /// The recordings that the options select, with the work for each.
  /// - Parameters:
  ///   - pipeline: The pipeline as loaded, with all its stages.
  ///   - paths: The recordings, if they are already known.
  ///   - lastStage: The last stage to run.
  ///   - waits: Whether to wait for files that were set aside. A batch checks these files after all others.
  /// - Throws: `ExitCode`, after the reasons were written to standard error.
  func plan(
    _ pipeline: Pipeline, _ paths: [String]? = nil, through lastStage: String? = nil, output: OutputFolder?, jobs: Int,
    waits: Bool = true
  ) async throws -> BatchPlan {
    let list = try list(pipeline, paths, output: output, jobs: jobs, waits: waits)
    let whole = pipeline.stages(through: lastStage)
    var plan = BatchPlan(pipeline, list)
    let shard = try select(from: &plan)
    // A run that stops before its first table leaves no record from which a later run could resume.
    if let output, lastStage == nil || !whole.tableNames.isEmpty {
      let target = BatchTarget(whole, toolVersion: ToolVersion.current)
      let upToDate = UpToDateCheck(of: target, in: output, isVerified: verify)
      // A shard joins no tables.
      await plan.resume(upToDate, others: shard == nil, jobs: jobs)
    }
    if retryFailed { plan.selectFailed() }
    if overwrite { plan.overwrite(except: Supervisor.crashHistory.finished) }
    if !overwrite, !retryFailed { Supervisor.process.recall(plan, toolVersion: ToolVersion.current) }
    return plan
  }

  /// Selects recordings without the results of earlier runs, and returns the shard, if any.
  private func select(from plan: inout BatchPlan) throws -> ShardSelection? {
    do {
      if !only.isEmpty { try plan.select(ids: only) }
    } catch {
      StandardStreams.error("error: --only: \(error)")
      throw ExitCode.usage
    }
    let shard = try shards.selection()
    if let shard { plan.select(shard) }
    return shard
  }
}

extension InputArguments {
  /// The list of the recordings at some paths.
  static func list(
    _ pipeline: Pipeline, _ paths: [String], known: WorkList? = nil, retries: Bool = false, isHashed: Bool = false,
    waits: Bool = true
  ) -> WorkList {
    WorkList(
      pipeline, paths, known: known, retries: retries, isHashed: isHashed,
      crashes: Supervisor.crashHistory, waits: waits)
  }
}
