import Foundation
import SPBasics
import SPWorkoutPlans
import Testing

/// Schedule files.
struct ScheduleFileTests {
  private static let now = Date(timeIntervalSince1970: 1_795_345_200)

  @Test("Workouts are added, done and removed in a file; what it refuses changes nothing")
  func changes() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "schedules-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = ScheduleFile(folder.appending(path: "week.json").path)
    let golf = try PlanFile.read(Plans.path("golf.json")).plan
    let date = try #require(LocalTime("2026-11-22"))
    try file.add(golf, on: date, now: Self.now, timeZone: .gmt)
    #expect(try file.read().entries.map(\.plan) == [golf])
    let before = try file.read()
    for (change, reason) in [
      ({ try file.add(golf, on: date, now: Self.now) }, "\"Golf\" is scheduled for 2026-11-22 already"),
      (
        { try file.add(golf, on: date, now: Self.now, timeZone: NamedTimeZone(identifier: "Europe/Berlin")) },
        "time zone is"
      ),
      ({ _ = try file.remove(at: 1) }, "has no workout 1; expected 0 to 0"),
      ({ _ = try file.complete(plan: "Gofl") }, "expected one of \"Golf\" on 2026-11-22"),
    ] as [(() throws -> Void, String)] {
      let error = #expect(throws: ScheduleFile.Refusal.self) { try change() }
      #expect(error?.description.hasPrefix(file.path + ": ") == true && error?.description.contains(reason) == true)
    }
    #expect(try file.read() == before)
    let recorded = RecordedWorkout(id: "r", sport: "golf", start: Self.now)
    #expect(try file.complete(from: [recorded]).map(\.workout) == [recorded])
    #expect(try !file.complete(at: 0).isNew)
    #expect(try file.remove(at: 0).plan == golf && file.read().entries.isEmpty)
  }
}
