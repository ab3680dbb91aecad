import SPBasics
import SPSwings

/// The report for programs, with the same content as for people, and `null` for undefined values.
extension OutputComparison {
  /// The document.
  package var json: JSONValue {
    [
      "rules": [
        "within_ms": .number(1000 * rules.withinS), "moved_over_ms": .number(1000 * rules.movedOverS),
        "tolerance": .number(rules.tolerance),
      ],
      "first": .string(first.folder),
      "second": .string(second.folder),
      "differs": .boolean(differs),
      "recordings_in_both": .integer(comparison.recordingCount),
      "recordings_that_differ": .integer(comparison.differing.count),
      "recordings_only_in_first": list(onlyInFirst),
      "recordings_only_in_second": list(onlyInSecond),
      "swings": [
        "first": .integer(comparison.firstCount), "second": .integer(comparison.secondCount),
        "both": .integer(comparison.pairedCount), "lost": .integer(comparison.count(.lost)),
        "added": .integer(comparison.count(.added)),
        "hit_to_miss": .integer(comparison.relabelledCount(from: .hit)),
        "miss_to_hit": .integer(comparison.relabelledCount(from: .miss)),
        "moved": .integer(comparison.count(.moved)), "changed": .integer(comparison.changedCount),
      ],
      "moved": moments { comparison.shifts(of: $0) },
      "columns": .array(comparison.columns.map(column)),
      "columns_only_in_first": list(comparison.columnsOnlyInFirst),
      "columns_only_in_second": list(comparison.columnsOnlyInSecond),
      "recordings": .array(comparison.mostChangedFirst.map(recording)),
    ]
  }

  private func recording(_ recording: RecordingComparison) -> JSONValue {
    [
      "recording_id": .string(recording.recordingID),
      "swings": [
        "first": .integer(recording.firstCount), "second": .integer(recording.secondCount),
        "both": .integer(recording.pairedCount), "lost": .integer(recording.count(.lost)),
        "added": .integer(recording.count(.added)),
        "hit_to_miss": .integer(recording.relabelledCount(from: .hit)),
        "miss_to_hit": .integer(recording.relabelledCount(from: .miss)),
        "moved": .integer(recording.count(.moved)), "changed": .integer(recording.changedCount),
      ],
      "moved": moments { ShiftStatistics(shiftsS: recording.shiftsS(of: $0)) },
      "columns": .array(recording.columns.map(column)),
      "columns_only_in_first": list(recording.columnsOnlyInFirst),
      "columns_only_in_second": list(recording.columnsOnlyInSecond),
      "changes": .array(recording.changes.map(change)),
    ]
  }

  private func moments(_ shifts: (SwingMoment) -> ShiftStatistics) -> JSONValue {
    .object(
      SwingMoment.allCases.map { moment in
        let statistics = shifts(moment)
        return .init(
          key: moment.rawValue,
          value: [
            "swings": .integer(statistics.count), "median_ms": .optional(statistics.medianMS),
            "largest_ms": .optional(statistics.largestMS),
          ])
      })
  }

  private func column(_ column: ColumnChange) -> JSONValue {
    [
      "name": .string(column.name), "unit": .optional(column.unit), "swings": .integer(column.count),
      "one_sided": .integer(column.oneSidedCount), "largest_difference": .optional(column.largestDifference),
      "largest_relative": .optional(column.largestRelative),
    ]
  }

  private func change(_ change: SwingChange) -> JSONValue {
    [
      "kind": .string(change.kind.rawValue), "time_s": .number(change.time),
      "first_label": .optional(change.firstLabel?.rawValue), "second_label": .optional(change.secondLabel?.rawValue),
      "start_ms": .optional(change.shiftsS[.start].map { 1000 * $0 }),
      "onset_ms": .optional(change.shiftsS[.onset].map { 1000 * $0 }),
      "anchor_ms": .optional(change.shiftsS[.anchor].map { 1000 * $0 }),
    ]
  }

  private func list(_ names: [String]) -> JSONValue { .array(names.map { .string($0) }) }
}
