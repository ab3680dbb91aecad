import SPBasics
import SPBatches
import SPImporting
import SPPipelines
import SPRecordings
import SPSignals
import SPStages
import Synchronization

/// Imports sources, several at a time. A failure is reported and does not stop other sources.
///
/// A second import of the same sources does the remaining work.
package struct ImportBatch: Sendable {
  /// How each source is imported.
  package var importer: Importer
  /// The folder for the recordings, each by its identifier: `OUTPUT/<recording_id>.h5`.
  package var output: String
  /// Labels that are imported with the sources; nil for none.
  package var labels: ImportLabels?
  /// How many sources to work on at a time, at least 1.
  package var jobs = GrantedProcessors.current.count
  /// Whether existing recordings are replaced, together with labels that were added to them.
  package var replaces = false
  /// Whether no further source is begun after one has failed.
  package var stopsAtFailure = false
  /// The observers of progress.
  package var observers = BatchObservers([])
  /// The sources on which the program crashed.
  package var crashes = CrashHistory()

  /// An import into a folder.
  package init(_ importer: Importer, into output: String) {
    self.importer = importer
    self.output = output
  }

  /// Imports sources. If the task is cancelled, running imports stop and no further import begins.
  ///
  /// - Parameter sources: the sources; `ImportSource.sources(in:joinedAs:excluding:)` finds them in files and folders.
  /// - Returns: a report for each source, and for each recording of a source with several.
  /// - Throws: `FileError` if the folder cannot be made.
  package func run(_ sources: [ImportSource]) async throws -> ImportOutcome {
    try Folder.create(output)
    // Files left by imports that were killed.
    WholeFile.removeAbandoned(in: output)
    let hasFailed = Atomic(false)
    var reports: [Int: [ImportReport]] = [:]
    let jobs = min(jobs, sources.count)
    observers.batchBegan(BatchTotals(sizes: sources.map(\.byteCount), jobs: jobs))
    let spare = SpareWorkers(count: self.jobs - jobs)
    // A part of one source never takes the path of another source.
    let batch = claiming(paths: PathClaims(of: sources, at: path))
    let order = crashes.order(of: sources.map(\.firstPath), for: Self.step)
    await Concurrently.forEach(order.map { sources[$0] }, jobs: jobs) { source, worker in
      guard !Task.isCancelled, !(stopsAtFailure && hasFailed.load(ordering: .relaxed)) else {
        return [report(source, .interrupted)]
      }
      let reports = SpareWorkers.$current.withValue(spare) { batch.work(on: source, worker) }
      if reports.contains(where: { $0.status == .failed }) { hasFailed.store(true, ordering: .relaxed) }
      return reports
    } idle: {
      spare.add()
    } finished: { index, made in
      reports[order[index]] = made
    }
    observers.batchEnded()
    return ImportOutcome(sources.indices.flatMap { reports[$0] ?? [] })
  }

  /// The name of the import of a source in a journal.
  private static let step = "import"

  private func report(_ source: ImportSource, _ status: ImportReport.Status) -> ImportReport {
    ImportReport(source, at: path(of: source.recordingID), status)
  }

  /// Adds the faults and findings of the written recording. The import counts as done even if they cannot be measured.
  private func tellFaults(_ report: inout ImportReport) {
    do {
      let recording = try Recording(opening: report.output)
      let quality = try RecordingQuality(of: recording)
      report.faults = quality.faults
      report.contradictions = quality.contradictions
      let swings = try SportPipeline.suitability(of: recording, quality)
      report.findings = quality.findings + (swings.map { [$0.text("swings")] } ?? [])
    } catch {
      report.record?.notes.append("its faults could not be listed: \(error)")
    }
  }

  private func claiming(paths: PathClaims) -> ImportBatch {
    var batch = self
    batch.importer.claims = paths
    return batch
  }

  private func path(of recordingID: String) -> String {
    "\(output)/\(RecordingFileName(recordingID).text).h5"
  }

  /// Imports a source. A source with several recordings has its own report, before the reports of the recordings.
  private func work(on source: ImportSource, _ worker: Int) -> [ImportReport] {
    observers.recordingBegan(
      id: source.recordingID, path: source.name, bytes: source.byteCount, recordedSeconds: nil, worker: worker)
    func advanced(_ fraction: Double) {
      crashes.journal?.move()
      observers.recordingAdvanced(worker: worker, stageID: Self.step, fraction: min(fraction, 0.999))
    }
    var reports: [ImportReport]
    do {
      reports = try crashes.attempt(source.firstPath, as: Self.step, worker: worker, tellsProgress: false) {
        try run(source, advanced)
      }
    } catch {
      reports = [failure(report(source, .failed), error, in: source)]
    }
    let failed = reports.contains { $0.status == .failed }
    let interrupted = reports.contains { $0.status == .interrupted }
    observers.recordingFinished(
      RecordingReport(
        path: source.name, recordingID: source.recordingID,
        status: failed ? .failed : interrupted ? .interrupted : .done), bytes: source.byteCount,
      recordedSeconds: nil, worker: worker)
    return reports
  }

  /// Imports a source. An export with recordings of many days has its own report, before the reports of the recordings.
  private func run(_ source: ImportSource, _ advanced: (Double) -> Void) throws -> [ImportReport] {
    let importer = try labels?.added(to: importer, for: source) ?? importer
    let outcome = try importer.run(
      source, in: output, to: { path(of: $0) }, replaces: replaces, advanced: advanced)
    let reports = outcome.recordings.map { recording in
      var part = source
      part.recordingID = recording.recordingID
      switch recording.result {
      case .success(let made): return report(part, of: made)
      case .failure(let error): return failure(report(part, .failed), error, in: source)
      }
    }
    guard let format = outcome.format else { return reports }
    var whole = ImportReport(source, at: output, .done)
    let isOld = reports.allSatisfy { $0.status == .upToDate }
    whole.status = isOld ? .upToDate : reports.contains { $0.status == .done } ? .done : .failed
    if whole.status == .failed {
      whole.error = "\(source.name): none of its \(reports.count) workouts was imported, for the reasons below"
    }
    whole.record = ImportRecord(
      toolVersion: importer.toolVersion, format: format.rawValue, sources: [], options: importer.options.text,
      notes: outcome.notes, unused: outcome.unused)
    // Up-to-date workouts add no lines: the report of the whole export covers them.
    return [whole]
      + reports.map { report in
        var report = report
        report.isPart = true
        return report
      }
  }

  /// The report of a recording that was written, now or by an earlier import.
  private func report(_ source: ImportSource, of outcome: Importer.Outcome) -> ImportReport {
    var report = report(source, outcome.wasDone ? .upToDate : .done)
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
  /// The file that represents the source if only one file can be named.
  fileprivate var firstPath: String { paths.first ?? name }
}
