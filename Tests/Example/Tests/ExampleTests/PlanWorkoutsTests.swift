import Foundation
import PlanWorkouts
import Swingpipe
import Testing

/// Plans of an app.
struct PlanWorkoutsTests {
  @Test("The ride is the bundled one, and passes through every form that holds all of it")
  func ride() throws {
    let url = Example.url("../../Pipelines/Plans/my_workout.json")
    let bundled = try WorkoutPlan.read(Array(Data(contentsOf: url)), file: url.path).plan
    #expect(bundled == PlanWorkouts.ride && bundled.faults().isEmpty)
    for format in [PlanFormat.json, .binary, .fit] {
      let export = try bundled.exported(as: format)
      #expect(try export.losses.isEmpty && WorkoutPlan.read(export.bytes, file: "ride").plan == bundled)
    }
    #expect(
      bundled.text().hasPrefix(
        "My Workout\na custom plan for cycling, outdoor: 14 steps (10 mi by distance, 10 min by time), "))
    #expect(try PlanPicture(bundled).bytes(as: .svg).count > 1000)
  }

  @Test("Golf is today and done, the ride is the day after tomorrow and not")
  func schedule() throws {
    let now = Date(timeIntervalSince1970: 1_795_345_200)
    var schedule = try week(from: now, in: try #require(NamedTimeZone(identifier: "Europe/Berlin")))
    #expect(schedule.entries.map { "\($0.date) \($0.plan.name)" } == ["2026-11-22 Golf", "2026-11-24 My Workout"])
    schedule.complete(at: 0, when: now)
    #expect(schedule.indexes(.done, now: now) == [0] && schedule.indexes(.upcoming, now: now) == [1])
  }
}
