import Pipelines
import Tables

extension ReportRecording {
  /// Takes the stages' notes, for pipelines without a table of recordings.
  mutating func take(_ record: RecordingStatus, _ counts: [ReportTables.Count]) {
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

  /// Takes the measured figures in the table of recordings, which take precedence over notes.
  mutating func take(_ overview: StoredTable, _ counts: [ReportTables.Count]) {
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

  /// Takes the counts of its rows in the main table, and subject, sport and wrist if they are not known yet.
  mutating func take(_ events: EventTable, rows: [Int]) {
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
