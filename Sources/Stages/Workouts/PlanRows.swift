import Tables
import Workouts

/// How the tables of a plan are shown in reports and plots.
enum PlanRows {
  /// The columns with the lowest and the highest value of a target, by its quantity.
  static let targetColumns: [String: (low: String, high: String)] = Dictionary(
    uniqueKeysWithValues: [("power", "w"), ("cadence", "rpm"), ("heart_rate", "bpm"), ("speed", "m_s")].map {
      ($0, ("target_low_\($0)_\($1)", "target_high_\($0)_\($1)"))
    })

  /// Steps of a plan.
  static let steps = RowDescription(
    singular: "step", plural: "steps", timeColumn: "start_time_s", endColumn: "end_time_s", indexColumn: "step_index",
    columns: [
      .init("role", "Role"), .init("goal", "Goal"), .init("alert", "Target"), .init("outcome", "Outcome"),
      .init("timer_time_s", "Time on the timer"), .init("distance_m", "Distance"),
      .init("mean_power_w", "Mean power"), .init("mean_heart_rate_bpm", "Mean heart rate"),
      .init("compliance", "Target kept"), .init("reason", "Why"),
    ],
    contextColumns: ["recording_id", "repetition", "block_index", "iteration", "start_time_s", "end_time_s"],
    glossary: [.init("Target kept", "Fraction of the seconds with a value in which it lay in the target.")])

  /// How much of a plan was done.
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
        panels: WorkoutRows.panels { quantity, factor in
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
