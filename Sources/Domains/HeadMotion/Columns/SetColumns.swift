import SPSignals
import SPTables

/// The columns of the table `sets`, after the recording's identifier: one row per set of repetitions.
package enum SetColumns {
  /// All columns, in order.
  package static let all: [ColumnDefinition<RepetitionSet>] = counts + figures + trust

  private static let counts: [ColumnDefinition<RepetitionSet>] = [
    .count("set_index", "Number of the set in its recording, from 0.") { $0.index },
    .double(
      "start_time_s", unit: "s", "Start of its first repetition.", formula: "start_time_s of repetitions"
    ) { $0.startTime },
    .double("end_time_s", unit: "s", "End of its last repetition.", formula: "end_time_s of repetitions") {
      $0.endTime
    },
    .double(
      "duration_s", unit: "s", "Time from start to end, with the gaps in it.", formula: "end_time_s - start_time_s",
      range: .atLeast(0)
    ) { $0.endTime - $0.startTime },
    .count(
      "repetition_count", "Number of repetitions.",
      formula: "repetitions that rest no longer than max_rest_s from each other, at least min_repetitions of them"
    ) { $0.repetitions.count },
    .count(
      "partial_repetition_count", "Number of partial repetitions in it, which do not count.",
      formula: "dips less deep than full_depth_share of the median of all of them"
    ) { $0.partialCount },
  ]

  private static let figures: [ColumnDefinition<RepetitionSet>] = [
    .float(
      "cadence_per_min", unit: "1/min", "Repetitions a minute, from one bottom to the next.",
      formula: "60 / median of the steps of bottom_time_s without a gap; missing without any", range: .atLeast(0)
    ) { set in
      let bottoms = set.repetitions.map(\.measured.bottomTime)
      let steps = bottoms.indices.dropLast().filter { !set.repetitions[$0].gapFollows }.map {
        bottoms[$0 + 1] - bottoms[$0]
      }
      return steps.isEmpty ? nil : 60 / Statistics.median(steps)
    },
    .float("median_duration_s", unit: "s", "Median of duration_s of its repetitions.", range: .atLeast(0)) { set in
      Statistics.median(set.repetitions.map(\.measured.durationS))
    },
    .float(
      "mean_depth_estimate_m", unit: "m", "Mean of depth_estimate_m of its repetitions.", range: .atLeast(0)
    ) { Statistics.mean($0.repetitions.map(\.measured.depth)) },
    .float(
      "depth_change_share", unit: "1",
      "Depth of the last third of its repetitions over that of the first third, less 1; missing with fewer than 6.",
      formula: "mean depth_estimate_m of the last floor(n / 3) / mean of the first floor(n / 3) - 1"
    ) { set in
      let depths = set.repetitions.map(\.measured.depth)
      guard depths.count >= 6 else { return nil }
      return Statistics.mean(Array(depths.suffix(depths.count / 3)))
        / Statistics.mean(Array(depths.prefix(depths.count / 3))) - 1
    },
    .float("longest_rest_s", unit: "s", "Largest rest_s of its repetitions.", range: .atLeast(0)) {
      $0.repetitions.compactMap(\.restS).max()
    },
  ]

  private static let trust: [ColumnDefinition<RepetitionSet>] = [
    .double(
      "gap_s", unit: "s", "Time without samples in it, whose repetitions are not counted.", range: .atLeast(0)
    ) { $0.gapS },
    .string(
      "sensor_location", "Buds of its repetitions, joined by ';': default, left, right.", source: HeadSource.layout
    ) { set in
      BudLocation.allCases.filter { bud in set.repetitions.contains { $0.measured.location == bud } }.map(\.name)
        .joined(separator: ";")
    },
  ]
}
