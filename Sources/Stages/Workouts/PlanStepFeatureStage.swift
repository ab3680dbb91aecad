import Pipelines
import Tables
import WorkoutPlans

/// Makes a table of the steps of a plan, one row per planned or repeated step.
public struct PlanStepFeatureStage: WorkoutTableStage {
  /// The type of the result from which the table is made.
  public typealias Source = PlanFindings
  /// `features.plan_step`.
  public static let type: StageType = "features.plan_step"
  /// A one-line summary.
  public static let summary = "Makes a table of the steps of a plan: goals reached or not, figures, targets kept."
  /// The name of the table.
  public static let tableName = "steps"
  /// The meaning of a row.
  public static let rowDescription = "One row per step of the plan; a step that was done again has one more."
  /// The kind of a row, for reports and plots.
  public static var row: RowDescription? { PlanRows.steps }
  /// The slot from which the table is made.
  public static var source: Slot<PlanFindings> { .planSteps }

  /// Makes the stage.
  public init(_ options: NoOptions) {}

  /// The rows.
  public static func rows(of findings: PlanFindings) -> [PlanMatch.Step] { findings.match.steps }

  /// The columns after the identifier.
  public static let columns: [ColumnDefinition<PlanMatch.Step>] = planned + targets + found + figures

  private static let planned: [ColumnDefinition<PlanMatch.Step>] = [
    .count("step_index", "Place of the step in the plan as it is done, all iterations counted, from 0.") { $0.index },
    .count("repetition", "How often the step was done before; 0 but for a step that was done again.") { $0.repetition },
    .string(
      "role", "What the step is for.", range: .oneOf(["warmup", "work", "recovery", "cooldown"])
    ) { $0.step.role },
    .count("block_index", "Block of the plan, from 0; missing for a warm-up and a cooldown.") { $0.step.block },
    .count("iteration", "Iteration of the block, from 0.") { $0.step.iteration },
    .string("step_name", "What the plan calls the step; missing without a name.") { $0.step.name },
    .string("goal", "What ends the step, in the units of the plan.") { $0.step.goalText },
    .string("alert", "What is to be kept meanwhile; missing without an alert.") { $0.step.alertText },
  ]

  /// A pair of columns for each quantity, as units differ.
  private static let targets =
    targets(.power, unit: "W") + targets(.cadence, unit: "rpm") + targets(.heartRate, unit: "bpm")
    + targets(.speed, unit: "m/s")

  private static func targets(
    _ quantity: RecordedRide.Quantity, unit: String
  ) -> [ColumnDefinition<PlanMatch.Step>] {
    guard let names = PlanRows.targetColumns[quantity.rawValue] else { return [] }
    let words = quantity.rawValue.replacing("_", with: " ")
    return [
      .double(
        names.low, unit: unit,
        "Lowest \(words) that the alert asks for; missing for steps that were not done, have no alert on it, or one on a zone whose ends are not known.",
        range: .atLeast(0)
      ) { target($0, quantity)?.low },
      .double(
        names.high, unit: unit, "Highest \(words) that the alert asks for; missing too where more is as good.",
        range: .atLeast(0)
      ) { target($0, quantity)?.high },
    ]
  }

  private static func target(_ step: PlanMatch.Step, _ quantity: RecordedRide.Quantity) -> StepFigures.Target? {
    step.figures?.target.flatMap { $0.quantity == quantity ? $0 : nil }
  }

  private static let found: [ColumnDefinition<PlanMatch.Step>] = [
    .string(
      "outcome", "What became of it: an open step is reached once a lap or the workout's end ended it.",
      range: .oneOf(PlanMatch.Outcome.allCases.map(\.rawValue))
    ) { $0.outcome.rawValue },
    .double("start_time_s", unit: "s", "When it began, on the reference device's clock.") { $0.span?.lowerBound },
    .double("end_time_s", unit: "s", "When it ended, on the reference device's clock.") { $0.span?.upperBound },
    .double("timer_time_s", unit: "s", "Time that counted in it: without pauses.", range: .atLeast(0)) {
      $0.figures?.timerS
    },
    .double(
      "elapsed_time_s", unit: "s", "Time from start to end, with pauses.", formula: "end_time_s - start_time_s",
      range: .atLeast(0)
    ) { $0.span.map { $0.upperBound - $0.lowerBound } },
    .double("distance_m", unit: "m", "Distance in it, without pauses.", range: .atLeast(0)) { $0.figures?.distanceM },
    .float(
      "overshoot_s", unit: "s", "Time from reaching the goal to the end of the step; missing for open steps.",
      range: .atLeast(0)
    ) { $0.overshootS },
    .float(
      "time_over_plan_s", unit: "s",
      "Time to the goal less the time that the plan allows for it, below 0 for a faster one; missing where it allows none, or the goal was not reached."
    ) { $0.timeOverPlanS },
  ]

  private static let figures: [ColumnDefinition<PlanMatch.Step>] = [
    .float("mean_power_w", unit: "W", "Mean power; seconds of zero power count.", range: .atLeast(0)) {
      $0.figures?.means[.power]
    },
    .float("mean_cadence_rpm", unit: "rpm", "Mean cadence, with the seconds of none.", range: .atLeast(0)) {
      $0.figures?.means[.cadence]
    },
    .float("mean_heart_rate_bpm", unit: "bpm", "Mean heart rate.", range: .atLeast(0)) {
      $0.figures?.means[.heartRate]
    },
    .float(
      "mean_speed_m_s", unit: "m/s", "Mean speed.", formula: "distance_m / timer_time_s", range: .atLeast(0)
    ) { step in
      step.figures.flatMap { figures in
        figures.timerS > 0 ? figures.distanceM.map { $0 / figures.timerS } : nil
      }
    },
    .float(
      "compliance", unit: "1",
      "Fraction of the seconds with a value in which the alert's target was kept; missing without "
        + "an alert, a value, or the ends of its zone.", range: .between(0, 1)
    ) { $0.figures?.compliance?.fraction },
    .string("reason", "Why the outcome is so, in a sentence.") { $0.reason },
  ]
}
