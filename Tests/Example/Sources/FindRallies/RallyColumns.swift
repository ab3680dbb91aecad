import Swingpipe

/// The columns of the rally table.
enum RallyColumns {
  /// A rally with the recording that it is from.
  struct Row: Sendable {
    var recordingID: String
    var index: Int
    var rally: Rally
  }

  static let all: [ColumnDefinition<Row>] = [
    .string("recording_id", "Identifier of the recording.") { $0.recordingID },
    .count("rally_index", "Position of the rally in its recording, by time, from 0.") { $0.index },
    .double("start_time_s", unit: "s", "Start of the rally's first swing.") { $0.rally.startTime },
    .float("duration_s", unit: "s", "Time from there to the anchor of the last swing.") { $0.rally.durationS },
    .count("swings", "How many swings there are.") { $0.rally.swings.count },
    .count("hits", "How many of them met the ball.") { $0.rally.hits },
  ]

  /// What a row is, for reports and for `swingpipe head`.
  static let row = RowDescription(
    singular: "rally", plural: "rallies", prominence: 2, timeColumn: "start_time_s", indexColumn: "rally_index",
    columns: [
      .init("duration_s", "Duration", summary: "Duration"), .init("swings", "Swings", summary: "Swings"),
      .init("hits", "Hits"),
    ])
}
