import SPSignals
import SPSwings
import Testing

/// Swings and refusals from impacts.
struct SwingJudgeTests {
  /// Still, and from 1 s on 10 rad/s for 0.2 s.
  private let rotation = Fixture.signal(seconds: 3, rate: 200, unit: .radiansPerSecond) {
    (0.9999..<1.2).contains($0) ? 10 : 0
  }

  private func judged(
    _ time: Double, bounds: SwingBounds = SwingBounds(), rejectsSaturated: Bool = false, isSaturated: Bool = false
  ) throws -> DecidedSwings {
    let detector = SwingStartDetector(judge: SwingJudge(bounds: bounds), rejectsSaturated: rejectsSaturated)
    return try detector.swings(
      from: [Fixture.impact(at: time, isSaturated: isSaturated)], motion: Fixture.motion(rotation))
  }

  @Test("An impact within its bounds becomes a swing with its measured values")
  func swing() throws {
    let found = try judged(1.15)
    #expect(found.rejected.isEmpty)
    let swing = try #require(found.swings.first)
    #expect(swing.impact == Fixture.impact(at: 1.15))
    #expect(swing.anchorTime == 1.15)
    // From 0 to 10 rad/s in 5 ms: the line meets 1 rad/s after a tenth of them.
    #expect(abs(swing.startTime - 0.9955) < 1e-9)
    #expect(abs(swing.accumulatedRotation - 1.525) < 0.001)
    #expect(swing.peakRate == 10 && swing.rateThreshold == 1)
  }

  struct Case: CustomTestStringConvertible {
    var time: Double
    var bounds = SwingBounds()
    var reason: RejectionReason
    var explanation: String
    var testDescription: String { reason.rawValue + ": " + explanation }
  }

  @Test(
    "Every refusal says what was found and what was expected",
    arguments: [
      Case(
        time: 0.5, reason: .noStart,
        explanation: "the rotation along gravity stays under 3.0 rad/s in the 100 ms before"),
      Case(
        time: 1.03, reason: .durationOutOfBounds, explanation: "the swing takes 0.034 s; expected 0.04 to 1.2 s"),
      Case(
        time: 1.15, bounds: SwingBounds(duration: 0.04...0.1), reason: .durationOutOfBounds,
        explanation: "the swing goes on for more than 0.1 s"),
      Case(
        time: 1.15, bounds: SwingBounds(rotation: 2...7), reason: .rotationOutOfBounds,
        explanation: "the wrist turns 1.525 rad; expected 2.0 to 7.0 rad"),
      Case(
        time: 3.02, reason: .gapInSwing, explanation: "the device motion stops 25 ms before"),
      Case(
        time: 4, reason: .noDeviceMotion,
        explanation: "there is no device motion in the 100 ms before; the last sample lies 1005 ms before"),
    ])
  func refusals(_ expected: Case) throws {
    let found = try judged(expected.time, bounds: expected.bounds)
    #expect(found.swings.isEmpty)
    let refusal = try #require(found.rejected.first)
    #expect(refusal.reason == expected.reason)
    #expect(refusal.explanation == expected.explanation)
    #expect(refusal.kind == .impact)
    #expect(refusal.time == expected.time)
  }

  @Test("Without a start, the check that failed says by how much, if it has a bound")
  func marginWithoutStart() throws {
    func rejected(_ time: Double, _ bounds: SwingBounds = SwingBounds(), _ rate: (Double) -> Double) throws
      -> RejectedCandidate
    {
      let rotation = Fixture.signal(seconds: 3, rate: 200, unit: .radiansPerSecond, rate)
      let detector = SwingStartDetector(judge: SwingJudge(bounds: bounds))
      return try #require(
        try detector.swings(from: [Fixture.impact(at: time)], motion: Fixture.motion(rotation)).rejected.first)
    }
    // 2.4 of 3 rad/s.
    let slow = try rejected(1.15) { $0 < 0.9999 ? 0 : -2.4 }
    #expect(slow.reason == .noStart && slow.checks.map(\.passed) == [false])
    #expect(slow.checks.first?.name == "peak rate along gravity")
    #expect(abs(try #require(slow.refusalMargin) + 0.2) < 1e-6)
    // At least 130 ms, which are searched, of 100 ms.
    let long = try rejected(1.15, SwingBounds(duration: 0.04...0.1)) { $0 < 0.5 ? 0 : 10 }
    #expect(long.reason == .durationOutOfBounds)
    #expect((-0.27...(-0.22)).contains(try #require(long.refusalMargin)))
    let cut = try rejected(0.15) { _ in 10 }
    #expect(cut.reason == .noStart && cut.refusalMargin == nil)
  }

  @Test("The decisive value of a rotation keeps its sign")
  func valueIsSigned() throws {
    let reversed = Fixture.rates(try rotation.samples(0..<600).map { -Double($0) })
    let judge = SwingJudge(bounds: SwingBounds(rotation: 2...7))
    let found = try SwingStartDetector(judge: judge).swings(
      from: [Fixture.impact(at: 1.15)], motion: Fixture.motion(reversed))
    let value = try #require(found.rejected.first?.value)
    #expect(abs(value + 1.525) < 0.001)
  }

  @Test("Saturated impacts are refused only where that is asked for", arguments: [true, false])
  func saturated(rejects: Bool) throws {
    let found = try judged(1.15, rejectsSaturated: rejects, isSaturated: true)
    #expect(found.swings.count == (rejects ? 0 : 1))
    #expect(found.rejected.map(\.reason) == (rejects ? [.saturated] : []))
    #expect(found.rejected.map(\.value) == (rejects ? [10] : []))
    #expect(found.rejected.allSatisfy { $0.explanation == "the acceleration is saturated during the burst" })
    #expect(try judged(1.15, rejectsSaturated: rejects).swings.count == 1)
  }

  @Test(
    "The checks say how many samples are quiet at the signal's own rate, and what the duration ends with",
    arguments: [(200, "5 samples in a row stay"), (50, "2 samples in a row stay"), (400, "10 samples in a row stay")])
  func trail(rate: Double, quiet: String) throws {
    let rotation = Fixture.signal(seconds: 3, rate: rate, unit: .radiansPerSecond) {
      (0.9999..<1.2).contains($0) ? 10 : 0
    }
    let found = try SwingStartDetector().swings(from: [Fixture.impact(at: 1.15)], motion: Fixture.motion(rotation))
    let checks = try #require(found.swings.first?.checks)
    #expect(checks.first { $0.name == "start threshold" }?.remark == "10 % of the peak rate; \(quiet) under it")
    #expect(checks.first { $0.name == "duration" }?.remark == "from the start to the impact")
  }
}
