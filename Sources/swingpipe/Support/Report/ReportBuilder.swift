import Files
import Foundation
import Pipelines
import Reports
import Stages
import Tables

/// Gathers a report from an output folder and the recordings that its tables were made of.
struct ReportBuilder {
  private let output: OutputFolder
  private let jobs: Int
  private let status: OutputStatus
  private let record: PipelineKept
  private let tables: ReportTables

  /// Reads the records and tables of a folder, and no recording.
  ///
  /// - Parameter jobs: how many files are read at a time.
  /// - Throws: `OutputStatus.NoOutput` and what else reading the folder's records throws, or `CancellationError`.
  init(_ output: OutputFolder, jobs: Int) async throws {
    self.output = output
    self.jobs = jobs
    status = try await OutputStatus(of: output, checksInputs: false, jobs: jobs)
    tables = try ReportTables(status, in: output)
    record = try PipelineKept(of: status, in: output)
  }

  /// The table that the report is about; nil where the pipeline writes none that could be shown.
  var events: EventTable? { tables.events }

  /// Reads the recordings for their pictures.
  ///
  /// Recordings that cannot be read any more, or have changed, are left out of the pictures, and the report says so.
  /// - Parameters:
  ///   - maxPictures: how many pictures there are at most.
  ///   - compareRateHz: the rate, in Hz, of a slower sensor whose view of each contact is drawn, too; nil for none.
  ///   - progress: told of what is being done, a line each.
  /// - Throws: `CancellationError`.
  func report(
    maxPictures: Int, compareRateHz: Double?, progress: @escaping @Sendable (String) -> Void
  ) async throws -> Report {
    var report = Report(
      run: ReportRunFacts(status, record, in: output).facts, recordings: recordings(status, tables),
      events: tables.events)
    report.omissions = tables.omissions
    report.others = tables.others
    try ReportDrawings(tables: tables, entries: status.entries).draw(into: &report)
    guard let events = tables.events, events.count > 0, events.row.figure?.contact != nil else {
      if compareRateHz != nil {
        report.omissions.append("There are no contacts to draw as a slower sensor would show them (--compare-rate-hz).")
      }
      return report
    }
    let pipeline: Pipeline
    do throws(PipelineError) {
      pipeline = try record.pipeline()
    } catch {
      let reasons = error.diagnostics.map(\.message).joined(separator: "; ")
      report.omissions.append("There are no pictures, since the run's pipeline cannot be loaded: \(reasons).")
      return report
    }
    let pictures = ReportPictures(
      events: events, entries: status.entries, pipeline: pipeline, limit: maxPictures, jobs: jobs,
      compareRateHz: compareRateHz, progress: progress)
    return try await pictures.drawn(into: report)
  }

  private func recordings(_ status: OutputStatus, _ tables: ReportTables) -> [ReportRecording] {
    let rows = tables.rowsByRecording
    return status.entries.enumerated().map { index, entry in
      let state = ReportRecording.State(rawValue: entry.state.rawValue) ?? .stale
      var recording = ReportRecording(recordingID: entry.recordingID, path: entry.path, state: state)
      recording.causes = entry.causes
      recording.warnings = entry.record?.warnings ?? []
      guard entry.state == .done else { return recording }
      if let record = entry.record { recording.take(record, tables.counts) }
      if let overview = tables.overviews[index], overview.rowCount > 0 { recording.take(overview, tables.counts) }
      if let events = tables.events { recording.take(events, rows: rows[index] ?? []) }
      for count in tables.counts where recording.figures[count.figure] == nil {
        recording.figures[count.figure] = tables.rowCounts[count.table]?[index].map(Double.init)
      }
      recording.figures[.warnings] = Double(recording.warnings.count)
      return recording
    }
  }
}

extension ReportRecording {
  /// What the stages noted, for pipelines without a table of recordings.
  fileprivate mutating func take(_ record: RecordingStatus, _ counts: [ReportTables.Count]) {
    let notes = Dictionary(record.stages.flatMap(\.notes), uniquingKeysWith: { first, _ in first })
    func rate(_ stream: String) -> Double? {
      guard let count = notes["\(stream)_samples"], let seconds = notes["\(stream)_s"], seconds > 0 else { return nil }
      return (count - 1) / seconds
    }
    figures[.durationS] = notes["accelerometer_s"] ?? notes["device_motion_s"]
    figures[.accelerationHz] = rate("accelerometer")
    figures[.motionHz] = rate("device_motion")
    for count in counts where notes[count.table] != nil { figures[count.figure] = notes[count.table] }
  }

  /// What the table of recordings says of it, which is measured, over what was noted.
  fileprivate mutating func take(_ overview: StoredTable, _ counts: [ReportTables.Count]) {
    func number(_ column: String) -> Double? {
      overview.isRead(column) ? (try? overview.doubles(column))?.first ?? nil : nil
    }
    func text(_ column: String) -> String? {
      overview.isRead(column) ? (try? overview.strings(column))?.first ?? nil : nil
    }
    func sum(_ columns: [String]) -> Double? {
      let known = columns.compactMap(number)
      return known.isEmpty ? nil : known.reduce(0, +)
    }
    (subject, sport, wrist) = (text("subject_id"), text("sport"), text("wrist"))
    recordedAt = text("recorded_at")
    let streams = ["acceleration", "motion"]
    let found: [RecordingFigure: Double?] = [
      .durationS: number("acceleration_duration_s") ?? number("motion_duration_s"),
      .accelerationHz: number("acceleration_rate_hz"),
      .motionHz: number("motion_rate_hz"), .gaps: sum(streams.map { "\($0)_gaps" }),
      .lostSamples: sum(streams.map { "\($0)_lost_samples" }),
      .clockFaults: sum(streams.flatMap { ["\($0)_duplicate_stamps", "\($0)_backward_stamps"] }),
      .offsetMS: number("motion_offset_s").map { 1000 * ($0 - (number("motion_offset_corrected_s") ?? 0)) },
    ]
    for (figure, value) in found { if let value { figures[figure] = value } }
    for count in counts { if let value = number(count.table) { figures[count.figure] = value } }
  }

  /// What was found in it.
  fileprivate mutating func take(_ events: EventTable, rows: [Int]) {
    let first = rows.first
    subject = subject ?? first.flatMap { events.text("subject_id", $0) }
    sport = sport ?? first.flatMap { events.text("sport", $0) }
    wrist = wrist ?? first.flatMap { events.text("wrist", $0) }
    if let kinds = events.row.groups {
      for (position, kind) in kinds.values.enumerated() {
        let figure = RecordingFigure.count(
          .init(kind.plural.prefix(1).uppercased() + kind.plural.dropFirst(), kind.meaning), position: position)
        figures[figure] = Double(rows.count { events.text(kinds.column, $0) == kind.value })
      }
      if events.texts["flags"] != nil {
        figures[.flagged(events.row.plural)] = Double(rows.count { events.text("flags", $0) != nil })
      }
    }
    let known = rows.compactMap { events.number("saturated", $0) }
    if !known.isEmpty { figures[.saturatedPercent] = 100 * known.reduce(0, +) / Double(known.count) }
  }
}
