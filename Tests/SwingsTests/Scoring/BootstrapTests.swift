import SPEvaluation
import Testing

/// Bootstrap over recordings.
struct BootstrapTests {
  private static let found = [10, 8, 12, 5, 9, 11, 7, 10, 6, 12]
  private static let extra = [0, 2, 1, 5, 0, 1, 3, 0, 4, 1]
  private static let missed = [1, 3, 0, 6, 2, 0, 4, 1, 5, 0]
  private static let session = SessionScore(
    found.indices.map { Scored.recording("\($0)", found: found[$0], false: extra[$0], missed: missed[$0]) })
  private static let f1 = SwingScores.metrics.filter { $0.name.hasSuffix("f1") }

  /// Expected by NumPy: percentiles of the F1 of 400,000 draws of the ten recordings (`multinomial`).
  @Test("The interval is that of many draws")
  func interval() throws {
    let intervals = Self.session.intervals(of: Self.f1)
    // All of these swings are hits.
    for name in ["f1", "hits.f1"] {
      let interval = try #require(intervals[name])
      #expect(abs(interval.low - 0.707) < 0.015)
      #expect(abs(interval.high - 0.919) < 0.01)
    }
    #expect(intervals["misses.f1"] == nil)
  }

  @Test("Equal seeds give equal intervals, others give others")
  func seeds() {
    var bootstrap = Bootstrap()
    #expect(Self.session.intervals(of: Self.f1) == Self.session.intervals(of: Self.f1))
    bootstrap.seed = 2
    #expect(Self.session.intervals(of: Self.f1, by: bootstrap) != Self.session.intervals(of: Self.f1))
    bootstrap.resamples = 0
    #expect(Self.session.intervals(of: Self.f1, by: bootstrap).isEmpty)
  }

  @Test("One recording has no interval")
  func oneRecording() {
    #expect(SessionScore([Scored.recording("a", found: 3, missed: 1)]).intervals().isEmpty)
  }

  @Test("Every figure's interval holds its value where there is little to vary")
  func drawnFigures() throws {
    let labels = [1.0, 2].map { Scored.label(.hit, at: $0) } + [3.0, 4].map { Scored.label(.miss, at: $0) }
    let detections = [1.01, 2].map { Scored.hit(at: $0) } + [3.0, 4].map { Scored.miss(at: $0) }
    let session = SessionScore(["a", "b"].map { Scored.score(labels, detections, id: $0, durationS: 60) })
    var bootstrap = Bootstrap()
    bootstrap.resamples = 20
    let intervals = session.intervals(by: bootstrap)
    // A draw of two equal recordings has their figures, but for the n - 1 of deviations, which is the same too.
    for metric in SwingScores.metrics {
      let interval = try #require(intervals[metric.name])
      #expect(interval == ScoreInterval(low: interval.low, high: interval.low), "\(metric.name)")
      #expect(abs(interval.low - (try #require(metric.value(session.figures)))) < 1e-9, "\(metric.name)")
    }
  }

  @Test("A comparison draws the same recordings for both")
  func comparison() throws {
    let better = SessionScore(
      Self.found.indices.map {
        Scored.recording("\($0)", found: Self.found[$0] + 1, false: Self.extra[$0], missed: Self.missed[$0])
      })
    let metric = try #require(SwingScores.metric(named: "f1"))
    let same = try #require(ScoreComparison(Self.session, with: Self.session))
    #expect(same.difference(metric) == 0)
    #expect(same.intervals(of: [metric])["f1"] == ScoreInterval(low: 0, high: 0))
    let gain = try #require(ScoreComparison(better, with: Self.session))
    let interval = try #require(gain.intervals(of: [metric])["f1"])
    let difference = try #require(gain.difference(metric))
    // 2 * 100 / 239 - 2 * 90 / 219; unpaired draws would range over 0.2.
    #expect(abs(difference - (200.0 / 239 - 180.0 / 219)) < 1e-12)
    #expect(interval.low > 0 && interval.low < difference && interval.high > difference && interval.high < 0.03)
    #expect(ScoreComparison(better, with: SessionScore([Scored.recording("0", found: 1)])) == nil)
    #expect(ScoreComparison(better, with: SessionScore(Self.session.recordings.reversed())) == nil)
  }
}
