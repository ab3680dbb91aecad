import SPEvaluation
import SPSignals
import SPSwings
import Testing

/// Figures of a score.
struct FigureTests {
  @Test("Precision, recall and F1 are defined where there is something to count")
  func undefined() {
    let counts = DetectionCounts(truePositives: 3, falsePositives: 1, falseNegatives: 2)
    #expect(counts.precision == 0.75)
    #expect(counts.recall == 0.6)
    // 2 * 0.75 * 0.6 / (0.75 + 0.6)
    #expect(abs((counts.f1 ?? 0) - 2.0 / 3) < 1e-15)
    let silent = DetectionCounts(falseNegatives: 2)
    #expect(silent.precision == nil)
    #expect(silent.recall == 0)
    #expect(silent.f1 == 0)
    let unasked = DetectionCounts(falsePositives: 2)
    #expect(unasked.precision == 0)
    #expect(unasked.recall == nil)
    #expect(DetectionCounts().f1 == nil)
  }

  @Test("Fractions of the confusion are taken of labelled hits and labelled misses")
  func confusion() {
    let confusion = LabelConfusion(hitsAsHits: 6, hitsAsMisses: 2, missesAsHits: 1, missesAsMisses: 4)
    #expect(confusion.sensitivity == 0.75)
    #expect(confusion.falsePositiveRate == 0.2)
    #expect(abs((confusion.accuracy ?? 0) - 10.0 / 13) < 1e-15)
    #expect(LabelConfusion(hitsAsHits: 1).falsePositiveRate == nil)
    #expect(LabelConfusion(missesAsHits: 1).sensitivity == nil)
    #expect(LabelConfusion().accuracy == nil)
  }

  /// Expected by `sklearn.metrics.roc_auc_score` and `brier_score_loss` (scikit-learn 1.9), and by NumPy with
  /// `searchsorted(linspace(0, 1, 11)[1:-1], p)` as the bins of the calibration error.
  @Test("Probabilities are judged as scikit-learn does, ties and edges of bins included")
  func calibration() {
    let probabilities = [
      0.02, 0.1, 0.1, 0.15, 0.2, 0.3, 0.35, 0.35, 0.5, 0.55, 0.6, 0.6, 0.7, 0.72, 0.8, 0.85, 0.9, 0.95, 1.0, 0.0,
    ]
    let hits = [0, 0, 1, 0, 0, 1, 0, 1, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1, 0].map { $0 == 1 }
    let calibration = Calibration(probabilities: probabilities, areHits: hits)
    #expect(calibration.count == 20)
    #expect(abs((calibration.auroc ?? 0) - 0.8131313131313131) < 1e-12)
    #expect(abs((calibration.brier ?? 0) - 0.17868999999999996) < 1e-12)
    #expect(abs((calibration.expectedError ?? 0) - 0.2) < 1e-12)
  }

  @Test("One kind of swing has no ROC curve, and no swings no figure at all")
  func calibrationOfOneKind() {
    let hits = Calibration(probabilities: [0.5, 1], areHits: [true, true])
    #expect(hits.auroc == nil)
    #expect(hits.brier == 0.125)
    #expect(hits.expectedError == 0.25)
    let none = Calibration(probabilities: [], areHits: [])
    #expect((none.count, none.auroc, none.brier, none.expectedError) == (0, nil, nil, nil))
  }

  /// Expected by NumPy 2.4: `mean`, `std(ddof=1)` and `percentile(abs(d), 95)`.
  @Test("Differences in time are summed up as NumPy does")
  func timing() throws {
    let differences = [1.2, -0.8, 3.4, 0.1, -2.2, 5.0, 0.7, -0.3, 1.9, -4.1, 0.0].map { $0 / 1000 }
    let timing = TimingStatistics(differences: differences)
    #expect(timing.count == 11)
    #expect(abs(try #require(timing.biasMS) - 0.44545454545454544) < 1e-12)
    #expect(abs(try #require(timing.deviationMS) - 2.496142478450954) < 1e-12)
    #expect(abs(try #require(timing.percentile95MS) - 4.55) < 1e-12)
    let one = TimingStatistics(differences: [-0.002])
    #expect((one.biasMS, one.deviationMS, one.percentile95MS) == (-2, nil, 2))
    let none = TimingStatistics(differences: [])
    #expect((none.count, none.biasMS, none.deviationMS, none.percentile95MS) == (0, nil, nil, nil))
  }

  @Test("Differences of a recording that counts several times are summed up as so many copies")
  func weights() throws {
    let differences = [(0.1, 0), (-0.4, 1), (0.7, 0), (-0.9, 2), (1.3, 1)].map {
      TimingStatistics.Difference(seconds: $0.0, recording: $0.1)
    }
    let weighted = TimingStatistics(sorted: differences, weights: [3, 0, 2])
    let copies = [0.1, 0.1, 0.1, 0.7, 0.7, 0.7, -0.9, -0.9]
    #expect(weighted.count == copies.count)
    #expect(abs(try #require(weighted.biasMS) - 1000 * Statistics.mean(copies)) < 1e-9)
    let deviation = 1000 * Statistics.standardDeviation(copies, lostDegrees: 1)
    #expect(abs(try #require(weighted.deviationMS) - deviation) < 1e-9)
    let percentile = 1000 * Statistics.percentile(copies.map { abs($0) }, 95)
    #expect(abs(try #require(weighted.percentile95MS) - percentile) < 1e-9)
  }
}
