import Foundation
import Testing
import WorkoutPlans

/// Workouts in FIT, as another reader finds them.
@Suite(.enabled(if: VirtualEnvironment.isPossible, VirtualEnvironment.reason))
struct WorkoutPlanConformanceTests {
  @Test func fitdecodeReadsThePublishedPlan() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let source = root.appending(path: "Pipelines/Plans/my_workout.json").path
    let plan = try WorkoutPlan.read([UInt8](Data(contentsOf: URL(fileURLWithPath: source))), file: source).plan
    let path = NSTemporaryDirectory() + "plan-\(UUID().uuidString).fit"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(plan.exported(as: .fit).bytes).write(to: URL(fileURLWithPath: path))
    let (status, output) = try VirtualEnvironment.shared.get().run("list_plan.py", path)
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
}
