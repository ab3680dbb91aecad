import SPPipelines
import SPTables
import SPWorkoutPlans
import SPWorkouts

/// Makes a table of the steps of a plan, one row per planned or repeated step.
package struct PlanStepFeatureStage: WorkoutTableStage {
  package typealias Source = PlanFindings
  package static let type: StageType = "features.plan_step"
  package static let summary = "Makes a table of the steps of a plan: goals reached or not, figures, targets kept."
  package static let tableName = "steps"
  package static let rowDescription = "One row per step of the plan; a step that was done again has one more."
  package static var row: RowDescription? { PlanRowDescriptions.steps }
  package static var source: Slot<PlanFindings> { .planSteps }

  package init(_ options: NoOptions) {}

  package static func rows(of findings: PlanFindings) -> [PlanMatch.Step] { findings.match.steps }

  package static let columns: [ColumnDefinition<PlanMatch.Step>] = planned + targets + found + figures

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

  /// Each quantity has its own pair of columns, since units differ.
  private static let targets =
    targets(.power, unit: "W") + targets(.cadence, unit: "rpm") + targets(.heartRate, unit: "bpm")
    + targets(.speed, unit: "m/s")

  private static func targets(
    _ quantity: RecordedRide.Quantity, unit: String
  ) -> [ColumnDefinition<PlanMatch.Step>] {
    guard let names = PlanRowDescriptions.targetColumns[quantity.rawValue] else { return [] }
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

/// Makes a table with a row per plan: the part of the plan that was done.
package struct PlanCompletionFeatureStage: WorkoutTableStage {
  package typealias Source = PlanFindings
  package static let type: StageType = "features.plan_completion"
  package static let summary =
    "Makes a table of one row per plan: how many of its steps were reached, and targets kept."
  package static let tableName = "plan_completion"
  package static let rowDescription = "One row per workout that was held against a plan."
  package static var row: RowDescription? { PlanRowDescriptions.completion }
  package static var source: Slot<PlanFindings> { .planSteps }

  package init(_ options: NoOptions) {}

  package static func rows(of findings: PlanFindings) -> [PlanFindings] { [findings] }

  package static let columns: [ColumnDefinition<PlanFindings>] = [
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

/// The presentation of a plan's tables in reports and plots.
private enum PlanRowDescriptions {
  /// The columns with the lowest and the highest value of a target, by its quantity.
  static let targetColumns: [String: (low: String, high: String)] = Dictionary(
    uniqueKeysWithValues: [("power", "w"), ("cadence", "rpm"), ("heart_rate", "bpm"), ("speed", "m_s")].map {
      ($0, ("target_low_\($0)_\($1)", "target_high_\($0)_\($1)"))
    })

  static let steps = RowDescription(
    singular: "step", plural: "steps", timeColumn: "start_time_s", endColumn: "end_time_s", indexColumn: "step_index",
    columns: [
      .init("role", "Role"), .init("goal", "Goal"), .init("alert", "Target"), .init("outcome", "Outcome"),
      .init("timer_time_s", "Time on the timer"), .init("distance_m", "Distance"),
      .init("mean_power_w", "Mean power"), .init("mean_heart_rate_bpm", "Mean heart rate"),
      .init("compliance", "Target kept"), .init("reason", "Why"),
    ],
    contextColumns: ["recording_id", "repetition", "block_index", "iteration", "start_time_s", "end_time_s"],
    glossary: [.init("Target kept", "Fraction of the seconds with a value in which it lay in the target.")],
    units: WorkoutRowDescriptions.units)

  /// The part of a plan that was done.
  static let completion = RowDescription(
    singular: "plan", plural: "plans", prominence: 2,
    columns: [
      .init("completion", "Steps reached", summary: "Steps reached"), .init("plan", "Plan"),
      .init("compliance", "Targets kept", summary: "Targets kept"), .init("reached_steps", "Reached"),
      .init("cut_short_steps", "Cut short"), .init("not_measured_steps", "Not measured"),
      .init("skipped_steps", "Skipped"), .init("not_done_steps", "Not done"),
      .init("repeated_steps", "Repeated"), .init("ridden_on_s", "Ridden on"),
    ],
    contextColumns: ["recording_id", "laps", "planned_steps"],
    figure: .timeline(
      TimelineFigure(
        isPerRecording: true,
        panels: WorkoutRowDescriptions.panels { quantity, factor in
          targetColumns[quantity].map { low, high in
            [
              .init(
                "target", table: "steps", from: "start_time_s", to: "end_time_s", low: low, high: high, factor: factor)
            ]
          }
        },
        tracks: [
          .init("work", table: "steps", from: "start_time_s", to: "end_time_s", text: "role", only: ["work"]),
          .init(
            "other steps", table: "steps", from: "start_time_s", to: "end_time_s", text: "role",
            only: ["warmup", "recovery", "cooldown"]),
        ])),
    glossary: [
      .init("Steps reached", "Fraction of the plan's steps whose goal was reached."),
      .init("Targets kept", "Fraction of the seconds with a target and a value in which the target was kept."),
    ])
}
