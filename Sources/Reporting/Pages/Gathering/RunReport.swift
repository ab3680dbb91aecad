import SPBatches
import SPPipelines
import SPTables

/// The report of one output folder.
struct RunReport: Sendable {
  private let output: OutputFolder
  private let name: String?
  private let jobs: Int
  private let knowledge: ReportBuilder.Knowledge
  private let status: OutputStatus
  private let record: KeptPipeline
  private let tables: ReportTables

  /// Reads the records and tables of a folder, and no recording.
  /// - Parameter name: the folder's name, if the report covers several.
  /// - Throws: `OutputStatus.NoOutput` and other errors of reading the folder's records, or `CancellationError`.
  init(_ output: OutputFolder, named name: String?, knowing knowledge: ReportBuilder.Knowledge, jobs: Int) async throws
  {
    self.output = output
    self.name = name
    self.jobs = jobs
    self.knowledge = knowledge
    status = try await OutputStatus(of: output, verifiesJoins: true, checksInputs: false, jobs: jobs)
    tables = try ReportTables(status, in: output, known: knowledge.tables)
    record = try KeptPipeline(of: status, in: output)
  }

  /// The table that the report is about; nil if the pipeline writes no table for people.
  var events: EventTable? { tables.events }

  /// Reads the recordings for their pictures.
  /// - Throws: `CancellationError`.
  func report(_ options: ReportOptions, progress: @escaping @Sendable (String) -> Void) async throws -> Report {
    var report = Report(
      run: RunFacts(status, record, in: output), recordings: recordings(status, tables), events: tables.events)
    report.omissions = tables.omissions
    report.others = tables.others
    var pipeline: Pipeline?
    var faults: [Diagnostic] = []
    do throws(PipelineError) {
      pipeline = try record.pipeline(knowledge.registry)
    } catch {
      faults = error.diagnostics
    }
    if let name = pipeline.flatMap(knowledge.builtInName) {
      report.run.rerun?.pipeline = name
      report.run.rerun?.isBuiltIn = true
    }
    let drawings = TimelineDrawings(
      tables: tables, entries: status.entries, pipeline: pipeline, units: options.units,
      illustrator: knowledge.illustrator, maxByteCount: options.maxDrawingBytes)
    try drawings.draw(into: &report)
    guard let events = tables.events, events.count > 0, events.row.figure?.contact != nil else {
      if options.compareRateHz != nil {
        report.omissions.append("There are no contacts to draw as a slower sensor would show them (--compare-rate-hz).")
      }
      return report
    }
    guard let pipeline else {
      let reasons = faults.map(\.message).joined(separator: "; ")
      report.omissions.append("There are no pictures, since the run's pipeline cannot be loaded: \(reasons).")
      return report
    }
    let pictures = EventPictures(
      events: events, entries: status.entries, pipeline: pipeline, options: options,
      illustrator: knowledge.illustrator, jobs: jobs, progress: progress)
    return try await pictures.drawn(into: report)
  }

  private func recordings(_ status: OutputStatus, _ tables: ReportTables) -> [ReportRecording] {
    let rows = tables.events?.rows(ofEachOf: status.entries.count)
    let overviewRows = tables.overview?.rows(ofEachOf: status.entries.count)
    let dated = tables.dated.map { (table: $0, rows: $0.rows(ofEachOf: status.entries.count)) }
    var recordings: [ReportRecording] = []
    recordings.reserveCapacity(status.entries.count)
    for (index, entry) in status.entries.enumerated() {
      let state = ReportRecording.State(rawValue: entry.state.rawValue) ?? .stale
      var recording = ReportRecording(recordingID: entry.recordingID, path: entry.path, state: state)
      recording.run = name
      recording.causes = entry.causes
      recording.warnings = entry.result?.warnings ?? []
      if let last = recordings.last { recording.figures = RecordingFigures(namedAsIn: last.figures) }
      defer { recordings.append(recording) }
      guard entry.state == .done else { continue }
      if let result = entry.result { recording.take(result, tables) }
      if let overview = tables.overview, let row = overviewRows?[index].first {
        recording.take(overview, row: row, tables)
      }
      if let events = tables.events, let rows { recording.take(events, rows: rows[index]) }
      for item in dated {
        if let row = item.rows[index].first { recording.take(startFrom: item.table, row: row) }
      }
      for count in tables.counts where recording.figures[count.figure] == nil {
        recording.figures[count.figure] = tables.rowCount(count.table, of: index).map(Double.init)
      }
      recording.figures[.warnings] = Double(recording.warnings.count)
    }
    return recordings
  }
}
