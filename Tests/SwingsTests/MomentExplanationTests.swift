import SPSignals
import Testing

@testable import SPSwings

/// What was made of a moment.
struct MomentExplanationTests {
  private let hit = LabelledSwing(
    swing: Fixture.swing(at: 10, peakRate: 12, impact: Fixture.impact(at: 10, peak: 9, sample: 8000)), label: .hit,
    hitProbability: 0.99, model: "test-1")
  private let miss = LabelledSwing(
    swing: Fixture.swing(at: 11.2, peakRate: 11), label: .miss, hitProbability: 0.02, model: "test-1")
  private let clap = Fixture.impact(at: 12, peak: 7, sample: 9600)
  private let weak = Fixture.impact(at: 10.6, peak: 0.6, sample: 8480)

  private func findings() -> MomentExplanation.Findings {
    let refused = RejectedCandidate(
      kind: .impact, time: 12, reason: .noStart, value: 0.4, explanation: "the wrist is still",
      checks: [.failed("no start", remark: "the wrist is still")])
    return MomentExplanation.Findings(
      impacts: [hit.swing.impact, clap].compactMap(\.self), weak: [weak], swings: [hit.swing, miss.swing],
      labelled: [miss, hit], rejected: [refused])
  }

  private func chosen(_ time: Double, reachS: Double = 1) -> MomentExplanation.Candidate? {
    let explanation = MomentExplanation(at: time, reachS: reachS, in: findings())
    return explanation.chosen.map { explanation.candidates[$0] }
  }

  @Test(
    "A moment within a swing, up to 150 ms after its anchor, is that swing's",
    arguments: [(9.81, 0), (10.0, 0), (10.149, 0), (11.01, 1), (11.34, 1)])
  func within(time: Double, index: Int) {
    let explanation = MomentExplanation(at: time, reachS: 0.1, in: findings())
    #expect(explanation.swing == (index == 0 ? hit : miss))
    #expect(chosen(time)?.outcome == .swing(index, index == 0 ? .hit : .miss))
  }

  @Test("Outside of swings the nearest candidate is meant, and what became of it is told")
  func nearest() throws {
    #expect(chosen(10.55)?.outcome == .weak(within: nil))
    let refused = try #require(chosen(11.8))
    #expect(refused.outcome == .rejected(.noStart, "the wrist is still"))
    #expect(refused.impact == clap && refused.checks.map(\.passed) == [false])
    #expect(MomentExplanation(at: 11.8, reachS: 1, in: findings()).swing == nil)
  }

  @Test("Candidates within reach are listed by time, each once")
  func listed() {
    let explanation = MomentExplanation(at: 11, reachS: 1.5, in: findings())
    #expect(explanation.candidates.map(\.time) == [10, 10.6, 11.2, 12])
    #expect(explanation.candidates.map(\.kind) == [.impact, .impact, .airSwing, .impact])
    let nothing = MomentExplanation(at: 20, reachS: 1, in: findings())
    #expect(nothing.candidates.isEmpty && nothing.chosen == nil && nothing.swing == nil)
  }

  @Test("A pipeline that looks for impacts alone, or does not label, says so")
  func partial() {
    let impacts = MomentExplanation(at: 12, reachS: 0.5, in: .init(impacts: [clap]))
    #expect(impacts.candidates.map(\.outcome) == [.unjudged])
    let swings = MomentExplanation(at: 10, reachS: 0.5, in: .init(impacts: [clap], swings: [hit.swing]))
    #expect(swings.candidates.map(\.outcome) == [.unlabelled])
  }

  @Test("The impact of a swing that is called a miss is shown as its own, weak or not")
  func consideredImpact() throws {
    let swing = Swing(
      startTime: 4.8, anchorTime: 5, impact: Fixture.impact(at: 5, peak: 0.8, sample: 4000), accumulatedRotation: 1.2,
      peakRate: 12, peakTime: 4.97, rateThreshold: 1)
    var miss = LabelledSwing(swing: swing.as(.miss), label: .miss, hitProbability: 0.3, model: "test-1")
    miss.classifier = AppliedClassifier(HitMissClassifier(minProbability: 0.5))
    let other = Fixture.impact(at: 5.1, peak: 0.5, sample: 4080)
    let all = MomentExplanation.Findings(
      weak: [swing.impact, other].compactMap(\.self), swings: [swing], labelled: [miss])
    let explanation = MomentExplanation(at: 5, reachS: 0.5, in: all)
    #expect(explanation.candidates.map(\.outcome) == [.swing(0, .miss), .weak(within: 0)])
    let candidate = try #require(explanation.candidates.first)
    #expect(candidate.time == 4.97 && candidate.impact == swing.impact && candidate.isWeak)
    #expect(
      candidate.kind == .impact && candidate.checks.map(\.name) == ["height of the impact", "probability of a contact"])
    // 150 ms after the impact, not after the peak rate.
    #expect(MomentExplanation(at: 5.149, reachS: 0.01, in: all).swing == miss)
    #expect(MomentExplanation(at: 5.151, reachS: 0.01, in: all).swing == nil)
  }

  @Test("Where no stage looks for swings, a weak impact is one that was not judged")
  func unjudgedWeak() {
    let explanation = MomentExplanation(at: 10.6, reachS: 0.1, in: .init(weak: [weak]))
    #expect(explanation.candidates.map(\.outcome) == [.unjudged] && explanation.candidates.allSatisfy(\.isWeak))
  }
}
