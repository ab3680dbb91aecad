import Testing
import WorkoutPlans

@Suite("Damaged binary plans")
struct DamageTests {
  @Test("100,000 damaged files are an error or a plan that makes sense, half of them with a right checksum")
  func mutations() throws {
    var source = SplitMix64(seed: 7)
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

  @Test("A file that is cut short, empty, of another kind or altered says so")
  func messages() throws {
    let sound = try Plans.published.binary()
    func read(_ bytes: some Sequence<UInt8>) -> [String] {
      told { try WorkoutPlan(binary: Array(bytes), file: "a.plan") }
    }
    #expect(read([]) == ["a.plan: error: is no binary plan; expected it to begin with SWPL"])
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
