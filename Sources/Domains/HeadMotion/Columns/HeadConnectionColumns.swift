import SPTables

/// The columns of the table `head_connections`, after the recording's identifier: one row per stretch of samples of one
/// bud, or per time without samples.
package enum HeadConnectionColumns {
  /// An interval, and its number among the intervals with samples.
  package struct Row: Sendable {
    /// The interval.
    package var interval: HeadConnection
    /// Its number; nil for an interval without samples.
    package var index: Int?

    /// The rows of intervals in order of time.
    package static func rows(_ intervals: [HeadConnection]) -> [Row] {
      var next = 0
      return intervals.map { interval in
        defer { next += interval.kind == .connected ? 1 : 0 }
        return Row(interval: interval, index: interval.kind == .connected ? next : nil)
      }
    }
  }

  /// All columns, in order.
  package static let all: [ColumnDefinition<Row>] = interval + reference

  private static let interval: [ColumnDefinition<Row>] = [
    .double(
      "start_time_s", unit: "s",
      "Timestamp of the first sample; without samples, of the last one before.", source: HeadSource.layout
    ) { $0.interval.startTime },
    .double(
      "end_time_s", unit: "s", "Timestamp of the last sample; without samples, of the first one after.",
      source: HeadSource.layout
    ) { $0.interval.endTime },
    .double(
      "duration_s", unit: "s", "Length of the interval.", formula: "end_time_s - start_time_s", range: .atLeast(0)
    ) { $0.interval.durationS },
    .string(
      "state",
      "Whether samples came: connected, gap (none came), disconnected (none came, and the headphones said that they disconnected).",
      formula:
        "gap where two timestamps are more than gap_s apart; disconnected where headphone_connection has a 0 between",
      range: .oneOf(HeadConnection.Kind.allCases.map(\.rawValue))
    ) { $0.interval.kind.rawValue },
    .count("connection_index", "Number of the stretch of samples, from 0; missing without samples.") { $0.index },
    .string(
      "sensor_location", "Bud that took the samples: default, left or right; missing without samples.",
      source: HeadSource.layout, range: .oneOf(BudLocation.allCases.map(\.name))
    ) { $0.interval.location?.name },
    .count("sample_count", "Number of samples.") { $0.interval.sampleCount },
    .count("event_count", "Number of events of connecting and disconnecting in it.") { $0.interval.eventCount },
  ]

  private static let reference: [ColumnDefinition<Row>] = [
    .string(
      "started_by",
      "What separates it from the samples before: recording_start, handover (another bud took over), gap, clock_step (the clock went back); missing without samples.",
      range: .oneOf(ConnectionStart.allCases.map(\.rawValue))
    ) { $0.interval.startedBy?.rawValue },
    .string(
      "reference",
      "Whether its first pose is told in the frame of the samples before: " + HeadSource.states
        + "; missing without samples.",
      formula: """
        after a gap: assumed where the attitude's z begins anew at 0, or where another bud differs by more than \
        max_gap_turn_deg; else held up to max_gap_turn_deg of step_deg, else uncertain
        """,
      source: "attitudes that begin with z = 0: observed in exports of AirPods",
      range: .oneOf(ReferenceState.allCases.map(\.name))
    ) { $0.interval.reference?.name },
    .float(
      "step_deg", unit: "deg",
      "Angle from the last pose before to its first one, before its frame was brought in line; missing for the first and without samples.",
      formula: "2 * acos(|w|) of conj(last pose) * first pose", range: .between(0, 180)
    ) { HeadSource.degrees($0.interval.step) },
  ]
}
