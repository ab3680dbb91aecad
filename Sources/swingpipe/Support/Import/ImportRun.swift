import Files
import Importers
import Parallel
import Pipelines
import Recordings
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
    var reports: [Int: ImportReport] = [:]
    observer.batchBegan(BatchTotals(sizes: sources.map(\.byteCount), jobs: min(jobs, sources.count)))
    let spare = SpareWorkers(count: max(0, jobs - sources.count))
    let crashes = Supervisor.crashHistory
    let order = crashes.order(of: sources.map(\.firstPath), for: "import")
    await Concurrently.forEach(order.map { sources[$0] }, jobs: min(jobs, sources.count)) { source, worker in
      guard !Task.isCancelled, !(stopsAtFailure && hasFailed.load(ordering: .relaxed)) else {
        return report(source, .interrupted)
      }
      let report = SpareWorkers.$current.withValue(spare) { work(on: source, worker, crashes) }
      if report.status == .failed { hasFailed.store(true, ordering: .relaxed) }
      return report
    } idle: {
      spare.add()
    } finished: { index, report in
      reports[order[index]] = report
    }
    observer.batchEnded()
    return sources.indices.compactMap { reports[$0] }
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
      let swings = try RecordingDescription.suitability(of: report.output, recording, quality)
      report.findings = quality.findings + (swings.map { [$0.text("swings")] } ?? [])
    } catch {
      report.record?.notes.append("what is wrong with it cannot be told: \(error)")
    }
  }

  private func path(of source: ImportSource) -> String {
    "\(output)/\(RecordingFileName(source.recordingID).text).h5"
  }

  private func work(on source: ImportSource, _ worker: Int, _ crashes: CrashHistory) -> ImportReport {
    observer.recordingBegan(
      id: source.recordingID, path: source.name, bytes: source.byteCount, recordedSeconds: nil, worker: worker)
    var report = report(source, .done)
    do {
      let importer = try labels?.added(to: importer, for: source) ?? importer
      let outcome = try crashes.attempt(source.firstPath, as: "import", worker: worker, tellsProgress: false) {
        try importer.run(source, to: report.output, replaces: overwrites) {
          crashes.journal?.move()
          observer.recordingAdvanced(worker: worker, stageID: "import", fraction: min($0, 0.999))
        }
      }
      report.record = outcome.record
      report.labels = outcome.annotations.map(LabelCounts.init)
      report.status = outcome.wasDone ? .upToDate : .done
      if !outcome.wasDone { tellFaults(&report) }
    } catch is CancellationError {
      report.status = .interrupted
    } catch let crash as CrashHistory.Crashed {
      report.status = .failed
      report.error = "\(source.name): \(crash.cause.message)"
    } catch {
      report.status = .failed
      report.error = "\(error)"
      report.isWorthRetrying = isWorthRetrying(error)
    }
    let status: RecordingReport.Status =
      report.status == .failed ? .failed : report.status == .interrupted ? .interrupted : .done
    observer.recordingFinished(
      RecordingReport(path: source.name, recordingID: source.recordingID, status: status), bytes: source.byteCount,
      recordedSeconds: nil, worker: worker)
    return report
  }
}

extension ImportSource {
  /// What stands for it where one file is to be named.
  fileprivate var firstPath: String { paths.first ?? name }
}
