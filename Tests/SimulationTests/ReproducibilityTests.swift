import Testing

@testable import SPSimulation

struct ReproducibilityTests {
  private static var settings: SimulationSettings {
    var settings = SimulationSettings(sport: .tennis, seed: 42)
    settings.durationS = 40
    settings.gapCount = 4
    settings.jitterUS = 50
    return settings
  }

  /// The first numbers of SplitMix64 from state 1234567, as in its author's reference code.
  @Test func `random numbers are SplitMix64's, in sequence and by position`() {
    var stream = RandomStream(state: 1_234_567)
    let expected: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
      16_408_922_859_458_223_821,
    ]
    #expect((0..<5).map { stream.word(at: $0) } == expected)
    #expect((0..<5).map { _ in stream.next() } == expected)
  }

  @Test func `noise has zero mean and unit deviation`() {
    let stream = RandomStream(SimulationSettings(sport: .golf, seed: 0), .accelerationNoise)
    let values = (0..<100_000).map { stream.bell(at: $0) }
    let mean = values.reduce(0, +) / 100_000
    let variance = values.reduce(0) { $0 + $1 * $1 } / 100_000
    #expect(abs(mean) < 0.015)
    #expect(abs(variance - 1) < 0.02)
  }

  @Test(arguments: [1, 7, 333, 4096])
  func `blocks of any size give the same bits`(size: Int) throws {
    let session = try SimulatedSession(Self.settings)
    let whole = session.allAcceleration
    let wholeMotion = session.allMotion
    // Single rows are slow to ask for, so that they are asked for around the middle only.
    let rows = size == 1 ? 15_000..<16_000 : 0..<session.accelerationCount
    for start in stride(from: rows.lowerBound, to: rows.upperBound, by: size) {
      let range = start..<min(start + size, rows.upperBound)
      let block = session.acceleration(range)
      #expect(block.time == Array(whole.time[range]))
      #expect(block.acceleration == Array(whole.acceleration[3 * range.lowerBound..<3 * range.upperBound]))
    }
    let motionRows = size == 1 ? 4000..<4500 : 0..<session.motionCount
    for start in stride(from: motionRows.lowerBound, to: motionRows.upperBound, by: size) {
      let range = start..<min(start + size, motionRows.upperBound)
      let block = session.motion(range)
      let triples = 3 * range.lowerBound..<3 * range.upperBound
      #expect(block.time == Array(wholeMotion.time[range]))
      #expect(block.attitude == Array(wholeMotion.attitude[4 * range.lowerBound..<4 * range.upperBound]))
      #expect(block.rotationRate == Array(wholeMotion.rotationRate[triples]))
      #expect(block.gravity == Array(wholeMotion.gravity[triples]))
      #expect(block.userAcceleration == Array(wholeMotion.userAcceleration[triples]))
    }
  }

  @Test func `equal settings give equal sessions`() throws {
    let first = try SimulatedSession(Self.settings)
    let second = try SimulatedSession(Self.settings)
    #expect(first.allAcceleration == second.allAcceleration)
    #expect(first.allMotion == second.allMotion)
    #expect(first.swings == second.swings)
    #expect(first.distractors == second.distractors)
    #expect(first.gaps == second.gaps)
  }

  @Test func `another seed or sport gives another session`() throws {
    var settings = Self.settings
    let first = try SimulatedSession(settings)
    settings.seed = 43
    let second = try SimulatedSession(settings)
    settings.sport = .badminton
    let third = try SimulatedSession(settings)
    let contacts = [first, second, third].map { session in session.swings.map { $0.contactTime - session.start } }
    #expect(contacts[0] != contacts[1] && contacts[1] != contacts[2])
    let values = [first, second, third].map { $0.acceleration(0..<500).acceleration }
    #expect(values[0] != values[1] && values[1] != values[2])
  }

  @Test func `recordings are named by sport and seed`() throws {
    #expect(try SimulatedSession(SimulationSettings(sport: .baseball, seed: 42)).recordingID == "baseball-000042")
    #expect(
      try SimulatedSession(SimulationSettings(sport: .tableTennis, seed: 12_345_678)).recordingID
        == "table_tennis-12345678")
  }

  @Test func `an empty range gives an empty block`() throws {
    let session = try SimulatedSession(Self.settings)
    #expect(session.acceleration(5..<5).time.isEmpty)
    #expect(session.motion(5..<5).gravity.isEmpty)
  }
}

extension SimulatedSession {
  fileprivate var start: Double { acceleration(0..<1).time[0] }
}
