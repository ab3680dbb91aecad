import Tables

/// The columns of the table of refused candidates, after the recording's identifier.
public enum RejectedColumns {
  /// All columns, in order.
  public static let all: [ColumnDefinition<RejectedCandidate>] = [
    .double("candidate_time_s", unit: "s", "Time of the impact or of the peak rate, on the recording's clock.") {
      $0.time
    },
    .string("kind", "What proposed the candidate: impact or air_swing.") { $0.kind.rawValue },
    .string("reason", "Why it was refused: \(RejectionReason.allCases.map(\.rawValue).joined(separator: ", ")).") {
      $0.reason.rawValue
    },
    .double(
      "value", unit: nil,
      "The value that decided, where there is one: s for durations, rad for rotations, rad/s for rates, g for peaks."
    ) {
      $0.value
    },
    .string("value_unit", "Unit of the value.") { $0.value == nil ? nil : $0.valueUnit },
    .string("explanation", "What was found and what was expected, in a sentence.") { $0.explanation },
  ]
}
