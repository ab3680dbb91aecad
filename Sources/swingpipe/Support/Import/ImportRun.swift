import Files
import Importers
import Parallel
import Pipelines
import Recordings
import Stages
import Synchronization

/// Imports sources, several at a time.
struct ImportRun: Sendable {
  var importer: Importer
  /// Labels that are imported with the sources; nil for none.
  var labels: ImportLabels?
  var sources: [ImportSource]
  /// The folder for the recordings.
  var output: String
  var jobs: Int
  var overwrites: Bool
  var stopsAtFailure: Bool
  var observer: BatchObservers

  /// Imports all sources, and tells what became of each.
  func run() async -> [ImportReport] {
    let hasFailed = Atomic(false)
    var reports: [Int: [ImportReport]] = [:]
    observer.batchBegan(BatchTotals(sizes: sources.map(\.byteCount), jobs: min(jobs, sources.count)))
    let spare = SpareWorkers(count: max(0, jobs - sources.count))
    let crashes = Supervisor.crashHistory
    let order = crashes.order(of: sources.map(\.firstPath), for: "import")
    await Concurrently.forEach(order.map { sources[$0] }, jobs: min(jobs, sources.count)) { source, worker in
      guard !Task.isCancelled, !(stopsAtFailure && hasFailed.load(ordering: .relaxed)) else {
        return [report(source, .interrupted)]
      }
      let reports = SpareWorkers.$current.withValue(spare) { work(on: source, worker, crashes) }
      if reports.contains(where: { $0.status == .failed }) { hasFailed.store(true, ordering: .relaxed) }
      return reports
    } idle: {
      spare.add()
    } finished: { index, made in
      reports[order[index]] = made
    }
    observer.batchEnded()
    return sources.indices.flatMap { reports[$0] ?? [] }
  }

  private func report(_ source: ImportSource, _ status: ImportReport.Status) -> ImportReport {
    ImportReport(source: source, output: path(of: source), status: status)
  }

  /// Measures the recording as it was written. It is there, whatever comes of this.
  private func tellFaults(_ report: inout ImportReport) {
    do {
      let recording = try Recording(opening: report.output)
      let quality = try RecordingQuality(of: recording)
      report.faults = quality.faults
      let swings = try SportPipeline.suitability(of: recording, quality)
      report.findings = quality.findings + (swings.map { [$0.text("swings")] } ?? [])
    } catch {
      report.record?.notes.append("what is wrong with it cannot be told: \(error)")
    }
  }

  private func path(of source: ImportSource) -> String { path(of: source.recordingID) }

  private func path(of recordingID: String) -> String {
    "\(output)/\(RecordingFileName(recordingID).text).h5"
  }

  /// Imports a source; one that holds several recordings has a report of its own before theirs.
  private func work(on source: ImportSource, _ worker: Int, _ crashes: CrashHistory) -> [ImportReport] {
    observer.recordingBegan(
      id: source.recordingID, path: source.name, bytes: source.byteCount, recordedSeconds: nil, worker: worker)
    func advanced(_ fraction: Double) {
      crashes.journal?.move()
      observer.recordingAdvanced(worker: worker, stageID: "import", fraction: min(fraction, 0.999))
    }
    var reports: [ImportReport]
    do {
      reports = try crashes.attempt(source.firstPath, as: "import", worker: worker, tellsProgress: false) {
        try source.isHealthExport()
          ? runExport(source, advanced) : [report(source, .done, of: try run(source, advanced))]
      }
    } catch {
      reports = [failure(report(source, .failed), error, in: source)]
    }
    let failed = reports.contains { $0.status == .failed }
    let interrupted = reports.contains { $0.status == .interrupted }
    observer.recordingFinished(
      RecordingReport(
        path: source.name, recordingID: source.recordingID,
        status: failed ? .failed : interrupted ? .interrupted : .done), bytes: source.byteCount,
      recordedSeconds: nil, worker: worker)
    return reports
  }

  private func run(_ source: ImportSource, _ advanced: (Double) -> Void) throws -> Importer.Outcome {
    let importer = try labels?.added(to: importer, for: source) ?? importer
    return try importer.run(source, to: path(of: source), replaces: overwrites, advanced: advanced)
  }

  /// Imports an export with a recording for each workout.
  private func runExport(_ source: ImportSource, _ advanced: (Double) -> Void) throws -> [ImportReport] {
    guard labels == nil else {
      throw ImportError(
        path: source.name, "has a recording for each workout; expected no --labels: swingpipe label add adds them")
    }
    let outcome = try importer.runExport(
      source, in: output, to: { path(of: $0) }, replaces: overwrites, advanced: advanced)
    let workouts = outcome.workouts.map { workout in
      var part = source
      part.recordingID = workout.recordingID
      switch workout.result {
      case .success(let made): return report(part, .done, of: made)
      case .failure(let error): return failure(report(part, .failed), error, in: source)
      }
    }
    var whole = ImportReport(source: source, output: output, status: .done)
    let isOld = workouts.allSatisfy { $0.status == .upToDate }
    whole.status = isOld ? .upToDate : workouts.contains { $0.status == .done } ? .done : .failed
    if whole.status == .failed {
      whole.error = "\(source.name): none of its \(workouts.count) workouts was imported, for the reasons below"
    }
    whole.record = ImportRecord(
      toolVersion: importer.toolVersion, format: ImportFormat.appleHealth.rawValue, sources: [],
      options: importer.options.text, notes: outcome.notes, unused: outcome.unused)
    // What is told of the whole is not told of each again.
    return [whole]
      + workouts.map { workout in
        var workout = workout
        workout.isPart = true
        return workout
      }
  }

  /// The report of a recording that is there.
  private func report(
    _ source: ImportSource, _ status: ImportReport.Status, of outcome: Importer.Outcome
  ) -> ImportReport {
    var report = report(source, outcome.wasDone ? .upToDate : status)
    report.record = outcome.record
    report.labels = outcome.annotations.map(LabelCounts.init)
    if !outcome.wasDone { tellFaults(&report) }
    return report
  }

  private func failure(_ report: ImportReport, _ error: any Error, in source: ImportSource) -> ImportReport {
    var report = report
    switch error {
    case is CancellationError: report.status = .interrupted
    case let crash as CrashHistory.Crashed: report.error = "\(source.name): \(crash.cause.message)"
    default:
      report.error = "\(error)"
      report.isWorthRetrying = isWorthRetrying(error)
    }
    return report
  }
}

extension ImportSource {
  /// What stands for it where one file is to be named.
  fileprivate var firstPath: String { paths.first ?? name }
}
