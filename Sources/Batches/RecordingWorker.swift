import FoundationEssentials
import SPBasics
import SPPipelines
import SPSignals

/// Runs one recording of a batch and records the result.
struct RecordingWorker: Sendable {
  let output: OutputFolder?
  let toolVersion: String
  let lastStage: String?
  let observer: any BatchObserver
  let crashes: CrashHistory

  /// An error for a recording whose identifier differs from the plan.
  struct IdentifierChanged: Error, CustomStringConvertible {
    let description: String
  }

  /// The name of the run of a recording in a journal.
  static let step = "run"

  func run(_ item: BatchPlan.Item, worker: Int) -> RecordingReport {
    var report = RecordingReport(item.work, status: .interrupted)
    report.reasons = item.decision.reasons
    report.isWorkedOn = true
    let began = Date()
    let clock = ContinuousClock()
    let start = clock.now
    var stamp: FileStamp?
    do {
      stamp = try currentStamp(of: item.work)
      try crashes.askAfterIdentifier(of: item.work.path)
      try crashes.begin(item.work, as: Self.step, worker: worker) {
        try work(on: item, worker: worker, stamp: stamp, began, since: start, &report)
      }
    } catch {
      fail(item, stamp: stamp, error, &report)
    }
    report.seconds = (clock.now - start) / .seconds(1)
    guard report.status == .failed, let output, leavesRecord(item) else { return report }
    // The earlier result is valid again as soon as the file, for example on an unmounted share, can be reached.
    if stamp == nil, item.decision.previousEnding == .done { return report }
    var status = RecordingStatus(
      report, item, toolVersion: toolVersion, began, stamp)
    status.errors = report.faults
    do {
      // Earlier tables stay in the folder, and a later run has to recognize them.
      status.tables = try item.decision.previous()?.tables ?? []
      try output.write(status, item.pipeline)
    } catch {
      report.foundOutputFull = report.foundOutputFull || output.isFull(after: error)
      // The recording's own fault comes first; this one matters too, since the status will not contain it.
      report.add(error, at: item.work.shownPath)
    }
    return report
  }

  /// An error for a file that could not be opened when the list was made, and is still missing, or that shares its
  /// identifier with another one.
  private struct NotListed: Error, CustomStringConvertible {
    let description: String
  }

  /// The state of a recording's files. If a file was already missing when the list was made, the fault of the list is
  /// thrown, since it says more.
  private func currentStamp(of work: WorkItem) throws -> FileStamp {
    do {
      return try work.currentStamp()
    } catch let error as FileError where error.code == FileError.missing && work.stamp == nil {
      throw work.fault.map { NotListed(description: $0) } ?? error
    }
  }

  /// The report of a recording that was left to another process, if that has finished it.
  func reportFromElsewhere(_ item: BatchPlan.Item) -> RecordingReport? {
    guard let output, leavesRecord(item),
      (try? crashes.wasFinishedElsewhere(item.work.path, as: Self.step)) == true,
      let record = try? output.status(of: item.work.recordingID)
    else { return nil }
    return RecordingReport(item, record: record, in: output)
  }

  /// Runs the stages, checks that the input has not changed, and writes tables and then the status.
  private func work(
    on item: BatchPlan.Item, worker: Int, stamp: FileStamp?, _ began: Date, since start: ContinuousClock.Instant,
    _ report: inout RecordingReport
  ) throws {
    let path = item.work.shownPath
    if item.work.isDuplicate, let fault = item.work.fault { throw NotListed(description: fault) }
    let whole = item.pipeline.stages(through: lastStage)
    let kept = try recordToKeep(item, stamp: stamp, &report)
    let pipeline = kept.flatMap { _ in item.decision.tables }.map { whole.stages(for: $0) } ?? whole
    let plan = timed(&report.held.cost.planningS) { pipeline.plan(item.work.shownPaths) }
    // Planning turns every error of a reader into a diagnostic, even a cancellation.
    try Task.checkCancellation()
    report.held.warnings = plan.diagnostics.filter { $0.severity == .warning }.map(\.description)
    if let planned = item.work.stamp, item.work.hash == nil, planned != stamp {
      report.held.warnings.append("the file was rewritten after the list was made")
    }
    guard plan.isRunnable else { throw PipelineError(plan.diagnostics) }
    if let id = plan.recordingID, id != item.work.recordingID {
      throw IdentifierChanged(
        description: """
          \(path): its recording id is "\(id)", but "\(item.work.recordingID)" in the plan; expected the file that was \
          planned: make a new plan
          """)
    }
    report.recordedSeconds = plan.durationS
    observer.recordingBegan(
      id: item.work.recordingID, path: path, bytes: item.work.sizeBytes, recordedSeconds: plan.durationS, worker: worker
    )
    let work = item.work
    let hashing = output == nil || !leavesRecord(item) ? nil : WorkedAhead { try work.currentHash(unless: $0) }
    defer { hashing?.stop() }
    let progress = RunProgress { [observer, crashes] stageID, fraction in
      crashes.journal?.move()
      observer.recordingAdvanced(worker: worker, stageID: stageID, fraction: fraction)
    }
    let environment = RunEnvironment(outputFolder: output?.path, progress: progress)
    let (result, files) = try pipeline.execute(plan, environment: environment, cost: &report.held.cost)
    report.held.warnings += result.warnings.map(\.description)
    report.held.stages = result.stages
    report.held.tables = result.writtenTables
    if let output, let hashing {
      let hash = try timed(&report.held.cost.hashingS) { try hashing.value() }
      let isSame = try item.work.currentStamp() == stamp && (kept?.input.hash ?? hash) == hash
      guard isSame else { throw InputChanged(path: path) }
      if let planned = item.work.hash, planned != hash {
        report.held.warnings.append("its content changed after the list was made")
      }
      let earlier = Dictionary((try item.decision.previous()?.tables ?? []).map { ($0.path, $0.hash) }) { first, _ in
        first
      }
      for table in result.writtenTables {
        try output.requireReplaceable(table.path, recorded: Set(earlier.keys))
      }
      // The batch syncs the folders, once for all recordings.
      let stamps = try timed(&report.held.cost.writingS) { try WholeFile.write(files, syncing: .contents) }
      for table in result.writtenTables {
        report.held.warnings += output.removeOtherFormats(of: table.path) { file in
          earlier[file].map { (try? ContentHash(ofFile: output.path + "/" + file)) == $0 } ?? false
        }
      }
      var status = RecordingStatus(
        report, item, toolVersion: toolVersion, began, stamp)
      status.status = .done
      status.input.hash = hash
      status.seconds = (ContinuousClock.now - start) / .seconds(1)
      status.add(result.writtenTables, files, stamps, keys: pipeline.tableKeys, in: output)
      if let kept { status.keepRest(of: kept, pipeline: item.pipeline) }
      try timed(&report.held.cost.writingS) { try output.write(status, item.pipeline) }
      report.held.stored = status
      report.held.stages = status.stages
    }
    report.status = .done
  }

  /// The earlier record, if some of its tables stay because only others have to be made.
  ///
  /// That was decided when the run began; a file that was edited since must still run through all stages.
  private func recordToKeep(
    _ item: BatchPlan.Item, stamp: FileStamp?, _ report: inout RecordingReport
  ) throws -> RecordingStatus? {
    guard item.decision.tables != nil, let previous = try item.decision.previous() else { return nil }
    if stamp == previous.input.stamp { return previous }
    let hash = try timed(&report.held.cost.hashingS) { try item.work.currentHash() }
    if hash == previous.input.hash { return previous }
    report.reasons.append("input changed")
    return nil
  }

  /// Whether the run is recorded. A run that stops before its first table is not: the record of a longer run stays.
  private func leavesRecord(_ item: BatchPlan.Item) -> Bool {
    lastStage == nil || !item.pipeline.stages(through: lastStage).tableNames.isEmpty
  }

  private func fail(
    _ item: BatchPlan.Item, stamp: FileStamp?, _ error: any Error, _ report: inout RecordingReport
  ) {
    let underlying = (error as? StageFailure)?.underlying ?? error
    // A cancelled recording has not failed, whatever error it reports.
    if Task.isCancelled || underlying is CancellationError {
      report.status = .interrupted
      // A reader may report cancellation in its own words; the stage has not finished in that case either.
      report.held.cost.failedStage = nil
      return
    }
    report.status = .failed
    report.foundOutputFull = output?.isFull(after: error) ?? false
    report.held.stages = []
    report.held.tables = []
    // A file that is still being written is the cause, whatever error the reader reports.
    let path = item.work.shownPath
    let isChanged = stamp != nil && (try? item.work.currentStamp()) != stamp
    report.add(isChanged ? InputChanged(path: path, isGone: !Folder.exists(path)) : error, at: path)
  }
}
