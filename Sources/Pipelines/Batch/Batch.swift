import Files
import Logging
import Tables

/// Runs a pipeline over many recordings, several at a time.
///
/// A recording is the unit of work: what goes wrong with one is reported, and the others go on. Files appear whole or
/// not at all, and the bytes of the tables do not depend on the number of jobs.
public struct Batch: Sendable {
  /// The folder that tables are written to; nil writes nothing.
  public var outputFolder: String?
  /// How many recordings are worked on at a time.
  public var jobs: Int
  /// The version of the tool, for the report.
  public var toolVersion: String
  /// Where messages go.
  public var logger: Logger

  /// Makes a batch.
  public init(outputFolder: String?, jobs: Int, toolVersion: String, logger: Logger) {
    self.outputFolder = outputFolder
    self.jobs = max(1, jobs)
    self.toolVersion = toolVersion
    self.logger = logger
  }

  /// Runs every recording of a plan, then joins the tables of those that are done.
  ///
  /// When the task is cancelled, recordings that are under way stop within a block of samples, and what they had
  /// begun to write is removed.
  /// - Parameters:
  ///   - plan: the pipeline, planned for the recordings.
  ///   - finished: called for each recording as it ends, with how many have by then; never twice at a time.
  /// - Returns: what became of each recording; nothing is thrown for one that failed.
  public func run(
    _ plan: BatchPlan, finished: @escaping @Sendable (RecordingReport, Int) -> Void = { _, _ in }
  ) async -> BatchReport {
    var recordings: [RecordingReport] = []
    await Concurrently.forEach(plan.items, jobs: jobs) {
      work(on: $0.recording, with: $0.pipeline)
    } finished: {
      recordings.append($1)
      log($1)
      finished($1, recordings.count)
    }
    recordings.sort { ($0.recordingID ?? $0.path, $0.path) < ($1.recordingID ?? $1.path, $1.path) }
    let pipelines = plan.items.map(\.pipeline)
    var report = BatchReport(
      pipeline: pipelines.first?.name ?? "", toolVersion: toolVersion, recordings: recordings)
    if let outputFolder {
      if !Task.isCancelled { merge(Set(pipelines.flatMap(\.tableNames)), &report, in: outputFolder) }
      write(&report, in: outputFolder)
    }
    return report
  }

  private func log(_ report: RecordingReport) {
    for warning in report.warnings { logger.warning("\(report.path): \(warning)") }
    for error in report.errors { logger.error("\(error)") }
  }

  private func work(on plan: RecordingPlan, with pipeline: Pipeline) -> RecordingReport {
    var report = RecordingReport(path: plan.inputPath, recordingID: plan.recordingID, status: .interrupted)
    report.warnings = plan.diagnostics.filter { $0.severity == .warning }.map(\.description)
    guard !Task.isCancelled else { return report }
    let clock = ContinuousClock()
    let start = clock.now
    do {
      let environment = RunEnvironment(outputFolder: outputFolder)
      let result = try pipeline.run(plan, environment: environment)
      report.status = .done
      report.warnings += result.warnings.map(\.description)
      report.stages = result.stages
      report.tables = result.writtenTables
    } catch is CancellationError {
      report.status = .interrupted
    } catch let failure as StageFailure where failure.underlying is CancellationError {
      report.status = .interrupted
    } catch {
      report.status = .failed
      report.errors = error.lines { "\(plan.inputPath): \($0)" }
    }
    report.seconds = (clock.now - start) / .seconds(1)
    return report
  }

  /// Joins the tables of each name, in the order of the recordings.
  ///
  /// A joined table of an earlier run stays as it is where this run has no table of its name.
  private func merge(_ names: Set<String>, _ report: inout BatchReport, in outputFolder: String) {
    let tables = report.recordings.flatMap(\.tables)
    for name in names.sorted() {
      let paths = tables.filter { $0.table == name }.map(\.path)
      guard !paths.isEmpty else { continue }
      let destination = "\(outputFolder)/merged/\(name).csv"
      do {
        try CSVJoin.join(paths, into: destination)
        report.merged.append(WrittenTable(table: name, path: destination))
      } catch {
        report.errors.append("\(error)")
      }
    }
  }

  private func write(_ report: inout BatchReport, in outputFolder: String) {
    do {
      try WholeFile.write(report.json(), to: "\(outputFolder)/_meta/run.json")
    } catch {
      report.errors.append("\(error)")
    }
  }
}
