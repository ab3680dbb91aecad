import Foundation
import SPSignals
import SPSwings
import Testing

/// Rotation and speed of the wrist.
struct RotationFeaturesTests {
  private let seconds = 2.0

  private func signal(_ unit: SPSignals.Unit, rate: Double = 200, _ value: (Double) -> Double) -> MemorySignal {
    Fixture.signal(seconds: seconds, rate: rate, unit: unit, value)
  }

  /// From 1 to 1.25 s the rate about the vertical grows by `acceleration`; about a level axis it is 3 rad/s.
  private func motion(acceleration: Double, rate: Double = 200) -> MotionSignals {
    let zero = signal(.radiansPerSecond, rate: rate) { _ in 0 }
    return MotionSignals(
      rotationRate: Triaxial(
        x: signal(.radiansPerSecond, rate: rate) { _ in 3 }, y: zero,
        z: signal(.radiansPerSecond, rate: rate) { -acceleration * ($0 - 1) }),
      gravity: Fixture.triaxial(z: signal(.g, rate: rate) { _ in -1 }))
  }

  private func swing(sign: Double = 1, impact: Impact? = nil, startTime: Double = 1) -> Swing {
    Swing(
      startTime: startTime, anchorTime: 1.25, impact: impact, accumulatedRotation: sign * 3, peakRate: sign * 25,
      rateThreshold: 2.5)
  }

  private func features(_ swing: Swing, _ motion: MotionSignals) throws -> RotationFeatures? {
    let nothing = Fixture.triaxial(z: Fixture.signal(seconds: seconds, rate: 800) { _ in 0 })
    let meter = try SwingMeter(signals: SwingSignals(acceleration: nothing, filtered: nothing, motion: motion))
    let miss = LabelledSwing(swing: swing, label: .miss, hitProbability: 0, model: "")
    return try #require(try meter.measure([miss]).first).features?.rotation
  }

  @Test("A constant angular acceleration", arguments: [1.0, -1])
  func constantAcceleration(sign: Double) throws {
    let features = try #require(try features(swing(sign: sign), motion(acceleration: sign * 100)))
    #expect(abs(features.peakAlongGravity - sign * 25) < 1e-4)
    #expect(abs(features.peakRate - (25.0 * 25 + 9).squareRoot()) < 1e-4)
    #expect(features.peakLeadMS == 0)
    #expect(abs(try #require(features.peakAngularAcceleration) / 100 - 1) < 1e-3)
    #expect(features.alongGravityAtImpact == nil)
    #expect(features.peakHandSpeedEstimate == nil && features.rotationalAcceleration == nil)
  }

  @Test("The rate at the impact lies between the samples around it")
  func atImpact() throws {
    let impact = Fixture.impact(at: 1.1613)
    let features = try #require(
      try RotationFeatures(of: swing(impact: impact), in: motion(acceleration: 100), smoothRate: nil))
    #expect(abs(try #require(features.alongGravityAtImpact) - 16.13) < 1e-4)
    let beyond = Fixture.impact(at: 2.5)
    #expect(
      try RotationFeatures(of: swing(impact: beyond), in: motion(acceleration: 100), smoothRate: nil)?
        .alongGravityAtImpact == nil)
  }

  @Test("Between samples that a gap parts, or of which one is missing, no rate at the impact is known")
  func hiddenAtImpact() throws {
    func atImpact(gap: Range<Double> = 0..<0, missing: Double = -1) throws -> Double? {
      let times = Fixture.times(seconds: seconds, rate: 200, gap: gap)
      let rate = try Fixture.signal(times: times, unit: .radiansPerSecond) {
        abs($0 - missing) < 1e-6 ? .nan : -100 * ($0 - 1)
      }
      let motion = MotionSignals(
        rotationRate: Fixture.triaxial(z: rate),
        gravity: Fixture.triaxial(z: try Fixture.signal(times: times) { _ in -1 }))
      let swing = swing(impact: Fixture.impact(at: 1.2513))
      return try RotationFeatures(of: swing, in: motion, smoothRate: nil)?.alongGravityAtImpact
    }
    #expect(abs(try #require(try atImpact()) - 25.13) < 1e-4)
    #expect(try atImpact(gap: 1.2525..<1.5) == nil)
    #expect(try atImpact(missing: 1.255) == nil)
  }

  @Test("The angular acceleration is that of the samples where two of them share each timestamp")
  func sharedTimestamps() throws {
    let even = motion(acceleration: 100)
    let stamps = (0..<400).map { Double($0 / 2) / 100 }
    let timeBase = try TimeBase(scanning: MemoryTimestamps(stamps))
    func stamped(_ axes: Triaxial) throws -> Triaxial {
      let axes = try axes.axes.map { MemorySignal(try $0.samples(0..<400), timeBase: timeBase, unit: $0.unit) }
      return Triaxial(x: axes[0], y: axes[1], z: axes[2])
    }
    let coarse = MotionSignals(rotationRate: try stamped(even.rotationRate), gravity: try stamped(even.gravity))
    let found = try #require(try features(swing(), coarse))
    #expect(abs(try #require(found.peakAngularAcceleration) / 100 - 1) < 5e-3)
  }

  @Test("A missing sample leaves out what needs all of them, and is no low rate")
  func missing() throws {
    func without(_ time: Double, _ axes: Triaxial) throws -> Triaxial {
      let place = try axes.timeBase.firstIndex(atOrAfter: time)
      var samples = try axes.x.samples(0..<axes.x.count)
      samples[place] = .nan
      return Triaxial(x: MemorySignal(samples, timeBase: axes.timeBase, unit: axes.unit), y: axes.y, z: axes.z)
    }
    let whole = turning { _ in (2, 1.5) }
    let acceleration = try #require(whole.userAcceleration)
    func features(_ rotationRate: Triaxial, _ userAcceleration: Triaxial) throws -> RotationFeatures {
      let motion = MotionSignals(
        rotationRate: rotationRate, gravity: whole.gravity, userAcceleration: userAcceleration,
        attitude: whole.attitude)
      return try #require(try self.features(swing(), motion))
    }
    let found = try features(without(1.1, whole.rotationRate), acceleration)
    #expect(found.peakAngularAcceleration == nil && !found.isRateTooLow && found.peakHandSpeedEstimate != nil)
    let late = try features(whole.rotationRate, without(1.2, acceleration))
    #expect(late.peakHandSpeedEstimate == nil && late.rotationalAcceleration != nil)
    #expect(late.peakAngularAcceleration != nil)
    #expect(try features(whole.rotationRate, without(1.02, acceleration)).rotationalAcceleration == nil)
  }

  @Test("The lead is the time from the largest rate to the anchor")
  func lead() throws {
    let motion = MotionSignals(
      rotationRate: Fixture.triaxial(z: signal(.radiansPerSecond) { -Fixture.bell(12, at: 1.21, $0) }),
      gravity: Fixture.triaxial(z: signal(.g) { _ in -1 }))
    let features = try #require(try RotationFeatures(of: swing(), in: motion, smoothRate: nil))
    #expect(abs(features.peakLeadMS - 40) < 1e-6)
    #expect(abs(features.peakAlongGravity - 12) < 1e-6)
  }

  @Test(
    "Device motion too slow for the low-pass gives no angular acceleration", arguments: [(79.0, true), (81, false)])
  func slowMotion(rate: Double, isMissing: Bool) throws {
    let features = try #require(try features(swing(), motion(acceleration: 100, rate: rate)))
    #expect((features.peakAngularAcceleration == nil) == isMissing)
  }

  @Test("Two samples are the least that can be measured")
  func tooShort() throws {
    let motion = motion(acceleration: 100)
    #expect(try RotationFeatures(of: swing(startTime: 1.246), in: motion, smoothRate: nil) == nil)
    #expect(try RotationFeatures(of: swing(startTime: 1.244), in: motion, smoothRate: nil) != nil)
  }

  /// A watch that turns about the vertical at 8 rad/s, and in the world's frame accelerates as given, in g.
  private func turning(_ world: (Double) -> (x: Double, y: Double)) -> MotionSignals {
    let motion = motion(acceleration: 0)
    return MotionSignals(
      rotationRate: motion.rotationRate, gravity: motion.gravity,
      userAcceleration: Triaxial(
        x: signal(.g) { cos(8 * $0) * world($0).x + sin(8 * $0) * world($0).y },
        y: signal(.g) { -sin(8 * $0) * world($0).x + cos(8 * $0) * world($0).y }, z: signal(.g) { _ in 0 }),
      attitude: Attitude(
        w: signal(.dimensionless) { cos(4 * $0) }, x: signal(.dimensionless) { _ in 0 },
        y: signal(.dimensionless) { _ in 0 }, z: signal(.dimensionless) { sin(4 * $0) }))
  }

  @Test("The hand's speed is integrated in the world's frame, from zero at the start")
  func handSpeed() throws {
    // 2 g along x and 1.5 g along y: 2.5 g for 0.25 s.
    let steady = try #require(try RotationFeatures(of: swing(), in: turning { _ in (2, 1.5) }, smoothRate: nil))
    #expect(abs(try #require(steady.peakHandSpeedEstimate) - 2.5 * 9.80665 * 0.25) < 1e-3)
    #expect(abs(try #require(steady.rotationalAcceleration) - 2.5) < 1e-5)
    // 3 g forth for 0.15 s, then back: the largest speed is that at 0.15 s, not that at the anchor.
    let reversing = try RotationFeatures(
      of: swing(), in: turning { (x: $0 < 1.1501 ? 3 : -3, y: 0) }, smoothRate: nil)
    #expect(abs(try #require(reversing?.peakHandSpeedEstimate) - 3 * 9.80665 * 0.15) < 1e-2)
  }

  @Test("The rotational acceleration is the mean over the first third")
  func rotationalAcceleration() throws {
    // 51 samples from 1 to 1.25 s: 17 of them are the first third, up to 1.08 s.
    let motion = turning { (time: Double) -> (x: Double, y: Double) in
      (x: time < 1.0401 ? 1 : time < 1.0801 ? 2 : 9, y: 0)
    }
    let features = try #require(try RotationFeatures(of: swing(), in: motion, smoothRate: nil))
    // Nine of them at 1 g and eight at 2 g.
    let mean = 25.0 / 17
    #expect(abs(try #require(features.rotationalAcceleration) - mean) < 1e-5)
  }
}
