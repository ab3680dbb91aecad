import SPTables

/// The columns of the table `head_summary`, after the recording's identifier: one row per recording.
package enum HeadSummaryColumns {
  /// All columns, in order.
  package static let all: [ColumnDefinition<HeadSummary>] = time + reference + angles + drift + postures

  private static let time: [ColumnDefinition<HeadSummary>] = [
    .double("start_time_s", unit: "s", "Timestamp of the first sample.", source: HeadSource.layout) { $0.startTime },
    .double("end_time_s", unit: "s", "Timestamp of the last sample.", source: HeadSource.layout) { $0.endTime },
    .count("sample_count", "Number of samples that count.") { $0.sampleCount },
    .count(
      "left_out_count",
      "Number of samples left out, as a value was missing, or the timestamp came twice or went back by up to gap_s."
    ) { $0.leftOutCount },
    worn("default", .default), worn("left", .left), worn("right", .right),
    .count("gap_count", "Number of times without samples.", formula: "steps between timestamps of more than gap_s") {
      $0.gapCount
    },
    .double("gap_s", unit: "s", "Time without samples.", formula: "sum of the gaps", range: .atLeast(0)) { $0.gapS },
    .count("handover_count", "How often another bud took over without a gap.") { $0.handoverCount },
  ]

  private static func worn(_ name: String, _ location: BudLocation) -> ColumnDefinition<HeadSummary> {
    .double(
      "\(name)_s", unit: "s", "Time with samples of the bud called \(name).", formula: "sum of the steps without gaps",
      range: .atLeast(0)
    ) { $0.locationS[location] }
  }

  private static let reference: [ColumnDefinition<HeadSummary>] = [
    .double(
      "reference_time_s", unit: "s",
      "When the pose was taken that the others are told against; missing where the option reference met none."
    ) { $0.reference?.time },
    .string(
      "reference_sensor_location", "Bud that this pose comes from.", range: .oneOf(BudLocation.allCases.map(\.name))
    ) { $0.reference?.location.name },
    .string(
      "reference", "How far the last pose is told in its frame: " + HeadSource.states + ".",
      range: .oneOf(ReferenceState.allCases.map(\.name))
    ) { $0.referenceState?.name },
  ]

  private static let angles: [ColumnDefinition<HeadSummary>] =
    angle("yaw", "turn, positive to the left", \.yaw) + angle("pitch", "nod, positive upwards", \.pitch)
    + angle("roll", "tilt, positive to the right shoulder", \.roll)

  private static func angle(
    _ name: String, _ meaning: String, _ path: KeyPath<HeadSummary, DirectionRange> & Sendable
  ) -> [ColumnDefinition<HeadSummary>] {
    let formula = "over all samples since the reference; as \(name)_deg of poses"
    return [
      .float("min_\(name)_deg", unit: "deg", "Least \(name) (\(meaning)).", formula: "minimum \(formula)") {
        HeadSource.degrees($0[keyPath: path].least)
      },
      .float(
        "mean_\(name)_deg", unit: "deg", "Mean direction of \(name) (\(meaning)).",
        formula: "atan2(sum of sines, sum of cosines) \(formula)"
      ) { HeadSource.degrees($0[keyPath: path].meanDirection) },
      .float("max_\(name)_deg", unit: "deg", "Largest \(name) (\(meaning)).", formula: "maximum \(formula)") {
        HeadSource.degrees($0[keyPath: path].largest)
      },
    ]
  }

  private static let drift: [ColumnDefinition<HeadSummary>] = [
    .float(
      "still_yaw_drift_deg_min", unit: "deg/min",
      "Turn of yaw while the head was still: an estimate of the drift that no gravity corrects; missing where still_s is under 30 s.",
      formula: "60 * sum of the turns about the vertical / still_s, over samples after a second below still_rate_rad_s"
    ) { HeadSource.degrees($0.stillYawRate.map { $0 * 60 }) },
    .double(
      "still_s", unit: "s", "Time for which the head had been still for a second and more.", range: .atLeast(0)
    ) { $0.stillS },
  ]

  private static let postures: [ColumnDefinition<HeadSummary>] = Posture.allCases.map { posture in
    .double(
      "\(posture.rawValue)_posture_s", unit: "s",
      "Time in a posture called \(posture.rawValue); missing where no posture is told.",
      formula: "sum of duration_s of the rows of postures", range: .atLeast(0)
    ) { $0.postureS.map { $0[posture] ?? 0 } }
  }
}
