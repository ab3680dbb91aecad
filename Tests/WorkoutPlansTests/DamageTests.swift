import Foundation
import SPBasics
import SPWorkoutPlans
import TestSupport
import Testing

/// Damaged binary plans.
struct DamageTests {
  @Test("100,000 damaged files are an error or a plan that makes sense, half of them with a right checksum")
  func mutations() throws {
    var source = SeededGenerator(seed: 7)
    var plans = RandomPlans(seed: 8)
    var originals = try Plans.names.map { try Plans.plan($0).binary() }
    for _ in 0..<200 { originals.append(try plans.next().binary()) }
    var (errors, survivors) = (0, 0)
    for index in 0..<100_000 {
      let original = originals[index % originals.count]
      let isSealed = index % 2 == 0
      let bytes =
        isSealed
        ? Damage.sealed(Damage.mutated(original.dropLast(4), using: &source)) : Damage.mutated(original, using: &source)
      do {
        let plan = try WorkoutPlan(binary: bytes, file: "a.plan")
        try #require(plan.faults() == [])
        try #require(try WorkoutPlan(binary: plan.binary(), file: "b.plan") == plan)
        survivors += 1
      } catch let error as PlanError {
        errors += 1
        try #require(!error.faults.isEmpty && error.faults.allSatisfy { !$0.message.isEmpty })
      }
    }
    #expect(errors + survivors == 100_000)
    // Both ends are reached: most changes break a plan, and some only change a number in it.
    #expect(errors > 60_000 && survivors > 1000)
  }

  @Test("5,000 damaged texts, FIT, ZWO, ERG and MRC files and schedules are an error or a plan that makes sense")
  func texts() throws {
    var source = SeededGenerator(seed: 9)
    var originals = try Plans.names.map { Array(try Plans.text($0).utf8) }
    let fit = originals.count
    originals.append(try Plans.published.exported(as: .fit).bytes)
    for format in [PlanFormat.zwo, .erg, .mrc] {
      originals.append(try Plans.published.exported(as: format, ftpW: 250).bytes)
    }
    var schedule = WorkoutSchedule(timeZone: .gmt)
    try schedule.add(Plans.published, on: #require(LocalTime("2026-11-22")), now: .distantPast)
    originals.append(Array(schedule.json.utf8))
    var (plans, schedules, errors) = (0, 0, 0)
    for index in 0..<5_000 {
      let number = index % originals.count
      let bytes =
        number == fit
        ? Damage.mutatedFIT(originals[fit], using: &source) : Damage.mutated(originals[number], using: &source)
      if let plan = try? WorkoutPlan.read(bytes, file: "a").plan {
        try #require(plan.faults() == [])
        plans += 1
      } else if (try? WorkoutSchedule(json: String(decoding: bytes, as: UTF8.self), file: "a")) != nil {
        schedules += 1
      } else {
        errors += 1
      }
    }
    #expect(plans > 120 && schedules > 5 && errors > 1200)
  }

  @Test("A file that is cut short, empty, of another kind or altered says so")
  func messages() throws {
    let sound = try Plans.published.binary()
    func read(_ bytes: some Sequence<UInt8>) -> [String] {
      told { try WorkoutPlan(binary: Array(bytes), file: "a.plan") }
    }
    #expect(read([]) == ["a.plan: error: is not a binary plan; expected it to begin with SWPL"])
    #expect(read(sound.prefix(8)) == ["a.plan: error: has 8 bytes and is cut short; expected a whole binary plan"])
    let damaged =
      "a.plan: error: is damaged: its checksum is not that of its content; expected a file as it was written"
    #expect(read(sound.dropLast(1)) == [damaged])
    var altered = sound
    altered[20] ^= 1
    #expect(read(altered) == [damaged])
    #expect(
      read(Damage.sealed(sound.dropLast(6))) == [
        "a.plan: error: byte 19: expected a part of 36 bytes, found 34"
      ])
    #expect(read(Damage.sealed(Array("SWPL".utf8) + [1])) == ["a.plan: error: byte 5: expected a part with the name"])
  }
}
