import Foundation
import SPRecordings
import SPSignals
import SPSimulation
import Testing

@testable import SPSwings

/// Recordings at the edge of what can be measured.
struct RobustnessTests {
  private func settings(_ sport: Sport = .tennis, seconds: Double = 15) -> SimulationSettings {
    var settings = SimulationSettings(sport: sport, seed: 3)
    settings.durationS = seconds
    settings.swingsPerMinute = 16
    settings.missShare = 0.2
    return settings
  }

  @Test("Device motion at 50 Hz is enough to find the hits; what it cannot tell is missing and flagged")
  func slowMotion() throws {
    let session = try SimulatedSession(settings())
    let detection = try Detection(session, motionStep: 4)
    let contacts = session.swings.filter { $0.label == .hit }
    #expect(!contacts.isEmpty && contacts.allSatisfy { detection.hit(near: $0.contactTime) != nil })
    for swing in try detection.measured() {
      #expect(swing.features?.rotation?.peakAngularAcceleration == nil)
      #expect(swing.flags(swing.features).contains(.lowMotionRate))
    }
  }

  @Test("At 100 Hz the default filter is refused with a reason; impacts are found on what another one leaves")
  func slowAcceleration() throws {
    let shock = Fixture.signal(seconds: 6, rate: 100) { time in
      time < 4 ? 0 : 20 * exp(-(time - 4) / 0.05) * cos(2 * .pi * 30 * (time - 4))
    }
    let raw = Fixture.triaxial(z: shock)
    #expect(throws: FilterDesignError.self) { try Detection(acceleration: raw, motion: nil) }
    let impact = try #require(try ImpactDetector().impacts(filtered: raw, raw: raw).impacts.first)
    #expect(impact.time == 4)
    let measured = try MeasuredImpact(impact, in: SwingSignals(acceleration: raw, filtered: raw))
    #expect(measured.spectrum?.bandFractions.allSatisfy { $0 == nil } == true)
    #expect(measured.burst.peakAcceleration == 20)
    // Below 80 Hz there is no frequency from 40 Hz on.
    let slower = Fixture.triaxial(z: Fixture.signal(seconds: 6, rate: 50) { $0 == 4 ? 9 : 0 })
    #expect(try SpectrumFeatures(of: Fixture.impact(at: 4, sample: 200), in: slower) == nil)
  }

  @Test("Gaps cost only the swings that they cut, and no swing spans one")
  func gaps() throws {
    var settings = settings(seconds: 30)
    settings.gapCount = 12
    settings.gapLengthRangeS = 0.05...0.4
    let session = try SimulatedSession(settings)
    let detection = try Detection(session)
    for contact in session.swings where contact.label == .hit && !contact.isInterrupted {
      #expect(detection.hit(near: contact.contactTime) != nil)
    }
    for swing in detection.swings.map(\.swing) {
      #expect(!session.gaps.contains { $0.lowerBound > swing.startTime && $0.upperBound < swing.anchorTime })
    }
    let measured = try detection.measured()
    #expect(measured.count == detection.swings.count && session.swings.contains(where: \.isInterrupted))
  }

  /// Ten seconds of a constant, and device motion of the given length that is the same constant.
  private func constant(_ value: Double, motionSeconds: Double) throws -> Detection {
    let motion = Fixture.signal(seconds: motionSeconds, rate: 200, unit: .radiansPerSecond) { _ in value }
    let gravity = Fixture.signal(seconds: motionSeconds, rate: 200) { _ in value }
    let acceleration = Fixture.signal(seconds: 10, rate: 800) { _ in value }
    return try Detection(
      acceleration: Triaxial(x: acceleration, y: acceleration, z: acceleration),
      motion: MotionSignals(
        rotationRate: Triaxial(x: motion, y: motion, z: motion),
        gravity: Triaxial(x: gravity, y: gravity, z: gravity)))
  }

  @Test(
    "Missing, endless and still recordings have no swings", arguments: [Double.nan, .infinity, 0], [0.0, 0.005, 10])
  func constants(value: Double, motionSeconds: Double) throws {
    let detection = try constant(value, motionSeconds: motionSeconds)
    #expect(detection.impacts.isEmpty && detection.swings.isEmpty)
  }

  @Test("Without device motion every impact is refused for that reason")
  func emptyMotion() throws {
    let nothing = Fixture.signal(seconds: 0, rate: 200, unit: .radiansPerSecond) { _ in 0 }
    let found = try SwingStartDetector().swings(
      from: [Fixture.impact(at: 1), Fixture.impact(at: 2)], motion: Fixture.motion(nothing))
    #expect(found.swings.isEmpty)
    #expect(found.rejected.map(\.reason) == [.noDeviceMotion, .noDeviceMotion])
    let none = try AirSwingDetector().swings(in: Fixture.motion(nothing), impacts: ImpactDetector.Found(), hits: [])
    #expect(none.swings.isEmpty && none.rejected.isEmpty && none.possible.isEmpty && none.evidence == PlayEvidence())
  }

  @Test("A swing is measured where the device motion is missing, and has no rotation then")
  func measuringNothing() throws {
    let acceleration = Fixture.triaxial(z: Fixture.signal(seconds: 2, rate: 800) { $0 == 1 ? 9 : 0 })
    let swing = Fixture.swing(at: 1, peakRate: 10, impact: Fixture.impact(at: 1, peak: 9, sample: 800))
    let labelled = LabelledSwing(swing: swing, label: .hit, hitProbability: 1, model: "")
    for seconds in [0, 0.005] {
      let rate = Fixture.signal(seconds: seconds, rate: 200, unit: .radiansPerSecond) { _ in 0 }
      let gravity = Fixture.signal(seconds: seconds, rate: 200) { _ in -1 }
      let motion = MotionSignals(rotationRate: Fixture.triaxial(z: rate), gravity: Fixture.triaxial(z: gravity))
      let signals = SwingSignals(acceleration: acceleration, filtered: acceleration, motion: motion)
      let measured = try #require(try SwingMeter(signals: signals).measure([labelled]).first)
      let features = try #require(measured.features)
      #expect(features.rotation == nil && features.timing?.followThroughS == nil)
      #expect(features.burst?.burst.peakZ == 9)
    }
    let without = SwingSignals(acceleration: acceleration, filtered: acceleration)
    let measured = try #require(try SwingMeter(signals: without).measure([labelled]).first)
    let features = try #require(measured.features)
    #expect(features.timing == nil && features.rotation == nil && measured.flags(features).isEmpty)
  }
}
