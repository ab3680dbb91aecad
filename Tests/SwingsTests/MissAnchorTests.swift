import SPSignals
import SPSwings
import Testing

/// Anchors of misses that an impact touches.
struct MissAnchorTests {
  /// A bell of 12 rad/s at 2 s, which falls to a tenth at 2.146 of its deviations of 60 ms; and those of hits.
  private let rotation = Fixture.signal(seconds: 24, rate: 200, unit: .radiansPerSecond) { time in
    [2, 20, 21, 22].reduce(0) { $0 + Fixture.bell(12, at: $1, time) }
  }

  private func expectMiss(_ swing: Swing, _ impact: Impact) throws {
    #expect(swing.impact == impact)
    let filtered = Fixture.triaxial(
      z: Fixture.signal(seconds: 24, rate: 800) { abs($0 - impact.time) < 1e-6 ? impact.peak : 0 })
    // A hit is as likely as a miss at 1 g.
    let classifier = HitMissClassifier(model: Fixture.model([.logPeak: 3.4]))
    let labelled = try #require(
      try classifier.labelled([swing], filtered: filtered, axis: .z, motion: Fixture.motion(rotation)).labelled.first)
    #expect(labelled.label == .miss && labelled.consideredImpact == impact)
    let miss = labelled.swing
    #expect(miss.anchorTime == 2 && miss.peakTime == 2 && miss.peakRate == 12)
    #expect(abs(miss.startTime - (2 - 0.1288)) < 0.001)
    // Half of the bell's area is 12 x 0.06 x sqrt(pi / 2); 1.6 % of it lie before the start.
    #expect(abs(miss.accumulatedRotation / (12 * 0.06 * 1.2533 * 0.968) - 1) < 0.01)
    // It was detected by the impact.
    #expect(miss.checks == swing.checks)
  }

  @Test(
    "The anchor is the burst's own peak, before the weak impact or after it", arguments: [-0.08, -0.05, 0.12, 0.145])
  func weakImpact(offset: Double) throws {
    let time = 2 + offset
    let impact = Fixture.impact(at: time, peak: 0.8, sample: Int((time * 800).rounded()))
    let hits = [20.0, 21, 22].map { Fixture.swing(at: $0, peakRate: 12, impact: Fixture.impact(at: $0)) }
    var detector = AirSwingDetector()
    detector.isPractice = true
    let found = try detector.swings(in: Fixture.motion(rotation), impacts: .init(weak: [impact]), hits: hits)
    try expectMiss(try #require(found.swings.first), impact)
  }

  @Test("The anchor is the highest rate of the swing that an impact gave away", arguments: [-0.05, 0.14])
  func impact(offset: Double) throws {
    let time = 2 + offset
    let impact = Fixture.impact(at: time, peak: 0.8, sample: Int((time * 800).rounded()))
    let found = try SwingStartDetector().swings(from: [impact], motion: Fixture.motion(rotation))
    try expectMiss(try #require(found.swings.first), impact)
  }
}
