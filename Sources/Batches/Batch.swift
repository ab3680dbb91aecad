import FoundationEssentials
import Logging
import SPBasics
import SPPipelines
import SPSignals
import Synchronization

/// Runs a pipeline over many recordings, several at a time.
///
/// Faults of a recording are reported, and the remaining recordings are processed. Files appear whole or not at all.
/// The bytes of the tables do not depend on the number of jobs.
public struct Batch: Sendable {
  /// The folder for tables; nil writes nothing.
  package var outputFolder: String?
  /// How many recordings are processed at a time.
  public var jobs: Int
  /// The version of the tool, for the report.
  public var toolVersion: String
  /// The destination of messages.
  public var logger: Logger
  /// Which shard of the plan this is, as `3/10`; nil for all of it.
  public var shard: String?
  /// The last stage to run; nil for all of them.
  public var lastStage: String?
  /// Files on which the program crashed.
  public var crashes = CrashHistory()
  /// Whether no further recording is begun after one has failed.
  public var stopsAtFailure = false
  /// Whether every warning is logged, and every fault with its stage and its place in the pipeline. By default, each cause
  /// of failures is logged once, and the first three of warnings that differ only in numbers.
  public var logsEverything = false
  /// Ends of warnings that the program has reported before the batch: these are only recorded.
  public var reportedWarnings: Set<String> = []
  /// Whether tables are joined when every recording of the plan is finished.
  public var joinsTables = true
  /// The number of recordings that the program runs after this batch, with other pipelines.
  package var laterRecordings = 0
  /// The observer of events.
  public var observer: any BatchObserver = BatchObservers([])

  /// Makes a batch.
  /// - Parameters:
  ///   - outputFolder: The folder for tables; nil writes nothing.
  ///   - jobs: How many recordings are processed at a time, at most the number of processors.
  ///   - toolVersion: The version of the program, the same as for ``BatchPlan``.
  ///   - logger: The destination of messages; by default standard error, unless the program has set up another log.
  public init(
    outputFolder: URL?, jobs: Int = GrantedProcessors.current.count, toolVersion: String,
    logger: Logger = Logger(label: "swingpipe")
  ) {
    self.init(outputFolder: outputFolder?.filePath, jobs: jobs, toolVersion: toolVersion, logger: logger)
  }

  /// Makes a batch with an output folder at a path, as the public initializer does.
  package init(
    outputFolder: String?, jobs: Int = GrantedProcessors.current.count, toolVersion: String,
    logger: Logger = Logger(label: "swingpipe")
  ) {
    self.outputFolder = outputFolder
    // There are as many threads as processors; more jobs would only seem to be in progress.
    self.jobs = max(1, min(jobs, ProcessInfo.processInfo.activeProcessorCount))
    self.toolVersion = toolVersion
    self.logger = logger
  }

  /// Runs everything that a plan requires, then joins the tables of all finished recordings of the plan.
  ///
  /// When the task is cancelled, recordings in progress stop within a block of samples, and their unfinished
  /// files are removed.
  /// - Parameters:
  ///   - plan: the recordings, and what to do for each.
  ///   - pipeline: the plan's pipeline; nil for a plan of several pipelines, of which the folder then keeps no
  ///     single record.
  /// - Returns: the result of each recording; a failed recording does not throw.
  /// - Throws: `FileError` if the output folder cannot be written, before anything has run.
  public func run(_ plan: BatchPlan, of pipeline: Pipeline? = nil) async throws -> BatchReport {
    let start = ContinuousClock.now
    let output = outputFolder.map(OutputFolder.init)
    // A run without a record does not affect the status of the folder.
    let target = pipeline?.stages(through: lastStage)
    let leavesRecords = crashes.only == nil && (lastStage == nil || target?.tableNames.isEmpty == false)
    if leavesRecords, let output {
      // Later commands compare the tables with the target of this run, which excludes the stages after `lastStage`.
      try await output.prepare(
        plan.list.jsonLines(jobs: jobs), target, tablesOf: target ?? plan.items.first?.pipeline,
        toolVersion: toolVersion)
    }
    let started = Date()
    // What planning took is free by now, but no thread that works on a recording would use it.
    ProcessFacts.giveBackFreedMemory()
    let (reports, costs, isFull) = await reports(of: plan, output)
    // Files that were still in question are known by now; with the list updated, the next run need not wait for them.
    if let output, leavesRecords, let settled = crashes.settled(plan.list) { try? output.update(settled) }
    var report = BatchReport(
      name: plan.items.first?.pipeline.name ?? "", toolVersion: toolVersion, started: started, jobs: jobs, shard: shard,
      recordings: zip(plan.items, reports).compactMap { item, report in
        report ?? (item.isSelected ? RecordingReport(upToDate: item) : nil)
      })
    report.costs = costs
    if isFull {
      // The reports of the failed recordings have the cause.
      if report.count(.interrupted) > 0 {
        report.notes.append("no further recording was begun, as the output folder takes no more")
      }
      report.isWorthRetrying = true
    }
    if let output, reports.contains(where: { $0 != nil }) { sync(output, of: plan, &report) }
    // A run with nothing to do filters nothing.
    // What recordings took is free by now: the tables are joined in it, rather than in more.
    ProcessFacts.giveBackFreedMemory()
    report.pipeline = (pipeline ?? plan.items.first?.pipeline).map(PipelineRecord.init)
    if outputFolder != nil, !leavesRecords {
      report.notes.append("nothing was written: no table comes before that stage")
    }
    if let output, leavesRecords {
      if joinsTables, !Task.isCancelled {
        var seconds = 0.0
        SpareWorkers.$current.withValue(SpareWorkers(count: jobs - 1)) {
          timed(&seconds) { join(plan, &report, in: output) }
        }
        report.joiningSeconds = seconds
      }
      refresh(plan, in: output)
      await write(&report, in: output)
      // Once more: a program killed just before this run may have taken a moment to end.
      output.sweep(pipeline ?? plan.items.first?.pipeline)
    }
    for note in report.notes { observer.batchTold(note, isError: false) }
    for error in report.errors { observer.batchTold(error, isError: true) }
    observer.batchEnded()
    // The existing records stay as they are.
    if report.peakMemoryBytes == 0 { report.peakMemoryBytes = ProcessFacts.peakMemoryBytes }
    report.seconds = (ContinuousClock.now - start) / .seconds(1)
    return report
  }

  /// Processes the remaining recordings of a plan, and returns the result of each, in the order of the plan, the
  /// total cost, and whether the output folder took no more.
  private func reports(
    of plan: BatchPlan, _ output: OutputFolder?
  ) async -> ([RecordingReport?], BatchCosts, isFull: Bool) {
    var costs = BatchCosts()
    let hasFailed = Atomic(false)
    let isFull = Atomic(false)
    var files: Set<StatusFiles> = []
    var logged = LoggedMessages()
    var reports = reportsBeforeCrash(of: plan, output, sharing: &files)
    // Warnings before a crash count, because the process that crashed has logged them.
    for report in reports.compactMap(\.self) {
      for warning in (try? report.details().warnings) ?? [] { _ = isLogged(warning, of: report.recordingID, &logged) }
    }
    let left = plan.workIndices.filter { index in
      reports[index] == nil && (crashes.only.map { $0.path == plan.items[index].work.path } ?? true)
    }
    var totals = BatchTotals(
      sizes: left.map { plan.items[$0].work.sizeBytes },
      upToDate: plan.items.count { $0.isSelected && !$0.isRun }, jobs: jobs)
    totals.laterRecordings = laterRecordings
    observer.batchBegan(totals)
    let groups = Dictionary(grouping: left) { rank(of: plan.items[$0].work.path) }
    for (rank, jobs) in [(0, jobs), (1, 1), (2, jobs)] {
      let items = groups[rank] ?? []
      let worker = RecordingWorker(
        output: output, toolVersion: toolVersion, lastStage: lastStage,
        observer: observer, crashes: crashes)
      // Workers without a recording help with the recordings of busy workers.
      let spare = SpareWorkers(count: 0)
      await Concurrently.forEach(items, jobs: jobs) { position, index in
        let item = plan.items[position]
        let isBegun =
          !Task.isCancelled && !isFull.load(ordering: .relaxed)
          && !(stopsAtFailure && hasFailed.load(ordering: .relaxed))
        guard isBegun else { return RecordingReport(item.work, status: .interrupted) }
        let report =
          worker.reportFromElsewhere(item)
          ?? SpareWorkers.$current.withValue(spare) { worker.run(item, worker: index) }
        if report.status != .interrupted { crashes.journal?.finished(item.work.path) }
        crashes.journal?.ended(crashes.step(RecordingWorker.step, item.work.path))
        observer.recordingFinished(
          report, bytes: item.work.sizeBytes, recordedSeconds: report.recordedSeconds, worker: index)
        if report.status == .failed { hasFailed.store(true, ordering: .relaxed) }
        if report.foundOutputFull { isFull.store(true, ordering: .relaxed) }
        return report
      } idle: {
        spare.add()
      } finished: { index, report in
        costs.add(report)
        log(report, &logged)
        // There may be thousands of them.
        var kept = report
        kept.settle(in: output, sharing: &files)
        reports[items[index]] = kept
      }
    }
    for warning in logged.unlogged { logger.warning("\(warning)") }
    return (reports, costs, isFull.load(ordering: .relaxed))
  }

  /// The results of recordings that this command finished before the program crashed, read from their records. The
  /// command does not run these recordings again, and reports them like all others.
  private func reportsBeforeCrash(
    of plan: BatchPlan, _ output: OutputFolder?, sharing files: inout Set<StatusFiles>
  ) -> [RecordingReport?] {
    var reports = [RecordingReport?](repeating: nil, count: plan.items.count)
    guard let output, !crashes.finished.isEmpty else { return reports }
    for (index, item) in plan.items.enumerated() where item.isSelected && crashes.finished.contains(item.work.path) {
      guard item.decision.isUpToDate || item.decision.previousEnding == .failed,
        // Where the record cannot be read any more, the recording runs again.
        var report = try? item.decision.previous().map({ RecordingReport(item, record: $0, in: output) })
      else { continue }
      report.settle(in: output, sharing: &files)
      reports[index] = report
    }
    return reports
  }

  /// When a recording's turn comes: last of all if another process works on it, and after most others if it may have
  /// crashed the program.
  private func rank(of path: String) -> Int {
    guard !crashes.setAside.isEmpty || !crashes.suspects.isEmpty else { return 0 }
    let steps = [WorkList.step, RecordingWorker.step].map { crashes.step($0, path) }
    return !crashes.setAside.isDisjoint(with: steps) ? 2 : crashes.suspects.contains(path) ? 1 : 0
  }

  /// Whether to log a warning.
  private func isLogged(_ warning: String, of recordingID: String, _ logged: inout LoggedMessages) -> Bool {
    !reportedWarnings.contains(where: warning.hasSuffix)
      && (logsEverything || logged.add(warning: warning, of: recordingID))
  }

  private func log(_ report: RecordingReport, _ logged: inout LoggedMessages) {
    let place: Logger.Metadata = ["recording_id": "\(report.recordingID)", "path": "\(report.path)"]
    for warning in report.held.warnings where isLogged(warning, of: report.recordingID, &logged) {
      logger.warning("\(report.path): \(warning)", metadata: place)
    }
    guard logsEverything else {
      if report.status == .failed, let cause = report.cause, logged.add(cause: cause, of: report.recordingID) {
        logger.error("\(report.path): \(cause)", metadata: place)
      }
      return
    }
    for (index, error) in report.errors.enumerated() {
      var place = place
      let fault = report.faults.indices.contains(index) ? report.faults[index] : nil
      if let stage = fault?.stage { place["stage"] = "\(stage)" }
      if let option = fault?.option { place["option"] = "\(option)" }
      logger.error("\(error)", metadata: place)
    }
  }
}

/// What a batch does once its recordings have ended.
extension Batch {
  /// Joins the finished tables, unless recordings outside this run still have to run: joined tables come from one
  /// pipeline.
  func join(_ plan: BatchPlan, _ report: inout BatchReport, in output: OutputFolder) {
    let names = plan.items.first.map { $0.pipeline.stages(through: lastStage).tableNames } ?? []
    guard !names.isEmpty else { return }
    guard report.count(.interrupted) == 0 else {
      report.notes.append("tables were not joined, as some recordings were not begun")
      return
    }
    let stale = plan.items.count {
      !$0.isSelected && !$0.decision.isUpToDate && $0.decision.previousEnding == .done
    }
    guard stale == 0 else {
      report.notes.append(
        "tables were not joined: \(stale) of the other recordings have to run again, as swingpipe run --dry-run shows")
      return
    }
    do {
      let outcome = try TableJoin.join(names, in: output) { add in
        // Both are in the order of the identifiers.
        var reports = report.recordings.makeIterator()
        for item in plan.items {
          if let tables = try item.isSelected ? reports.next()?.tablesToJoin() : item.decision.tablesToJoin {
            add(tables)
          }
        }
      }
      report.merged = outcome.tables
      report.notes += outcome.warnings
      let others = try output.statusIDs(outside: plan.list).count
      if others > 0 {
        report.notes.append(
          "the joined tables leave out \(others) that earlier runs left in the folder: they are not among these inputs")
      }
    } catch is CancellationError {
      report.notes.append("tables were not joined, as the run was interrupted; run again, or swingpipe merge")
    } catch {
      report.errors.append("\(error)")
      report.isWorthRetrying = report.isWorthRetrying || isWorthRetrying(error)
    }
  }

  /// Makes sure that the tables and records of this run stay after a power failure: once, rather than for each of
  /// thousands of recordings.
  ///
  /// A table that vanishes in a power failure before that is not as its record says, or vanishes with it, so that its
  /// recording runs again.
  func sync(_ output: OutputFolder, of plan: BatchPlan, _ report: inout BatchReport) {
    do {
      try output.sync(plan.items.first?.pipeline)
    } catch {
      report.errors.append("\(error)")
      report.isWorthRetrying = report.isWorthRetrying || isWorthRetrying(error)
    }
  }

  /// Records the new time of files that were rewritten with the same content, so that they are not read again.
  func refresh(_ plan: BatchPlan, in output: OutputFolder) {
    for item in plan.items where item.isSelected && item.decision.isUpToDate && item.decision.isTouched {
      guard var status = try? item.decision.previous(), let stamp = item.decision.newStamp else { continue }
      // Records written by another run meanwhile are newer.
      guard (try? output.status(of: status.recordingID)) == status else { continue }
      status.input.stamp = stamp
      // Without it the next run only takes longer, also where a power failure leaves an empty file.
      try? output.write(status, item.pipeline, syncing: .nothing)
    }
  }

  func write(_ report: inout BatchReport, in output: OutputFolder) async {
    report.finished = UTCTime.text(Date())
    report.peakMemoryBytes = ProcessFacts.peakMemoryBytes
    do {
      let file = try PendingFile(for: output.runPath(shard))
      let stream = try OutputFile(file)
      try await report.writeJSON(jobs: jobs) { try stream.write($0) }
      try stream.close()
      try file.commit()
      report.isKept = true
    } catch {
      report.errors.append("\(error)")
      report.isWorthRetrying = report.isWorthRetrying || isWorthRetrying(error)
    }
  }
}
