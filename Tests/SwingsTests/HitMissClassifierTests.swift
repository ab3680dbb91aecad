import Foundation
import SPSignals
import SPSwings
import Testing

/// Hit or miss.
struct HitMissClassifierTests {
  /// A hit is as likely as a miss at 1 g, and p = 1 / (1 + peak^-3.4).
  private static let classifier = HitMissClassifier(model: Fixture.model([.logPeak: 3.4]))

  /// Two seconds with a single sample that is not zero.
  private func filtered(_ time: Double, _ height: Double) -> Triaxial {
    Fixture.triaxial(z: Fixture.signal(seconds: 2, rate: 800) { abs($0 - time) < 1e-6 ? height : 0 })
  }

  private let rotation = Fixture.signal(seconds: 2, rate: 200, unit: .radiansPerSecond) { Fixture.bell(12, at: 1, $0) }

  private func labelled(
    _ swing: Swing, _ filtered: Triaxial, _ classifier: HitMissClassifier = classifier
  ) throws -> LabelledSwing {
    let found = try classifier.labelled([swing], filtered: filtered, axis: .z, motion: Fixture.motion(rotation))
    return try #require(found.labelled.first)
  }

  @Test("A swing with a strong impact is a hit and keeps it; the probability is that of its burst")
  func hit() throws {
    let impact = Fixture.impact(at: 1, peak: -9, sample: 800)
    let result = try labelled(Fixture.swing(at: 1, peakRate: 12, impact: impact), filtered(1, -9))
    #expect(result.label == .hit && result.swing.impact == impact)
    #expect(abs(result.hitProbability - 1 / (1 + pow(9, -3.4))) < 1e-9)
    #expect(result.model == "test")
    #expect(result.contributions.map(\.feature) == [.logPeak])
    #expect(result.consideredImpact == impact && result.contactCheck?.passed == true)
  }

  @Test("One that is called a miss loses its impact, which is kept beside, and is anchored at its highest rate")
  func miss() throws {
    let swing = Swing(
      startTime: 0.8, anchorTime: 1, impact: Fixture.impact(at: 1, peak: 0.8, sample: 800), accumulatedRotation: 1.2,
      peakRate: 12, peakTime: 0.97, rotationToPeak: 0.9, rateThreshold: 1)
    let result = try labelled(swing, filtered(1, 0.8))
    #expect(result.label == .miss && result.swing.impact == nil)
    #expect(result.swing.anchorTime == 0.97 && result.swing.accumulatedRotation == 0.9)
    #expect(result.swing.startTime == swing.startTime)
    #expect(result.hitProbability > 0 && result.hitProbability < 0.5)
    #expect(result.consideredImpact == swing.impact)
    let check = try #require(result.contactCheck)
    #expect(!check.passed && check.value == result.hitProbability && check.lowest == 0.5)
  }

  @Test("The intercept and the contributions add up to the log-odds of the probability")
  func logOdds() throws {
    let classifier = HitMissClassifier(model: Fixture.model([.logPeak: 3.4, .rateFraction: -0.5], intercept: 1.25))
    let swing = Fixture.swing(at: 1, peakRate: 12, impact: Fixture.impact(at: 1, peak: 1.6, sample: 800))
    let result = try labelled(swing, filtered(1, 1.6), classifier)
    // 1.25 + 3.4 ln 1.6 - 0.5, the rate being at its peak.
    #expect(result.intercept == 1.25 && abs(result.logOdds - 2.348012) < 1e-6)
    #expect(abs(log(result.hitProbability / (1 - result.hitProbability)) - result.logOdds) < 1e-9)
  }

  @Test(
    "A swing without impact is a miss however strong the burst near its anchor, and its probability says so",
    arguments: [(0.91, true), (0.89, false), (1.14, true), (1.16, false)])
  func withoutImpact(burst: Double, isInWindow: Bool) throws {
    let time = (burst * 800).rounded() / 800
    let result = try labelled(Fixture.swing(at: 1, peakRate: 12), filtered(time, 20))
    #expect(result.label == .miss && result.swing.anchorTime == 1)
    #expect(result.consideredImpact == nil && result.contactCheck == nil)
    #expect(isInWindow ? result.hitProbability == 0.02 : result.hitProbability < 1e-6)
  }

  @Test(
    "A swing without acceleration around it is refused, neither hit nor miss",
    arguments: [(0, "0 %"), (1.05, "60 %")])
  func noAcceleration(seconds: Double, fraction: String) throws {
    let little = Fixture.triaxial(z: Fixture.signal(seconds: seconds, rate: 800) { _ in 0 })
    let result = try Self.classifier.labelled(
      [Fixture.swing(at: 1, peakRate: 12)], filtered: little, axis: .z, motion: Fixture.motion(rotation))
    #expect(result.labelled.isEmpty)
    #expect(result.rejected.map(\.reason) == [.noAcceleration])
    #expect(result.rejected.map(\.kind) == [.airSwing])
    #expect(
      result.rejected.map(\.explanation) == [
        "\(fraction) of the acceleration around it is there; expected at least 80 %"
      ])
    #expect(result.rejected.first?.checks.last?.passed == false)
  }

  @Test("Swings keep their order, and one that is refused leaves the others as they are")
  func order() throws {
    let swings = [1.2, 5, 0.5].map { Fixture.swing(at: $0, peakRate: 12) }
    let result = try Self.classifier.labelled(
      swings, filtered: filtered(1, 0), axis: .z, motion: Fixture.motion(rotation))
    #expect(result.labelled.map(\.swing.anchorTime) == [1.2, 0.5])
    #expect(result.rejected.map(\.time) == [5])
    #expect(
      try Self.classifier.labelled([], filtered: filtered(1, 0), axis: .z, motion: Fixture.motion(rotation)).labelled
        .isEmpty)
  }

  @Test("A swing without impact is measured on the axis of the detector, whether others have an impact or not")
  func axis() throws {
    let still = Fixture.signal(seconds: 2, rate: 800) { _ in 0 }
    let burst = Fixture.signal(seconds: 2, rate: 800) { abs($0 - 0.5) < 1e-6 || abs($0 - 1.5) < 1e-6 ? 5 : 0 }
    var impact = Fixture.impact(at: 0.5, peak: 5, sample: 400)
    impact.axis = .x
    let swings = [Fixture.swing(at: 0.5, peakRate: 12, impact: impact), Fixture.swing(at: 1.5, peakRate: 12)]
    let filtered = Triaxial(x: burst, y: still, z: still)
    let result = try Self.classifier.labelled(swings, filtered: filtered, axis: .x, motion: Fixture.motion(rotation))
    #expect(result.labelled.map(\.label) == [.hit, .miss])
    #expect(result.labelled[0].hitProbability > 0.99 && result.labelled[1].hitProbability == 0.02)
    let alone = try Self.classifier.labelled(
      [swings[1]], filtered: filtered, axis: .x, motion: Fixture.motion(rotation))
    #expect(alone.labelled.first == result.labelled.last)
  }

  @Test("The smallest probability of a hit can be set")
  func threshold() throws {
    var strict = Self.classifier
    strict.minProbability = 0.9
    let swing = Fixture.swing(at: 1, peakRate: 12, impact: Fixture.impact(at: 1, peak: 1.6, sample: 800))
    #expect(try labelled(swing, filtered(1, 1.6), strict).label == .miss)
    #expect(try labelled(swing, filtered(1, 1.6)).label == .hit)
  }
}
