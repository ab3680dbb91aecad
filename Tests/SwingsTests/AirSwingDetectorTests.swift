import SPSignals
import Testing

@testable import SPSwings

/// What bursts have in common with hits. That they also count where they repeat is in `PlayEvidenceTests`.
/// Swings without impact.
struct AirSwingDetectorTests {
  private typealias Bell = (at: Double, height: Double)

  /// Hits at 20, 21, 22... s, out of the way of the bells.
  private func hits(_ rates: [Double]) -> [Swing] {
    rates.enumerated().map { index, rate in
      let time = 20 + Double(index)
      return Fixture.swing(at: time, peakRate: rate, impact: Fixture.impact(at: time, peak: 20))
    }
  }

  /// What is found among bells of the given heights at the given moments, and those of the hits.
  private func found(
    _ bells: [Bell], hits: [Swing] = [], impacts: [Impact] = [], weak: [Impact] = [], width: Double = 1,
    _ change: (inout AirSwingDetector) -> Void = { _ in }
  ) throws -> DecidedSwings {
    var detector = AirSwingDetector()
    detector.isPractice = true
    change(&detector)
    let rotation = Fixture.signal(seconds: 35, rate: 200, unit: .radiansPerSecond) { time in
      let own = bells.reduce(0.0) { $0 + Fixture.bell($1.height, at: $1.at, ($1.at + (time - $1.at) / width)) }
      return hits.reduce(own) { $0 + Fixture.bell($1.peakRate, at: $1.anchorTime, time) }
    }
    let measured = try detector.candidates(
      in: Fixture.motion(rotation), impacts: .init(impacts: impacts, weak: weak), hits: hits)
    let bursts = measured.bursts.map { burst in
      var burst = burst
      burst.stroke = nil
      return burst
    }
    var found = SwingDecision.airSwings(detector).decide(bursts, after: DecidedSwings(swings: measured.hits))
    found.swings.removeAll { $0.candidate.kind == .impact }
    return found
  }

  @Test("The anchor is the peak of the rate, the start is found as for impacts, there is no impact")
  func anchor() throws {
    let result = try found([(2, 12)], hits: hits([12, 14, 13]))
    let swing = try #require(result.swings.first)
    #expect(result.swings.count == 1 && result.rejected.isEmpty)
    #expect(swing.anchorTime == 2)
    #expect(swing.impact == nil)
    #expect(swing.peakRate == 12)
    // Its rate is 12 of 13, the median hit's: ln(13 / 12) / 0.2 = 0.40, of 2.5; the peak rate of 12 is 4 times its smallest.
    let margins = swing.checks.filter { $0.name.hasPrefix("difference") }.map(\.margin)
    #expect(abs(try #require(margins.first ?? nil) - 0.84) < 0.005)
    // The bell falls to a tenth at sqrt(2 ln 10) = 2.146 of its deviations of 60 ms.
    #expect(abs(swing.startTime - (2 - 0.1288)) < 0.0051)
    // Half of the bell's area is 12 x 0.06 x sqrt(pi / 2); 1.6 % of it lie before the start.
    #expect(abs(swing.accumulatedRotation / (12 * 0.06 * 1.2533 * 0.968) - 1) < 0.01)
  }

  @Test("Hits teach the direction and how fast a swing is")
  func learned() throws {
    let result = try found([(2, 10), (4, 7), (6, -15)], hits: hits([12, 14, 20]))
    #expect(result.swings.map(\.anchorTime) == [2])
    #expect(result.rejected.map(\.time) == [4, 6])
    #expect(result.rejected.map(\.reason) == [.unlikeOthers, .unlikeOthers])
    #expect(result.rejected.map(\.kind) == [.airSwing, .airSwing])
    #expect(
      result.rejected.map(\.explanation) == [
        "the wrist turns at 7.0 rad/s: 50 % as fast as the recording's swings; the turn lasts 100 % as long, and takes 100 % as "
          + "long to its peak; unlike a swing",
        "the wrist turns at 15.0 rad/s the other way than in the recording's swings",
      ])
    #expect(result.rejected.map { $0.value?.rounded() } == [7, -15])
    #expect(result.rejected.last?.checks.last?.expectation == "the direction of the recording's swings")
    #expect(result.rejected.map(\.checks.count) == [1, 1] && result.rejected.allSatisfy { !$0.checks[0].passed })
    #expect(result.swings.first?.checks.first?.name == "difference from the typical swing")
  }

  @Test("A burst that is much longer or much shorter than a swing is none", arguments: [(0.34, 0), (1, 1), (2.9, 0)])
  func width(factor: Double, count: Int) throws {
    #expect(try found([(2, 12)], hits: hits([12, 12, 12]), width: factor).swings.count == count)
  }

  @Test("A weak impact near the peak becomes the swing's, and the swing ends there", arguments: [-0.05, 0.04, 0.12])
  func weakImpact(offset: Double) throws {
    let impact = Fixture.impact(at: 2 + offset, peak: 0.8)
    let result = try found([(2, 12)], hits: hits([12, 14, 13]), weak: [Fixture.impact(at: 2.02, peak: 0.5), impact])
    #expect(result.swings.map(\.impact) == [impact])
    #expect(result.swings.map(\.anchorTime) == [impact.time])
    let far = try found([(2, 12)], hits: hits([12, 14, 13]), weak: [Fixture.impact(at: 2.2, peak: 0.8)])
    #expect(far.swings.map(\.impact) == [nil] && far.swings.map(\.anchorTime) == [2])
  }

  @Test("Where a fifth of the hits turn the other way, each way has its own median")
  func bothWays() throws {
    let bells = [(at: 2.0, height: 10.0), (at: 4.0, height: -8.0), (at: 6.0, height: -16.0)]
    let both = try found(bells, hits: hits([12, 12, 12, 12, 12, 12, 12, 12, -20, -20]))
    #expect(both.swings.map(\.anchorTime) == [2, 6])
    let one = try found(bells, hits: hits([12, 12, 12, 12, 12, 12, 12, 12, 12, -20]))
    #expect(one.swings.map(\.anchorTime) == [2])
  }

  @Test(
    "Bursts that weak impacts touch open a way that no hit turns, if they are two, a fifth of the swings, and fast",
    arguments: [(3, 9.0, 2, 3), (3, 9.0, 1, 0), (3, 5.0, 2, 0), (9, 9.0, 2, 0), (8, 9.0, 2, 3)])
  func weakSide(hitCount: Int, rate: Double, touched: Int, found count: Int) throws {
    let bells: [Bell] = [(2, -rate), (4, -rate), (6, -rate)]
    let weak = bells.prefix(touched).map { Fixture.impact(at: $0.at + 0.02, peak: 0.7) }
    let all = hits([Double](repeating: 12, count: hitCount))
    let result = try found(bells, hits: all, weak: weak) { $0.maxDifference = 2.5 }
    #expect(result.swings.count == count)
    #expect(result.swings.count { $0.impact != nil } == (count > 0 ? touched : 0))
    #expect(result.swings.allSatisfy { $0.comparedWith == .weakImpacts })
  }

  @Test("Where swings turn either way, a burst like the few hits of the other way is one, but no backswing or recovery")
  func eitherWay() throws {
    let bells: [Bell] = [(2, -11), (5, 13), (5.6, -10), (8, -4)]
    let open = try found(bells, hits: hits([12, 14, 13])) { $0.turnsInEitherDirection = true }
    #expect(open.swings.map { ($0.anchorTime * 10).rounded() / 10 } == [2, 5])
    #expect(open.swings.map(\.comparedWith) == [.otherWay, .hits])
    #expect(open.rejected.map(\.reason) == [.unlikeOthers, .unlikeOthers])
    #expect(
      open.rejected.first?.explanation
        == "the wrist turns at 10.0 rad/s 0.6 s after a faster burst of the other way: its recovery")
    #expect(open.rejected.first?.checks.map(\.passed) == [true, false])
    let many = try found(bells, hits: hits([Double](repeating: 12, count: 14))) { $0.turnsInEitherDirection = true }
    #expect(many.swings.map(\.comparedWith) == [.hits])
    #expect(try found(bells, hits: hits([12, 14, 13])).swings.map(\.comparedWith) == [.hits])
  }

  @Test(
    "A burst one period from the swings before and after it may differ more where these follow one another regularly",
    // 6.5 rad/s differ by 3.1 from 12, and 5 rad/s by 4.4.
    arguments: [
      (23.0, 6.5, 8, 1), (23.06, 6.5, 8, 1), (23.15, 6.5, 8, 0), (23, 5, 8, 0), (23, 6.5, 6, 0), (30, 6.5, 8, 0),
    ])
  func pace(time: Double, rate: Double, hitCount: Int, found count: Int) throws {
    // A hit a second, and none at 23 s.
    let rally = hits([Double](repeating: 12, count: hitCount)).filter { $0.anchorTime != 23 }
    let result = try found([(time, rate)], hits: rally)
    #expect(result.swings.count == count && result.rejected.count == 1 - count)
    #expect(
      result.swings.allSatisfy {
        $0.checks.first?.remark?.hasSuffix("one period from the swings before and after it") == true
      })
  }

  @Test(
    "Where hits are few, swings of other recordings open a way or keep it closed; where there are none, they stand in")
  func otherRecordings() throws {
    let typical = SwingReference.Typical(rate: 12, widthS: 0.1413, riseS: 0.0706, origin: .learned)
    let both = SwingReference(positive: typical, negative: typical, origin: .learned, count: 14)
    let forehand = SwingReference(positive: typical, negative: nil, origin: .learned, count: 14)
    // 5 rad/s differ by 4.4 from 12.
    let bells: [Bell] = [(2, -11), (5, 13), (8, -5)]
    func compared(_ hits: [Swing], _ learned: SwingReference?) throws -> [SwingReference.Origin?] {
      try found(bells, hits: hits) { ($0.learned, $0.turnsInEitherDirection) = (learned, true) }.swings.map(
        \.comparedWith)
    }
    #expect(try compared(hits([12, 14, 13]), nil) == [.otherWay, .hits])
    #expect(try compared(hits([12, 14, 13]), both) == [.learned, .hits])
    #expect(try compared(hits([12, 14, 13]), forehand) == [.hits])
    #expect(try compared(hits([Double](repeating: 12, count: 14)), both) == [.hits])
    #expect(try compared([], both) == [.learned, .learned])
    #expect(try compared([], forehand) == [.learned])
    let refused = try found(bells) { $0.learned = both }.rejected
    #expect(refused.count == 1 && refused[0].explanation.contains("as fast as the swings of other recordings; "))
  }

  @Test("A burst that is not much like a swing, beside a faster one of the other way, is its recovery")
  func recovery() throws {
    let both = hits([12, 12, 12, -20, -20])
    let result = try found([(2, -20), (2.6, 8.5), (6, 8.5), (10, -20), (10.6, 11)], hits: both)
    // 8.5 rad/s differ by 1.7 from 12, and 11 by 0.4.
    #expect(result.swings.map { ($0.anchorTime * 10).rounded() / 10 } == [2, 6, 10, 10.6])
    #expect(result.rejected.map(\.explanation).count == 1)
    #expect(result.rejected.first?.explanation.hasSuffix("a faster burst of the other way: its recovery") == true)
  }

  @Test("A single hit shows the way and the rate")
  func oneHit() throws {
    let bells = [(at: 1.0, height: 14.0), (at: 2.5, height: -12.0), (at: 4.0, height: 16.0), (at: 5.5, height: 5.0)]
    let result = try found(bells, hits: hits([20])) { $0.minHits = 1 }
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
    arguments: [(-0.32, true), (-0.28, false), (0.28, false), (0.32, true)])
  func refractoryAroundHits(offset: Double, isAirSwing: Bool) throws {
    let all = [Fixture.swing(at: 2, peakRate: 12, impact: Fixture.impact(at: 2, peak: 20))] + hits([12, 12, 12])
    let result = try found([(2 + offset, 12)], hits: all)
    #expect(result.swings.count == (isAirSwing ? 1 : 0))
    let long = Swing(
      startTime: 1, anchorTime: 2, impact: Fixture.impact(at: 2, peak: 20), accumulatedRotation: 1.2, peakRate: 12,
      rateThreshold: 1)
    let slow = [long] + hits([12, 12, 12])
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
      $0.judge.countsTotalRotation = false
    }
    #expect(result.swings.isEmpty)
    #expect(result.rejected.map(\.reason) == [.rotationOutOfBounds])
    #expect(result.rejected.first?.explanation.hasSuffix("expected 1.0 to 7.0 rad") == true)
  }

  @Test("Bursts under the smallest rate are no candidates", arguments: [(2.9, 0), (3.1, 1)])
  func smallestRate(height: Double, count: Int) throws {
    let result = try found([(2, height)], hits: hits([3.2, 3.2, 3.2]))
    #expect(result.swings.count == count && result.rejected.isEmpty)
  }
}
