import SPBatches
import SPTables

extension ReportRecording {
  /// Takes the stages' notes, for pipelines without a table of recordings.
  mutating func take(_ result: OutputStatus.Result, _ tables: ReportTables) {
    let notes = result.notes
    isOfOtherSport = notes["other_sport"] != nil
    for figure in tables.overviewFigures {
      if let value = figure.notes?.value({ notes[$0].map { [$0] } ?? [] }) { figures[figure] = value }
    }
    for count in tables.counts where notes[count.table] != nil { figures[count.figure] = notes[count.table] }
  }

  /// Takes the measured figures in the table of recordings, which take precedence over notes.
  mutating func take(_ overview: EventTable, row: Int, _ tables: ReportTables) {
    func number(_ column: String) -> Double? { overview.number(column, row) }
    func text(_ column: String) -> String? { overview.text(column, row) }
    (subject, sport, wrist) = (text("subject_id"), text("sport"), text("wrist"))
    recordedAt = text("recorded_at")
    for figure in tables.overviewFigures {
      if let value = figure.columns?.value({ number($0).map { [$0] } ?? [] }) { figures[figure] = value }
    }
    for count in tables.counts { if let value = number(count.table) { figures[count.figure] = value } }
  }

  /// Takes sport and start of its first row in a table that has them, unless they are known.
  mutating func take(startFrom table: EventTable, row: Int) {
    sport = sport ?? table.text("sport", row)
    guard recordedAt == nil, let start = table.text("recorded_at", row) else { return }
    recordedAt = start
    utcOffsetS = table.number("utc_offset_s", row).flatMap { Int(exactly: $0.rounded()) }
  }

  /// Takes the counts of its rows in the main table, and subject, sport and wrist if they are not known yet.
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
