import SPEvaluation
import SPSwings
import Testing

struct RecordingScoreTests {
  typealias Counts = DetectionCounts

  @Test("Hits count against hits, misses against misses, and all against all")
  func counts() {
    // Found, called a miss, overlooked; found, called a hit, overlooked; two false ones.
    let labels = [
      Scored.label(.hit, at: 1), Scored.label(.hit, at: 2), Scored.label(.hit, at: 3), Scored.label(.miss, at: 4),
      Scored.label(.miss, at: 5), Scored.label(.miss, at: 6),
    ]
    let detections = [
      Scored.hit(at: 1), Scored.miss(at: 2), Scored.miss(at: 4), Scored.hit(at: 5), Scored.hit(at: 7),
      Scored.miss(at: 8),
    ]
    let score = Scored.score(labels, detections)
    #expect(score.hitCounts == Counts(truePositives: 1, falsePositives: 2, falseNegatives: 2))
    #expect(score.missCounts == Counts(truePositives: 1, falsePositives: 2, falseNegatives: 2))
    #expect(score.allCounts == Counts(truePositives: 4, falsePositives: 2, falseNegatives: 2))
    #expect(
      score.confusion
        == LabelConfusion(
          hitsAsHits: 1, hitsAsMisses: 1, missesAsHits: 1, missesAsMisses: 1, hitsNotFound: 1, missesNotFound: 1,
          falseHits: 1, falseMisses: 1))
    #expect(score.confusion.wrongLabels == 2)
  }

  @Test("A hit is compared at its onset, a miss at its anchor")
  func comparedTime() {
    let late = SwingDetection(startTime: 0, anchorTime: 1.2, impactTime: 1.2, onsetTime: 1.02, label: .hit)
    #expect(Scored.score([Scored.label(.hit, at: 1)], [late]).hitCounts.truePositives == 1)
    let bare = SwingDetection(startTime: 0, anchorTime: 1.2, label: .hit)
    #expect(Scored.score([Scored.label(.hit, at: 1)], [bare]).hitCounts.truePositives == 0)
    let miss = SwingDetection(startTime: 0, anchorTime: 1.2, onsetTime: 1.02, label: .miss)
    #expect(Scored.score([Scored.label(.miss, at: 1)], [miss]).missCounts.truePositives == 0)
  }

  @Test("Two hits have to be near; a pair with a miss in it may be further apart", arguments: [0.06, 0.15])
  func tolerances(_ distance: Double) {
    #expect(Scored.score([Scored.label(.hit, at: 1)], [Scored.hit(at: 1 + distance)]).allCounts.truePositives == 0)
    for (label, detection) in [
      (SwingLabel.hit, Scored.miss(at: 1 + distance)), (.miss, Scored.hit(at: 1 + distance)),
      (.miss, Scored.miss(at: 1 + distance)),
    ] {
      #expect(Scored.score([Scored.label(label, at: 1)], [detection]).allCounts.truePositives == 1)
    }
    var rules = ScoringRules()
    rules.hitToleranceS = 0.15
    let wide = RecordingScore(
      recordingID: "r", truth: SwingTruth(swings: [Scored.label(.hit, at: 1)]),
      detections: [Scored.hit(at: 1 + distance)],
      rules: rules)
    #expect(wide.allCounts.truePositives == 1)
    #expect(wide.hitCounts.truePositives == 1)
  }

  // MARK: Ignored moments

  @Test("A detection that fits no label counts neither way up to 0.2 s from an ignored moment")
  func ignored() {
    let near = Scored.score([], [Scored.hit(at: 5.2), Scored.miss(at: 4.8)], ignored: [9, 5])
    #expect(near.hitCounts == Counts())
    #expect(near.missCounts == Counts())
    #expect(near.allCounts == Counts())
    #expect(near.confusion == LabelConfusion())
    #expect(near.ignored == [0, 1])
    #expect(near.mistakes.isEmpty)
    let far = Scored.score([], [Scored.hit(at: 5.21), Scored.miss(at: 4.79)], ignored: [5])
    #expect(far.hitCounts == Counts(falsePositives: 1))
    #expect(far.missCounts == Counts(falsePositives: 1))
    #expect(far.allCounts == Counts(falsePositives: 2))
    #expect(far.ignored.isEmpty)
  }

  @Test("A detection that fits a label counts, ignored moment or not")
  func ignoredNearLabel() {
    let right = Scored.score([Scored.label(.hit, at: 1)], [Scored.hit(at: 1)], ignored: [1.1])
    #expect(right.hitCounts == Counts(truePositives: 1))
    #expect(right.ignored.isEmpty)
    // A miss that is called a hit stays a false hit.
    let wrong = Scored.score([Scored.label(.miss, at: 1)], [Scored.hit(at: 1)], ignored: [1.1])
    #expect(wrong.hitCounts == Counts(falsePositives: 1))
    #expect(wrong.missCounts == Counts(falseNegatives: 1))
    #expect(wrong.confusion.missesAsHits == 1)
  }

  @Test("A label near an ignored moment counts; one at it does not")
  func ignoredLabel() {
    let near = Scored.score([Scored.label(.hit, at: 1)], [], ignored: [1.01])
    #expect(near.allCounts == Counts(falseNegatives: 1))
    let same = Scored.score([Scored.label(.hit, at: 1)], [Scored.hit(at: 1)], ignored: [1.0])
    #expect(same.labels.isEmpty)
    #expect(same.allCounts == Counts())
    #expect(same.ignored == [0])
  }

  // MARK: Mistakes

  @Test("Every mistake is told with its time, what it was called and labelled, and what lies nearest")
  func mistakes() {
    let labels = [Scored.label(.miss, at: 2), Scored.label(.hit, at: 1), Scored.label(.hit, at: 4)]
    let detections = [
      Scored.hit(at: 4), Scored.hit(at: 3.5, probability: 0.7), Scored.hit(at: 2.125, probability: 0.6),
    ]
    let mistakes = Scored.score(labels, detections).mistakes
    #expect(
      mistakes == [
        SwingMistake(kind: .missedSwing, time: 1, labelled: .hit, offsetS: 1.125),
        SwingMistake(kind: .wrongLabel, time: 2, called: .hit, labelled: .miss, hitProbability: 0.6, offsetS: 0.125),
        SwingMistake(kind: .falseSwing, time: 3.5, called: .hit, hitProbability: 0.7, offsetS: 0.5),
      ])
  }

  @Test("Without anything to be near to there is no distance")
  func loneMistake() {
    #expect(Scored.score([], [Scored.miss(at: 1)]).mistakes.first?.offsetS == nil)
    #expect(Scored.score([Scored.label(.hit, at: 1)], []).mistakes.first?.offsetS == nil)
  }

  // MARK: From memory

  @Test("A swing that was labelled in memory is scored as it is")
  func fromMemory() {
    let swing = Fixture.swing(at: 1, peakRate: 12, impact: Fixture.impact(at: 1))
    let detection = SwingDetection(LabelledSwing(swing: swing, label: .hit, hitProbability: 0.75, model: "m"))
    #expect(
      detection
        == SwingDetection(
          startTime: 0.8, anchorTime: 1, impactTime: 1, onsetTime: 0.992, label: .hit,
          hitProbability: 0.75))
    let air = SwingDetection(
      LabelledSwing(swing: Fixture.swing(at: 2, peakRate: 12), label: .miss, hitProbability: 0.1, model: "m"))
    #expect(detection.timeToContact == 1 - 0.8)
    #expect(air.timeToContact == nil)
    #expect(air.comparedTime == 2)
  }
}
