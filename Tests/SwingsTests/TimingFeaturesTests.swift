import SPSignals
import SPSwings
import Testing

/// Times of a swing.
struct TimingFeaturesTests {
  /// Rotation about the vertical of a watch that lies face up: gravity is (0, 0, -1).
  private func motion(seconds: Double = 10, _ alongGravity: @escaping (Double) -> Double) -> MotionSignals {
    let rate = Fixture.signal(seconds: seconds, rate: 200, unit: .radiansPerSecond) { -alongGravity($0) }
    return MotionSignals(
      rotationRate: Fixture.triaxial(z: rate),
      gravity: Fixture.triaxial(z: Fixture.signal(seconds: seconds, rate: 200) { _ in -1 }))
  }

  /// From 7 to 7.3 s a swing at 10 rad/s, with its contact at 7.2 s.
  private func features(sign: Double = 1, _ before: @escaping (Double) -> Double) throws -> TimingFeatures {
    let swing = Swing(
      startTime: 7, anchorTime: 7.2, impact: nil, accumulatedRotation: sign * 2, peakRate: sign * 10, rateThreshold: 1)
    let motion = motion { time in
      sign * (time < 6.9999 ? before(time) : time < 7.4499 ? 10 : 0)
    }
    return try TimingFeatures(of: swing, in: motion)
  }

  @Test("The follow-through lasts until the rate falls under the threshold", arguments: [1.0, -1])
  func followThrough(sign: Double) throws {
    let features = try features(sign: sign) { _ in 0 }
    #expect(abs(try #require(features.followThroughS) - 0.25) < 1e-6)
  }

  @Test("A rotation that does not end has no follow-through")
  func endless() throws {
    let swing = Fixture.swing(at: 2, peakRate: 10)
    #expect(try TimingFeatures(of: swing, in: motion { _ in 10 }).followThroughS == nil)
  }

  @Test("The tempo is the backswing's length, with its pause, over that of the downswing", arguments: [1.0, -1])
  func tempo(sign: Double) throws {
    let features = try features(sign: sign) { (6.2999..<6.8999).contains($0) ? -4 : 0.2 }
    #expect(abs(try #require(features.tempoRatio) - 0.7 / 0.2) < 1e-6)
  }

  @Test("Without a reversal, or one too long before the start, there is no tempo")
  func noTempo() throws {
    #expect(try features { _ in 0.5 }.tempoRatio == nil)
    #expect(try features { (6.2..<6.7).contains($0) ? -4 : 0 }.tempoRatio == nil)
    #expect(try features { (6.2..<6.9).contains($0) ? 4 : 0 }.tempoRatio == nil)
  }

  @Test("Stillness ends with the backswing and is looked for over five seconds")
  func stillness() throws {
    let withBackswing = try features { $0 < 4 ? 3 : $0 < 6.2999 ? 0.3 : -4 }
    #expect(abs(try #require(withBackswing.stillnessBeforeS) - 2.3) < 0.0051)
    let without = try features { $0 < 6.4999 ? 2 : 0.3 }
    #expect(abs(try #require(without.stillnessBeforeS) - 0.5) < 0.0051)
    #expect(abs(try #require(try features { _ in 0 }.stillnessBeforeS) - 5) < 0.0051)
    #expect(try features { _ in 2 }.stillnessBeforeS == 0)
  }

  /// A swing at 10 rad/s from 7 to 7.45 s, with its contact at 7.2013 s, after a backswing at -4 rad/s from 6.3 to 6.9 s.
  private func features(gap: Range<Double> = 0..<0, missing: [Double] = []) throws -> TimingFeatures {
    let times = Fixture.times(seconds: 10, rate: 200, gap: gap)
    let rate = try Fixture.signal(times: times, unit: .radiansPerSecond) { time in
      guard !missing.contains(where: { abs($0 - time) < 1e-6 }) else { return .nan }
      return (6.2999..<6.8999).contains(time) ? 4 : (6.9999..<7.4499).contains(time) ? -10 : 0
    }
    let motion = MotionSignals(
      rotationRate: Fixture.triaxial(z: rate),
      gravity: Fixture.triaxial(z: try Fixture.signal(times: times) { _ in -1 }))
    return try TimingFeatures(
      of: Swing(
        startTime: 7, anchorTime: 7.2013, impact: nil, accumulatedRotation: 2, peakRate: 10, rateThreshold: 1),
      in: motion)
  }

  @Test(
    "A gap, the first right after the contact, or two missing samples hide the end of the follow-through",
    arguments: [(7.2025..<8, []), (7.3..<7.35, []), (0..<0, [7.3, 7.305])] as [(Range<Double>, [Double])])
  func hiddenFollowThrough(gap: Range<Double>, missing: [Double]) throws {
    let features = try features(gap: gap, missing: missing)
    #expect(features.followThroughS == nil && features.tempoRatio != nil)
  }

  @Test(
    "A gap or two missing samples within the backswing hide when it began, and what was before",
    arguments: [(6.4..<6.45, []), (0..<6.5, []), (0..<0, [6.5, 6.505]), (0..<0, [6.95, 6.955])]
      as [(Range<Double>, [Double])])
  func hiddenBackswing(gap: Range<Double>, missing: [Double]) throws {
    let features = try features(gap: gap, missing: missing)
    #expect(features.tempoRatio == nil && features.stillnessBeforeS == nil)
    #expect(features.followThroughS != nil)
  }

  @Test("A single missing sample is passed over")
  func missing() throws {
    let features = try features(missing: [3, 6.5, 6.95, 7.3])
    #expect(abs(try #require(features.followThroughS) - 0.2487) < 1e-6)
    #expect(abs(try #require(features.tempoRatio) - 0.7 / 0.2013) < 1e-5)
    #expect(abs(try #require(features.stillnessBeforeS) - 4.3) < 0.0051)
  }

  @Test("Without samples before the start nothing is known of what came before")
  func atTheBeginning() throws {
    let swing = Fixture.swing(at: 0.2, peakRate: 10)
    let features = try TimingFeatures(of: swing, in: motion { $0 < 0.3 ? 10 : 0 })
    #expect(features.tempoRatio == nil && features.stillnessBeforeS == nil)
  }
}
