import Foundation
import SPBasics
import SPWorkoutPlans
import Testing

/// Plans in files.
struct RoundTripTests {
  @Test("The published plan reads as it is made in Swift, and is at least five times smaller in binary")
  func published() throws {
    #expect(try Plans.plan("my_workout") == Plans.published)
    let binary = try Plans.published.binary()
    #expect(try WorkoutPlan(binary: binary, file: "my_workout.plan") == Plans.published)
    #expect(5 * binary.count <= (try Plans.published.json()).utf8.count)
    #expect(5 * binary.count <= (try Plans.text("my_workout")).utf8.count)
  }

  /// Worked out by hand from the description of the format; the checksum by zlib's crc32 in Python.
  @Test("The published plan, byte by byte")
  func bytes() throws {
    let expected: [UInt8] =
      Array("SWPL".utf8) + [1, 1, 10] + Array("My Workout".utf8) + [
        8, 36,
        13, 2, 3,
        0, 0,
        2,
        4, 2, 1, 0x22, 8, 7 | 2 << 5, 40, 5, 0x22, 5 << 2 | 1, 0, 1,
        2, 2, 1, 0x11, 8, 3, 0xE8, 0x07, 0xCC, 0x08, 5, 0x01, 120, 0, 1,
        0, 0x11, 20,
        0x47, 0x17, 0xF3, 0x47,
      ]
    #expect(try Plans.published.binary() == expected)
  }

  @Test("Every bundled plan passes through JSON and binary unchanged", arguments: Plans.names)
  func bundled(_ name: String) throws {
    let plan = try Plans.plan(name)
    #expect(try WorkoutPlan(json: plan.json(), file: "a.json") == plan)
    #expect(try WorkoutPlan(binary: plan.binary(), file: "a.plan") == plan)
  }

  @Test("10,000 random plans of all kinds pass through JSON and binary unchanged")
  func random() throws {
    var plans = RandomPlans(seed: 23)
    var kinds: Set<Workout.Kind> = []
    for _ in 0..<10_000 {
      let plan = plans.next()
      kinds.insert(plan.workout.kind)
      try #require(plan.faults() == [])
      let json = try plan.json()
      try #require(try WorkoutPlan(json: json, file: "a.json") == plan)
      let binary = try plan.binary()
      try #require(try WorkoutPlan(binary: binary, file: "a.plan") == plan)
    }
    #expect(kinds == Set(Workout.Kind.allCases))
  }

  @Test("Unknown parts that can be passed over are kept; others, and newer versions, are refused")
  func unknownParts() throws {
    let part = try #require(PlanExtension(tag: 21, bytes: [1, 2, 3]))
    var plan = Plans.published
    plan.extensions = [part]
    let read = try WorkoutPlan(binary: plan.binary(), file: "a.plan")
    #expect(read.extensions == [part])
    #expect(try WorkoutPlan(json: read.json(), file: "a.json") == plan)
    #expect(PlanExtension(tag: 20, bytes: []) == nil && PlanExtension(tag: 3, bytes: []) == nil)

    let sound = try Plans.published.binary()
    let known = sound.dropLast(4)
    #expect(
      told { try WorkoutPlan(binary: Damage.sealed(known + [20, 0]), file: "a.plan") } == [
        "a.plan: error: byte \(known.count): is a part of kind 20, from a newer swingpipe, and the plan would not be the "
          + "same without it; expected only parts that this version knows"
      ])
    var newer = Array(known)
    newer[4] = 2
    #expect(
      told { try WorkoutPlan(binary: Damage.sealed(newer), file: "a.plan") } == [
        "a.plan: error: is of version 2; expected 1, the newest that this swingpipe reads"
      ])
  }
}
