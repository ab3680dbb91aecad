import Pipelines
import Tables
import WorkoutPlans

/// Makes a table of one row per plan: how much of it was done.
public struct PlanCompletionFeatureStage: WorkoutTableStage {
  /// The type of the result from which the table is made.
  public typealias Source = PlanFindings
  /// `features.plan_completion`.
  public static let type: StageType = "features.plan_completion"
  /// A one-line summary.
  public static let summary = "Makes a table of one row per plan: how many of its steps were reached, and targets kept."
  /// The name of the table.
  public static let tableName = "plan_completion"
  /// The meaning of a row.
  public static let rowDescription = "One row per workout that was held against a plan."
  /// The kind of a row, for reports and plots.
  public static var row: RowDescription? { PlanRows.completion }
  /// The slot from which the table is made.
  public static var source: Slot<PlanFindings> { .planSteps }

  /// Makes the stage.
  public init(_ options: NoOptions) {}

  /// The rows.
  public static func rows(of findings: PlanFindings) -> [PlanFindings] { [findings] }

  /// The columns after the identifier.
  public static let columns: [ColumnDefinition<PlanFindings>] = [
    .string("plan", "The name of the plan.") { $0.plan },
    .count("planned_steps", "Number of steps of the plan, all iterations counted.") { $0.match.plannedCount },
    .count("reached_steps", "Number of steps whose goal was reached.") { $0.match.count(.reached) },
    .count("cut_short_steps", "Number of steps that ended before their goal.") { $0.match.count(.cutShort) },
    .count("not_measured_steps", "Number of steps with a goal that the recording cannot tell.") {
      $0.match.count(.notMeasured)
    },
    .count("skipped_steps", "Number of steps that were passed over.") { $0.match.count(.skipped) },
    .count("not_done_steps", "Number of steps that the workout ended before.") { $0.match.count(.notDone) },
    .count("repeated_steps", "How many times a step was done again.") { $0.match.repeatedCount },
    .float(
      "completion", unit: "1", "Fraction of the plan's steps that were reached.",
      formula: "reached_steps / planned_steps", range: .between(0, 1)
    ) { $0.match.plannedCount > 0 ? Double($0.match.count(.reached)) / Double($0.match.plannedCount) : nil },
    .float(
      "compliance", unit: "1", "Fraction of the seconds with an alert and a value in which its target was kept.",
      range: .between(0, 1)
    ) { $0.match.compliance },
    .double("ridden_on_s", unit: "s", "Time that counted after the last step of the plan.", range: .atLeast(0)) {
      $0.match.riddenOnS
    },
    .string(
      "laps",
      "What a lap was taken for; missing for a plan of one goal, which no lap ends, and of several activities, which laps part.",
      range: .oneOf(PlanMatch.LapMeaning.allCases.filter { $0 != .automatic }.map(\.rawValue))
    ) { $0.match.lapMeaning?.rawValue },
    .count("automatic_laps", "Number of laps that the device made by itself, one each so far, which end no step.") {
      $0.match.automaticLapCount
    },
  ]
}
