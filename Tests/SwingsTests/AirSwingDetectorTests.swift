import Signals
import Swings
import Testing

@Suite("Swings without impact")
struct AirSwingDetectorTests {
  /// Bells of the given heights at the given moments.
  private func rotation(seconds: Double = 12, _ bells: [(at: Double, height: Double)]) -> MemorySignal {
    Fixture.signal(seconds: seconds, rate: 200, unit: .radiansPerSecond) { time in
      bells.reduce(0) { $0 + Fixture.bell($1.height, at: $1.at, time) }
    }
  }

  /// Hits at 10, 10.5, 11... s, out of the way of the bells.
  private func hits(_ rates: [Double]) -> [Swing] {
    rates.enumerated().map { index, rate in
      let time = 10 + 0.5 * Double(index)
      return Fixture.swing(at: time, peakRate: rate, impact: Fixture.impact(at: time, peak: 20))
    }
  }

  private func found(
    _ bells: [(at: Double, height: Double)], hits: [Swing] = [], impacts: [Impact] = [],
    _ change: (inout AirSwingDetector) -> Void = { _ in }
  ) throws -> SwingCandidates {
    var detector = AirSwingDetector()
    change(&detector)
    return try detector.swings(in: rotation(bells), impacts: impacts, hits: hits)
  }

  @Test("The anchor is the peak of the rate, the start is found as for impacts, there is no impact")
  func anchor() throws {
    let result = try found([(2, 12)], hits: hits([12, 14, 13]))
    let swing = try #require(result.swings.first)
    #expect(result.swings.count == 1 && result.rejected.isEmpty)
    #expect(swing.anchorTime == 2)
    #expect(swing.impact == nil)
    #expect(swing.peakRate == 12)
    // The bell falls to a tenth at sqrt(2 ln 10) = 2.146 of its deviations of 60 ms.
    #expect(abs(swing.startTime - (2 - 0.1288)) < 0.0051)
    // Half of the bell's area is 12 x 0.06 x sqrt(pi / 2); 1.6 % of it lie before the start.
    #expect(abs(swing.accumulatedRotation / (12 * 0.06 * 1.2533 * 0.968) - 1) < 0.01)
  }

  @Test("Hits teach the direction and half of their median rate")
  func learned() throws {
    let result = try found([(2, 8), (4, 6), (6, -15)], hits: hits([12, 14, 20]))
    #expect(result.swings.map(\.anchorTime) == [2])
    #expect(result.rejected.map(\.time) == [4, 6])
    #expect(result.rejected.map(\.reason) == [.unlikeOthers, .unlikeOthers])
    #expect(result.rejected.map(\.kind) == [.airSwing, .airSwing])
    #expect(
      result.rejected.map(\.explanation) == [
        "the wrist turns at 6.0 rad/s; expected at least 7.0, as the recording's swings do",
        "the wrist turns at 15.0 rad/s the other way than in the recording's swings",
      ])
    #expect(result.rejected.map { $0.value?.rounded() } == [6, -15])
  }

  @Test("Where a fifth of the hits turn the other way, each way has its own median")
  func bothWays() throws {
    let bells = [(at: 2.0, height: 8.0), (at: 4.0, height: -8.0), (at: 6.0, height: -11.0)]
    let both = try found(bells, hits: hits([12, 12, 12, 12, 12, 12, 12, 12, -20, -20]))
    #expect(both.swings.map(\.anchorTime) == [2, 6])
    let one = try found(bells, hits: hits([12, 12, 12, 12, 12, 12, 12, 12, 12, -20]))
    #expect(one.swings.map(\.anchorTime) == [2])
  }

  @Test("Without hits to learn from, the strongest third of the bursts stands in, either way")
  func standIns() throws {
    let bells = [(at: 1.0, height: 14.0), (at: 2.5, height: -12.0), (at: 4.0, height: 16.0), (at: 5.5, height: 5.0)]
    let result = try found(bells, hits: [])
    #expect(result.swings.map(\.anchorTime) == [1, 2.5, 4])
    #expect(result.rejected.map(\.time) == [5.5])
    #expect(result.rejected.first?.explanation.hasSuffix("as the recording's strongest bursts do") == true)
  }

  @Test("Without hits to learn from, the expected rate stands in, either way; hits win over it")
  func expectedRate() throws {
    let bells = [(at: 1.0, height: 14.0), (at: 2.5, height: -12.0), (at: 4.0, height: 16.0), (at: 5.5, height: 9.0)]
    let result = try found(bells, hits: []) { $0.expectedRate = 20 }
    #expect(result.swings.map(\.anchorTime) == [1, 2.5, 4])
    #expect(
      result.rejected.map(\.explanation) == [
        "the wrist turns at 9.0 rad/s; expected at least 10.0, as swings of the sport do"
      ])
    #expect(try found(bells, hits: []) { $0.expectedRate = 26 }.swings.map(\.anchorTime) == [1, 4])
    #expect(try found(bells, hits: hits([10])) { $0.expectedRate = 26 }.swings.map(\.anchorTime) == [1, 4, 5.5])
  }

  @Test("A single hit shows the way and the rate")
  func oneHit() throws {
    let bells = [(at: 1.0, height: 14.0), (at: 2.5, height: -12.0), (at: 4.0, height: 16.0), (at: 5.5, height: 5.0)]
    let result = try found(bells, hits: hits([20]))
    #expect(result.swings.map(\.anchorTime) == [1, 4])
  }

  @Test(
    "An impact near the peak claims the burst",
    arguments: [(-0.11, true), (-0.09, false), (0.14, false), (0.16, true)])
  func clearance(offset: Double, isAirSwing: Bool) throws {
    let result = try found([(2, 12)], hits: hits([12, 12, 12]), impacts: [Fixture.impact(at: 2 + offset)])
    #expect(result.swings.count == (isAirSwing ? 1 : 0))
    #expect(result.rejected.isEmpty)
  }

  @Test(
    "A burst within a hit's swing, or within the refractory time around it, is part of it",
    arguments: [(-0.31, true), (-0.29, false), (0.29, false), (0.31, true)])
  func refractoryAroundHits(offset: Double, isAirSwing: Bool) throws {
    let all = [Fixture.swing(at: 2, peakRate: 12, impact: Fixture.impact(at: 2, peak: 20))] + hits([12, 12, 12])
    let result = try found([(2 + offset, 12)], hits: all)
    #expect(result.swings.count == (isAirSwing ? 1 : 0))
    var slow = all
    slow[0].startTime = 1
    #expect(try found([(1.2, 12)], hits: slow).swings.isEmpty)
  }

  @Test("Of bursts within the refractory time the strongest stands, and a weak one takes no other's place")
  func refractoryBetweenBursts() throws {
    let near = try found([(2, 10), (2.25, 13)], hits: hits([12, 12, 12]))
    #expect(near.swings.map { ($0.anchorTime * 100).rounded() / 100 } == [2.25])
    let apart = try found([(2, 10), (2.35, 13)], hits: hits([12, 12, 12]))
    #expect(apart.swings.count == 2)
    // A stronger recovery that turns the other way.
    let other = try found([(2, 10), (2.25, -13)], hits: hits([12, 12, 12]))
    #expect(other.swings.map { ($0.anchorTime * 50).rounded() / 50 } == [2])
    #expect(other.rejected.map(\.reason) == [.unlikeOthers])
  }

  @Test("What lies between start and peak must be within bounds")
  func bounds() throws {
    let result = try found([(2, 12)], hits: hits([12, 12, 12])) {
      $0.judge = SwingJudge(bounds: SwingBounds(duration: 0.02...1.2, rotation: 1...7))
    }
    #expect(result.swings.isEmpty)
    #expect(result.rejected.map(\.reason) == [.rotationOutOfBounds])
    #expect(result.rejected.first?.explanation.hasSuffix("expected 1.0 to 7.0 rad") == true)
  }

  @Test("Bursts under the smallest rate are no candidates", arguments: [(3.9, 0), (4.1, 1)])
  func smallestRate(height: Double, count: Int) throws {
    let result = try found([(2, height)])
    #expect(result.swings.count == count && result.rejected.isEmpty)
  }
}

@Suite("What a recording's swings look like")
struct SwingReferenceTests {
  private func swings(_ rates: [Double]) -> [Swing] { rates.map { Fixture.swing(at: 1, peakRate: $0) } }

  @Test("The median of each way, from as many swings as are asked for")
  func learned() {
    #expect(SwingReference.learned(from: swings([10, 12, 20]), minCount: 3) == .init(positive: 12, negative: nil))
    #expect(SwingReference.learned(from: swings([-10, -12, 8, 6]), minCount: 3) == .init(positive: 7, negative: 11))
    #expect(SwingReference.learned(from: swings([10, 12]), minCount: 3) == nil)
    #expect(SwingReference.learned(from: [], minCount: 0) == nil)
    #expect(SwingReference.learned(from: swings([-9]), minCount: 1) == .init(positive: nil, negative: 9))
  }

  @Test("A single swing among many, or less than a fifth, opens no direction")
  func odd() {
    #expect(SwingReference.learned(from: swings([10, 10, -10]), minCount: 3)?.negative == nil)
    let many = [Double](repeating: 10, count: 9)
    #expect(SwingReference.learned(from: swings(many + [-7, -7]), minCount: 3)?.negative == nil)
    #expect(SwingReference.learned(from: swings(many + [-7, -7, -7]), minCount: 3)?.negative == 7)
  }

  @Test("The guess is the median of the strongest third, for both ways")
  func guessed() {
    #expect(SwingReference.guessed(from: [4, -10, 5, 12, -14, 6]) == .init(positive: 13, negative: 13))
    #expect(SwingReference.guessed(from: [-9]) == .init(positive: 9, negative: 9))
    #expect(SwingReference.guessed(from: []) == nil)
  }
}
