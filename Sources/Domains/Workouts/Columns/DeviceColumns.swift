import SPTables

/// The columns of the table of replayed states, after the recording's identifier.
package enum WorkoutStateColumns {
  /// All columns, in order.
  package static let all: [ColumnDefinition<WorkoutStateRow>] = [
    .string("device", "The device that recorded it.") { $0.device },
    .double(
      "time_s", unit: "s", "When it was, on the reference device's clock.",
      formula: "timestamp - lag - drift * (timestamp - timestamp of the lag)"
    ) {
      $0.time
    },
    .string(
      "kind", "A change of state, or a request for a pause or its end.",
      range: .oneOf(WorkoutStateRow.Kind.allCases.map(\.rawValue))
    ) { $0.kind.rawValue },
    .string("from_state", "The state before; missing for the first one and for requests.", range: .oneOf(names)) {
      $0.from?.name
    },
    .string("to_state", "The state after; missing for requests.", range: .oneOf(names)) { $0.to?.name },
    .double("duration_s", unit: "s", "How long the state held; missing for the last one.", range: .atLeast(0)) {
      $0.durationS
    },
    .string(
      "verdict", "Whether it may be: \(WorkoutStateRow.Verdict.allCases.map(\.rawValue).joined(separator: ", ")).",
      source: "Apple: HealthKit, HKWorkoutSession", range: .oneOf(WorkoutStateRow.Verdict.allCases.map(\.rawValue))
    ) { $0.verdict.rawValue },
    .string(
      "origin_device", "The device that a pause or its end came from, where that can be told.",
      formula: "the one with a request within request_limit_s before it, or else the one whose date is earlier by more "
        + "than three standard errors of the lag"
    ) { $0.origin },
    .string("reason", "Why, in a sentence.") { $0.reason },
  ]

  static let names = WorkoutState.allCases.map(\.name)
}

/// The columns of the table of differences between devices, after the recording's identifier.
package enum DeviceDifferenceColumns {
  /// All columns, in order.
  package static let all: [ColumnDefinition<DeviceDifference>] = [
    .string(
      "kind", "What differs: \(DeviceDifference.Kind.allCases.map(\.rawValue).joined(separator: ", ")).",
      range: .oneOf(DeviceDifference.Kind.allCases.map(\.rawValue))
    ) { $0.kind.rawValue },
    .string("device", "The device.") { $0.device },
    .string("other_device", "The one that it is compared with.") { $0.otherDevice },
    .double("start_time_s", unit: "s", "From when, on the reference device's clock.") { $0.startTime },
    .double("end_time_s", unit: "s", "Until when, on the reference device's clock.") { $0.endTime },
    .double(
      "duration_s", unit: "s", "How long; of a late message, how much later the latest date before it is.",
      formula: "end_time_s - start_time_s", range: .atLeast(0)
    ) { $0.durationS },
    .string(
      "state", "The device's state, of a difference of states.", range: .oneOf(WorkoutStateColumns.names)
    ) { $0.state?.name },
    .string(
      "other_state", "The other's state, of a difference of states.", range: .oneOf(WorkoutStateColumns.names)
    ) { $0.otherState?.name },
    .count("item_count", "Samples and events after a break; missing for other kinds.") { $0.count },
    .string("reason", "Why, in a sentence.") { $0.reason },
  ]
}
