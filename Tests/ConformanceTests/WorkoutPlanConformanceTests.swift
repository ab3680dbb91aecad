import Foundation
import SPWorkoutPlans
import Testing

/// Workouts in FIT, as another reader finds them.
@Suite(.enabled(if: VirtualEnvironment.isPossible, VirtualEnvironment.reason))
struct WorkoutPlanConformanceTests {
  /// What fitdecode reads of a bundled plan that was written as FIT.
  private static func read(_ name: String) throws -> (status: Int32, output: String) {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let source = root.appending(path: "Pipelines/Plans/\(name).json").path
    let plan = try WorkoutPlan.read([UInt8](Data(contentsOf: URL(fileURLWithPath: source))), file: source).plan
    let path = NSTemporaryDirectory() + "plan-\(UUID().uuidString).fit"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(plan.exported(as: .fit).bytes).write(to: URL(fileURLWithPath: path))
    return try VirtualEnvironment.shared.get().run("list_plan.py", path)
  }

  @Test func fitdecodeReadsThePublishedPlan() throws {
    let (status, output) = try Self.read("my_workout")
    // 2 mi are 3218.688 m, 10 mph are 4.4704 m/s; powers are in W + 1000, where they have no name of their own.
    #expect(
      status == 0
        && output == """
          workout My Workout cycling generic 8
          step 0 open None open None None None warmup
          step 1 distance 3218.69 speed 0 4.47 4.47 active
          step 2 distance 804.67 heart_rate 1 None None rest
          step 3 repeat_until_steps_cmplt 1 None 4 None None None
          step 4 time 120.0 power 0 1250 1275 active
          step 5 time 30.0 heart_rate 1 None None rest
          step 6 repeat_until_steps_cmplt 4 None 2 None None None
          step 7 time 300.0 open None None None cooldown

          """,
      "\(output)")
  }
  @Test(arguments: [
    ("golf", "workout Golf golf None 1\nstep 0 open None open None None None active\n"),
    (
      "pool_swim",
      "workout 400 m in 8 minutes swimming lap_swimming 1\nstep 0 distance 400.0 open None None None active\n"
    ),
    // 10 km in 50 min are 3.333 m/s, on the mean of the lap; fitdecode scales speeds, and not lap speeds.
    (
      "ten_kilometres",
      "workout Ten kilometres running generic 1\nstep 0 distance 10000.0 speed_lap 0 3333 3333 active\n"
    ),
  ])
  func fitdecodeReadsPlansOfOtherKinds(_ name: String, _ expected: String) throws {
    let (status, output) = try Self.read(name)
    #expect(status == 0 && output == expected, "\(output)")
  }
}
