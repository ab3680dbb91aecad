import Glibc
import SPTables

/// The columns of the table `repetitions`, after the recording's identifier.
package enum RepetitionColumns {
  /// A repetition with its number in the recording.
  package struct Row: Sendable {
    /// The repetition.
    package var repetition: Repetition
    /// Its number, from 0.
    package var index: Int

    /// The rows of repetitions in order of time.
    package static func rows(_ repetitions: [Repetition]) -> [Row] {
      repetitions.enumerated().map { Row(repetition: $1, index: $0) }
    }
  }

  /// All columns, in order.
  package static let all: [ColumnDefinition<Row>] = order + moments + tempo + trust

  private static let order: [ColumnDefinition<Row>] = [
    .count("repetition_index", "Number of the repetition in its recording, from 0.") { $0.index },
    .count("set_index", "Number of its set, from 0.", formula: "set_index of sets") { $0.repetition.set },
    .count("number_in_set", "Number of the repetition in its set, from 0.") { $0.repetition.number },
  ]

  private static let height = """
    height h = double integral of a from top to top, speed and height equal at both; \(HeadSource.a)
    """

  private static let moments: [ColumnDefinition<Row>] = [
    .double(
      "start_time_s", unit: "s", "Start: the last moment before the bottom at a twentieth of the depth.",
      formula: "h = -0.05 * depth_estimate_m before bottom_time_s; \(height)"
    ) { $0.repetition.measured.startTime },
    .double(
      "bottom_time_s", unit: "s", "The lowest moment.",
      formula: "vertex of the parabola through the least h and its neighbours; \(height)"
    ) { $0.repetition.measured.bottomTime },
    .double(
      "end_time_s", unit: "s", "End: the first moment after the bottom at a twentieth of the depth.",
      formula: "h = -0.05 * depth_estimate_m after bottom_time_s; \(height)"
    ) { $0.repetition.measured.endTime },
    .double(
      "duration_s", unit: "s", "Time from start to end.", formula: "end_time_s - start_time_s", range: .atLeast(0)
    ) { $0.repetition.measured.durationS },
    .float(
      "depth_estimate_m", unit: "m", "Estimate: how far the head went down.", formula: "-min(h); \(height)",
      source: "standard gravity, 9.80665 m/s^2: ISO 80000-3", range: .atLeast(0)
    ) { $0.repetition.measured.depth },
  ]

  private static let tempo: [ColumnDefinition<Row>] = [
    .float("down_s", unit: "s", "Time from start to bottom.", formula: "bottom_time_s - start_time_s") {
      $0.repetition.measured.bottomTime - $0.repetition.measured.startTime
    },
    .float(
      "bottom_hold_s", unit: "s",
      "Time at the bottom, within down_s and up_s, at a tenth of the largest speed and less.",
      range: .atLeast(0)
    ) { $0.repetition.measured.holdS },
    .float("up_s", unit: "s", "Time from bottom to end.", formula: "end_time_s - bottom_time_s") {
      $0.repetition.measured.endTime - $0.repetition.measured.bottomTime
    },
    .float(
      "rest_s", unit: "s",
      "Time from its end to the start of the next one of its set, without gaps; missing for the last.",
      range: .atLeast(0)
    ) { $0.repetition.restS },
    .float(
      "tempo_ratio", unit: "1", "Time down over time up.", formula: "down_s / up_s", range: .atLeast(0)
    ) { row in
      let measured = row.repetition.measured
      return (measured.bottomTime - measured.startTime) / (measured.endTime - measured.bottomTime)
    },
    .float("peak_down_speed_m_s", unit: "m/s", "Estimate: largest speed downward.", formula: "max -dh/dt; \(height)") {
      $0.repetition.measured.downSpeed
    },
    .float("peak_up_speed_m_s", unit: "m/s", "Estimate: largest speed upward.", formula: "max dh/dt; \(height)") {
      $0.repetition.measured.upSpeed
    },
  ]

  private static let trust: [ColumnDefinition<Row>] = [
    .float(
      "face_angle_deg", unit: "deg",
      "Largest angle between the direction of the face and straight down, at start, bottom and end.",
      formula: "acos(min(gravity_y / |gravity|)), means over 0.45 s", range: .between(0, 180)
    ) { HeadSource.degrees(acos(min(1, max(-1, $0.repetition.measured.leastFacing)))) },
    .string(
      "sensor_location", "Bud at the bottom: default, left or right.", source: HeadSource.layout,
      range: .oneOf(BudLocation.allCases.map(\.name))
    ) { $0.repetition.measured.location.name },
    .string(
      "flags",
      "What limits trust in the row, joined by ';': handover (another bud took over in it), gap_follows (samples are missing before the next one of its set). Missing where nothing does."
    ) { row in
      let flags = [
        row.repetition.measured.hasHandover ? "handover" : nil, row.repetition.gapFollows ? "gap_follows" : nil,
      ].compactMap(\.self)
      return flags.isEmpty ? nil : flags.joined(separator: ";")
    },
  ]
}
