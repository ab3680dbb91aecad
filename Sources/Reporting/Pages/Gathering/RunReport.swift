import SPBasics
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

  /// Reads the records and tables of a folder, but not the recordings.
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
    for unassigned in status.unassigned {
      var recording = ReportRecording(recordingID: unassigned.recordingID, path: unassigned.path, state: .failed)
      recording.run = name
      recording.causes = [unassigned.reason]
      recordings.append(recording)
    }
    return recordings
  }
}

extension RunFacts {
  /// Gathers the facts that a run recorded. They do not depend on when and how the report is made.
  fileprivate init(_ status: OutputStatus, _ record: KeptPipeline, in output: OutputFolder) {
    let results = status.entries.lazy.compactMap(\.result)
    self.init(
      pipeline: status.target?.name, toolVersion: status.target?.toolVersion ?? results.first?.toolVersion)
    started = results.map(\.started).min()
    lastStarted = results.map(\.started).max()
    hosts = Set(results.map(\.host)).sorted()
    if !results.isEmpty { workS = results.map(\.seconds).reduce(0, +) }
    effectivePipeline = record.text
    setFolders(status.entries.reduce(into: [:]) { $0[Folder.split($1.path).folder, default: 0] += 1 })
    if record.text != nil, let target = status.target {
      // Only the folder's name is used, so that the report is the same for every working folder.
      let folder = Folder.split(Folder.realPath(output.path)).name
      let again = Rerun(pipeline: target.name.replacing("/", with: "_") + ".json", folder: folder)
      command = again.command(into: folder + "-again")
      rerun = again
    }
    notes = Self.notes(status)
  }

  private static func notes(_ status: OutputStatus) -> [String] {
    var notes: [String] = []
    if status.target == nil, !status.entries.isEmpty {
      notes.append("Recordings were run through pipelines of their own; the one shown is that of the first.")
    }
    if !status.leftovers.isEmpty {
      let names = status.leftovers.prefix(5).joined(separator: ", ")
      let rest = status.leftovers.count > 5 ? " and \(status.leftovers.count - 5) others" : ""
      notes.append("The folder holds tables of earlier runs that this report leaves out: \(names)\(rest).")
    }
    if !status.staleJoins.isEmpty {
      notes.append("The joined tables do not hold these recordings as they are now; swingpipe merge makes them anew.")
    }
    return notes
  }
}

extension ReportRecording {
  /// Adds the numbers of the stages' notes, for pipelines without a table of recordings.
  fileprivate mutating func take(_ result: OutputStatus.Result, _ tables: ReportTables) {
    let notes = result.notes
    isOfOtherSport = notes["other_sport"] != nil
    for figure in tables.overviewFigures {
      if let value = figure.notes?.value({ notes[$0].map { [$0] } ?? [] }) { figures[figure] = value }
    }
    for count in tables.counts where notes[count.table] != nil { figures[count.figure] = notes[count.table] }
  }

  /// Adds the measurements in the table of recordings, which take precedence over notes.
  fileprivate mutating func take(_ overview: EventTable, row: Int, _ tables: ReportTables) {
    func number(_ column: String) -> Double? { overview.number(column, row) }
    func text(_ column: String) -> String? { overview.text(column, row) }
    (subject, sport, wrist) = (text("subject_id"), text("sport"), text("wrist"))
    recordedAt = text("recorded_at")
    for figure in tables.overviewFigures {
      if let value = figure.columns?.value({ number($0).map { [$0] } ?? [] }) { figures[figure] = value }
    }
    for count in tables.counts { if let value = number(count.table) { figures[count.figure] = value } }
  }

  /// Adds sport and start from the recording's first row in a table with starts, unless they are known.
  fileprivate mutating func take(startFrom table: EventTable, row: Int) {
    sport = sport ?? table.text("sport", row)
    guard recordedAt == nil, let start = table.text("recorded_at", row) else { return }
    recordedAt = start
    utcOffsetS = table.number("utc_offset_s", row).flatMap { Int(exactly: $0.rounded()) }
  }

  /// Adds the counts of the recording's rows in the main table, and subject, sport and wrist if they are not known yet.
  mutating func take(_ events: EventTable, rows: Range<Int>) {
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
      if let flags = events.row.flagsColumn, events.texts[flags] != nil {
        figures[.flagged(events.row.plural)] = Double(rows.count { events.text(flags, $0) != nil })
      }
    }
    for figure in events.row.recordingFigures ?? [] {
      let value = figure.columns?.value { column in rows.compactMap { events.number(column, $0) } }
      if let value { figures[figure] = value }
    }
  }
}
