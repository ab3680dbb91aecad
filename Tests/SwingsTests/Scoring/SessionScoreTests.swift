import SPEvaluation
import SPSwings
import Testing

/// Score of several recordings.
struct SessionScoreTests {
  @Test("Counts are summed over the recordings")
  func pooled() {
    let session = SessionScore([
      Scored.recording("a", found: 3, false: 1), Scored.recording("b", found: 1, missed: 2),
      Scored.score([], [Scored.miss(at: 5)], ignored: [5], id: "c"),
    ])
    #expect(session.figures.recordingCount == 3)
    #expect(session.figures.all == DetectionCounts(truePositives: 4, falsePositives: 1, falseNegatives: 2))
    #expect(session.figures.hits == session.figures.all)
    #expect(session.figures.misses == DetectionCounts())
    #expect(session.figures.confusion == LabelConfusion(hitsAsHits: 4, hitsNotFound: 2, falseHits: 1))
    #expect(session.figures.ignoredCount == 1)
    #expect(session.figures(ofRecordingAt: 1).all == DetectionCounts(truePositives: 1, falseNegatives: 2))
  }

  @Test("The worst recording is that with the lowest F1, then with the most wrong labels")
  func worst() {
    let empty = Scored.score([], [], id: "empty")
    let wrong = Scored.score([Scored.label(.miss, at: 1)], [Scored.hit(at: 1)], id: "wrong")
    let right = Scored.recording("right", found: 5)
    let late = Scored.recording("late", found: 5)
    let poor = Scored.recording("poor", found: 1, missed: 3)
    let session = SessionScore([empty, right, poor, wrong, late])
    #expect(session.worst?.recordingID == "poor")
    #expect(session.figures.worstF1 == 0.4)
    #expect(SessionScore([right, wrong, late]).worst?.recordingID == "wrong")
    #expect(SessionScore([empty, right, late]).worst?.recordingID == "right")
    #expect(SessionScore([empty]).worst == nil)
    #expect(SessionScore([empty]).figures.worstF1 == nil)
  }

  @Test("Times are compared over the pairs that carry the right label")
  func timing() throws {
    let labels = [Scored.label(.hit, at: 1, lead: 0.25), Scored.label(.miss, at: 3), Scored.label(.miss, at: 5)]
    let detections = [
      SwingDetection(startTime: 0.754, anchorTime: 1.01, impactTime: 1.01, onsetTime: 1.002, label: .hit),
      SwingDetection(startTime: 2.79, anchorTime: 3.05, label: .miss), Scored.hit(at: 5),
    ]
    let scores = SessionScore([Scored.score(labels, detections)]).figures
    func check(_ timing: TimingStatistics, _ count: Int, _ biasMS: Double) {
      #expect(timing.count == count)
      #expect(abs((timing.biasMS ?? .nan) - biasMS) < 1e-9)
    }
    check(scores.impact, 1, 10)
    check(scores.onset, 1, 2)
    check(scores.startOfHits, 1, 4)
    check(scores.startOfMisses, 1, -10)
    check(scores.start, 2, -3)
    // 1.010 - 0.754 s against 0.25 s.
    check(scores.timeToContact, 1, 6)
  }

  @Test("A start that the label leaves open is not judged; all else is")
  func unknownStarts() {
    var open = Scored.label(.hit, at: 1)
    open.startTime = nil
    let scores = SessionScore([
      Scored.score([open, Scored.label(.hit, at: 3)], [Scored.hit(at: 1), Scored.hit(at: 3)])
    ])
    .figures
    #expect(scores.hits.truePositives == 2 && scores.onset.count == 2)
    #expect(scores.start.count == 1 && scores.startOfHits.count == 1 && scores.timeToContact.count == 1)
    #expect(abs(scores.start.biasMS ?? .nan) < 1e-9)
    let none = SessionScore([Scored.score([open], [Scored.hit(at: 1)])]).figures
    #expect(none.start.count == 0 && none.start.biasMS == nil && none.timeToContact.percentile95MS == nil)
  }

  @Test("Probabilities are judged over all pairs; detections without one, and false ones, are left out")
  func calibration() {
    let labels = [Scored.label(.hit, at: 1), Scored.label(.miss, at: 2), Scored.label(.hit, at: 3)]
    let detections = [
      Scored.hit(at: 1, probability: 0.5), Scored.hit(at: 2, probability: 1), Scored.hit(at: 3, probability: nil),
      Scored.hit(at: 4, probability: 0.2),
    ]
    let calibration = SessionScore([Scored.score(labels, detections)]).figures.calibration
    #expect(calibration.count == 2)
    #expect(calibration.auroc == 0)
    #expect(calibration.brier == (0.25 + 1) / 2)
  }

  @Test("False swings an hour need every recording's length")
  func falseSwingsPerHour() {
    let half = Scored.score([], [Scored.hit(at: 1), Scored.miss(at: 3)], durationS: 1800)
    let quarter = Scored.score([], [Scored.hit(at: 1)], durationS: 900)
    #expect(SessionScore([half, quarter]).figures.falseSwingsPerHour == 4)
    #expect(SessionScore([half, Scored.score([], [])]).figures.falseSwingsPerHour == nil)
    #expect(SessionScore([]).figures.falseSwingsPerHour == nil)
  }

  @Test("Every figure has a name of its own and a value")
  func metrics() throws {
    #expect(Set(SwingScores.metrics.map(\.name)).count == SwingScores.metrics.count)
    let labels = [1.0, 2].map { Scored.label(.hit, at: $0) } + [3.0, 4].map { Scored.label(.miss, at: $0) }
    let detections = [1.0, 2].map { Scored.hit(at: $0) } + [3.0, 4].map { Scored.miss(at: $0) }
    let scores = SessionScore([Scored.score(labels, detections, durationS: 60)]).figures
    for metric in SwingScores.metrics { #expect(metric.value(scores) != nil, "\(metric.name)") }
    #expect(try #require(SwingScores.metric(named: "hits.f1")).value(scores) == 1)
    #expect(SwingScores.metric(named: "hit.f1") == nil)
  }
}
