import Foundation
import SPWorkoutPlans
import Testing

/// The plans that come with the project, and the published one as it is made in Swift.
enum Plans {
  private static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let names = ["golf", "my_workout", "pool_swim", "ten_kilometres", "triathlon"]

  static func path(_ name: String) -> String { root.appending(path: "Pipelines/Plans/\(name)").path }

  static func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name + ".json"), encoding: .utf8)
  }

  static func plan(_ name: String) throws -> WorkoutPlan {
    try WorkoutPlan(json: text(name), file: name + ".json")
  }

  /// Source: Apple, WWDC 2023, "Build custom workouts with WorkoutKit".
  static let published = WorkoutPlan(
    "My Workout",
    .custom(
      CustomWorkout(
        .cycling, .outdoor,
        warmup: PlanStep(.open),
        blocks: [
          PlanBlock(
            iterations: 4,
            [
              .work(.distance(Measure(2, .mi)), alert: StepAlert(.speedThreshold(Measure(10, .milesPerHour)))),
              .recovery(.distance(Measure(0.5, .mi)), alert: StepAlert(.heartRateZone(1))),
            ]),
          PlanBlock(
            iterations: 2,
            [
              .work(.time(Measure(2, .min)), alert: StepAlert(.powerRange(MeasureRange(250...275, .w)))),
              .recovery(.time(Measure(30, .s)), alert: StepAlert(.heartRateZone(1))),
            ]),
        ],
        cooldown: PlanStep(.time(Measure(5, .min))))))
}
