import Signals
import Swings
import Testing

@Suite("Hit or miss")
struct HitMissClassifierTests {
  /// Two seconds with a single sample that is not zero.
  private func filtered(_ time: Double, _ height: Double) -> Triaxial {
    Fixture.triaxial(z: Fixture.signal(seconds: 2, rate: 800) { abs($0 - time) < 1e-6 ? height : 0 })
  }

  private func labelled(_ swing: Swing, _ filtered: Triaxial) throws -> LabelledSwing {
    try #require(try HitMissClassifier().labelled([swing], filtered: filtered).swings.first)
  }

  @Test("The probability grows with the burst from 0 to 1, and is a half at the midpoint")
  func probability() {
    let classifier = HitMissClassifier()
    let probabilities = [0, 0.005, 0.16, 0.5, 1, 1.5, 2, 10, 50].map { classifier.hitProbability(peakG: $0) }
    #expect(zip(probabilities, probabilities.dropFirst()).allSatisfy { $0 < $1 })
    #expect(probabilities.allSatisfy { (0...1).contains($0) })
    #expect(probabilities[0] == 0 && probabilities[4] == 0.5)
    #expect(probabilities[2] < 0.01 && probabilities[6] > 0.9)
    #expect(classifier.hitProbability(peakG: .nan) == 0)
  }

  @Test("A swing with a strong impact is a hit and keeps it")
  func hit() throws {
    let impact = Fixture.impact(at: 1, peak: -9)
    let result = try labelled(Fixture.swing(at: 1, peakRate: 12, impact: impact), filtered(1, -9))
    #expect(result.label == .hit && result.swing.impact == impact)
    #expect(result.hitProbability == HitMissClassifier().hitProbability(peakG: 9))
    #expect(result.model == HitMissClassifier.modelName)
  }

  @Test("One that is called a miss loses its impact and stays where it was")
  func miss() throws {
    let swing = Fixture.swing(at: 1, peakRate: 12, impact: Fixture.impact(at: 1, peak: 0.8))
    let result = try labelled(swing, filtered(1, 0.8))
    #expect(result.label == .miss && result.swing.impact == nil)
    #expect(result.swing.anchorTime == 1 && result.swing.startTime == swing.startTime)
    #expect(result.hitProbability > 0 && result.hitProbability < 0.5)
  }

  @Test(
    "A swing without impact is a miss however strong the burst near its anchor",
    arguments: [(0.91, true), (0.89, false), (1.14, true), (1.16, false)])
  func withoutImpact(burst: Double, isInWindow: Bool) throws {
    let time = (burst * 800).rounded() / 800
    let result = try labelled(Fixture.swing(at: 1, peakRate: 12), filtered(time, 20))
    #expect(result.label == .miss)
    #expect(isInWindow ? result.hitProbability > 0.99 : result.hitProbability == 0)
  }

  @Test("A swing without acceleration around it is refused, neither hit nor miss", arguments: [0, 1.05])
  func noAcceleration(seconds: Double) throws {
    let little = Fixture.triaxial(z: Fixture.signal(seconds: seconds, rate: 800) { _ in 0 })
    let result = try HitMissClassifier().labelled([Fixture.swing(at: 1, peakRate: 12)], filtered: little)
    #expect(result.swings.isEmpty)
    #expect(result.rejected.map(\.reason) == [.noAcceleration])
    #expect(result.rejected.first?.explanation.contains("expected at least 80 %") == true)
  }

  @Test("A swing that loses its impact is anchored at its highest rate")
  func demotedAnchor() throws {
    var swing = Fixture.swing(at: 1, peakRate: 12, impact: Fixture.impact(at: 1, peak: 0.3))
    swing.peakTime = 0.97
    swing.rotationToPeak = 0.9
    let result = try labelled(swing, filtered(1, 0.3))
    #expect(result.label == .miss && result.swing.impact == nil)
    #expect(result.swing.anchorTime == 0.97 && result.swing.accumulatedRotation == 0.9)
  }

  @Test("The smallest probability of a hit can be set")
  func threshold() throws {
    var classifier = HitMissClassifier()
    classifier.minProbability = 0.9
    let swing = Fixture.swing(at: 1, peakRate: 12, impact: Fixture.impact(at: 1, peak: 1.6))
    #expect(try classifier.labelled([swing], filtered: filtered(1, 1.6)).swings.map(\.label) == [SwingLabel.miss])
    #expect(try labelled(swing, filtered(1, 1.6)).label == .hit)
  }
}
