import SPEvaluation
import SPRecordings
import Testing

/// Scoring of events.
struct EventScoreTests {
  private func score(
    _ labels: [Event], _ detections: [Event], ignored: [Double] = [], _ change: (inout EventRules) -> Void = { _ in }
  ) -> EventScore {
    var rules = EventRules()
    change(&rules)
    return EventScore(
      recordingID: "a", labels: labels, detections: detections, ignoredMoments: ignored, durationS: 1800, rules: rules)
  }

  @Test("The overlap of intervals is their intersection over their union")
  func overlap() {
    let first = Event(startTime: 10, time: 20)
    #expect(first.overlap(with: first) == 1)
    #expect(first.overlap(with: Event(startTime: 15, time: 25)) == 5.0 / 15)
    #expect(first.overlap(with: Event(startTime: 12, time: 14)) == 0.2)
    #expect(first.overlap(with: Event(startTime: 20, time: 30)) == 0)
    #expect(first.overlap(with: Event(time: 15)) == 0)
  }

  @Test("Two intervals pair where they share half of the time that they cover, which can be changed")
  func intervals() {
    let labels = [Event(startTime: 0, time: 10), Event(startTime: 20, time: 30)]
    // The second shares 4 of 16 s.
    let found = [Event(startTime: 1, time: 11), Event(startTime: 26, time: 36)]
    #expect(score(labels, found).counts == DetectionCounts(truePositives: 1, falsePositives: 1, falseNegatives: 1))
    #expect(score(labels, found) { $0.minOverlap = 0.25 }.counts == DetectionCounts(truePositives: 2))
    #expect(score(labels, found) { $0.minOverlap = 0.26 }.falseDetections == [found[1]])
    #expect(score(labels, found).missedLabels == [labels[1]])
  }

  @Test("Of two detections in one label one counts: that which fits better")
  func once() {
    let found = [Event(startTime: 0, time: 6), Event(startTime: 0.5, time: 10)]
    let score = score([Event(startTime: 0, time: 10)], found)
    #expect(score.counts == DetectionCounts(truePositives: 1, falsePositives: 1))
    #expect(score.falseDetections == [found[0]])
  }

  @Test(
    "Moments pair within the tolerance, itself included; a moment and an interval by the distance from the interval")
  func moments() {
    let labels = [Event(time: 1), Event(time: 5)]
    #expect(score(labels, [Event(time: 1.5), Event(time: 5.6)]).counts.truePositives == 1)
    #expect(score(labels, [Event(time: 5.6)]) { $0.toleranceS = 0.6 }.counts.truePositives == 1)
    #expect(score(labels, [Event(startTime: 0.2, time: 0.6)]).counts.truePositives == 1)
    #expect(score(labels, [Event(startTime: 2, time: 4.4)]).counts.truePositives == 0)
  }

  @Test("A detection at an ignored moment counts neither way, unless it fits a label")
  func ignored() {
    let labels = [Event(time: 1)]
    let found = [Event(time: 1.1), Event(time: 10), Event(startTime: 20, time: 22)]
    let score = score(labels, found, ignored: [1, 10.2, 21])
    #expect(score.counts == DetectionCounts(truePositives: 1))
    #expect(score.ignored == [1, 2])
  }

  @Test("Times that are not finite are never paired, and lose no other pair")
  func notFinite() {
    let labels = [Event(time: .nan), Event(time: 2), Event(startTime: 3, time: .infinity)]
    let score = score(labels, [Event(time: 2), Event(time: .nan)])
    #expect(score.counts == DetectionCounts(truePositives: 1, falsePositives: 1, falseNegatives: 2))
  }

  /// Expected by hand: starts differ by 1 and -1 s, ends by 1 and 3 s; deviation over n - 1.
  @Test("Figures of a session are those of its pairs")
  func figures() throws {
    let first = score([Event(startTime: 0, time: 10)], [Event(startTime: 1, time: 11)])
    let second = score(
      [Event(startTime: 100, time: 110), Event(startTime: 200, time: 210)],
      [Event(startTime: 99, time: 113), Event(startTime: 300, time: 310)])
    let session = EventSessionScore([first, second])
    let figures = session.figures
    #expect(figures.counts == DetectionCounts(truePositives: 2, falsePositives: 1, falseNegatives: 1))
    #expect(figures.start.biasMS == 0 && figures.end.biasMS == 2000)
    #expect(abs((figures.start.deviationMS ?? 0) - 2_000_000.0.squareRoot()) < 1e-9)
    #expect(figures.time.count == 0 && figures.time.biasMS == nil)
    #expect(abs((figures.overlap ?? 0) - (9.0 / 11 + 10.0 / 14) / 2) < 1e-12)
    #expect(figures.worstF1 == 0.5 && session.worst?.counts == second.counts)
    #expect(figures.durationS == 3600 && figures.falsePerHour == 1)
    let interval = try #require(session.intervals()["f1"])
    #expect(interval.low == 0.5 && interval.high == 1)
    let comparison = try #require(ScoreComparison(session, with: EventSessionScore([first, first])))
    #expect(EventFigures.metric(named: "f1").flatMap(comparison.difference) == 4.0 / 6 - 1)
  }

  @Test("Every figure has a name of its own, and a value where there are intervals and moments")
  func metrics() {
    #expect(Set(EventFigures.metrics.map(\.name)).count == EventFigures.metrics.count)
    let events = [Event(time: 1), Event(time: 2), Event(startTime: 3, time: 4), Event(startTime: 5, time: 6)]
    let figures = EventSessionScore([score(events, events)]).figures
    for metric in EventFigures.metrics { #expect(metric.value(figures) != nil, "\(metric.name)") }
  }
}
