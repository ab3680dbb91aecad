import Foundation
import SPSwings
import Testing

/// Constants that the documentation gives.
struct DocumentedConstantTests {
  private static let page = "Sources/Stages/SPStages.docc/FindingSwings.md"

  private static let constants: [String: Double] = {
    let (impact, onset, start, air) = (ImpactDetector(), OnsetFinder(), SwingStartFinder(), AirSwingDetector())
    return [
      "ImpactDetector/thresholdG": impact.thresholdG,
      "ImpactDetector/thresholdSigma": impact.thresholdSigma,
      "ImpactDetector/weakThresholdG": impact.weakThresholdG,
      "ImpactDetector/noiseWindowS": impact.noiseWindowS,
      "ImpactDetector/refractoryS": impact.refractoryS,
      "ImpactDetector/doubleContactS": impact.doubleContactS,
      "OnsetFinder/windowS": onset.windowS,
      "OnsetFinder/fraction": onset.fraction,
      "OnsetFinder/leadFraction": onset.leadFraction,
      "OnsetFinder/quietS": onset.quietS,
      "OnsetFinder/motionMultiple": onset.motionMultiple,
      "SwingStartFinder/minRate": start.minRate,
      "SwingStartFinder/minRateFraction": start.minRateFraction,
      "SwingStartFinder/minPeakRate": start.minPeakRate,
      "SwingStartFinder/quietSamples": Double(start.quietSamples),
      "SwingStartFinder/lookBackS": start.lookBackS,
      "SwingStartFinder/maxDurationS": start.maxDurationS,
      "SwingStartDetector/minPeerFraction": SwingStartDetector().minPeerFraction,
      "AirSwingDetector/minRate": air.minRate,
      "AirSwingDetector/maxDifference": air.maxDifference,
      "AirSwingDetector/minHits": Double(air.minHits),
      "AirSwingDetector/minProbability": air.minProbability,
      "AirSwingDetector/clearanceBeforeS": air.clearanceBeforeS,
      "AirSwingDetector/clearanceAfterS": air.clearanceAfterS,
      "AirSwingDetector/refractoryS": air.refractoryS,
      "AirSwingDetector/recoveryS": air.recoveryS,
      "HitMissClassifier/minProbability": HitMissClassifier().minProbability,
      "ContactEvidence/beforeS": ContactEvidence.beforeS,
      "ContactEvidence/afterS": ContactEvidence.afterS,
      "ContactEvidence/neededFraction": ContactEvidence.neededFraction,
    ]
  }()

  @Test("Those of detection are the defaults")
  func defaults() throws {
    let rows = try Project.text(Self.page).matches(of: /\| ``\/SPSwings\/([\w\/]+)`` \| ([0-9.]+)/)
    let written = try rows.map { (String($0.1), try #require(Double($0.2))) }
    #expect(Dictionary(uniqueKeysWithValues: written) == Self.constants)
  }

  @Test("Those of the hit-or-miss model are the built-in one's")
  func model() throws {
    let page = try Project.text(Self.page)
    let model = HitMissModel.standard
    for term in model.features {
      let figures = [term.mean, term.scale, term.weight].map { String(format: "%.4f", $0) }.joined(separator: " | ")
      #expect(page.contains("| \(figures) |\n"), "\(term.name.rawValue): \(figures)")
    }
    let (hits, misses) = (model.training.hits, model.training.misses)
    #expect(page.contains("The intercept b is \(String(format: "%.4f", model.intercept))."))
    #expect(page.contains("`\(model.name)`"))
    #expect(page.contains("\(hits) hits and \(misses) misses of \(model.training.recordings.count) recordings"))
  }

  @Test("The examples and scores of the swing model are those of its file")
  func swingModel() throws {
    let (model, page) = (SwingModel.standard, try Project.text(Self.page))
    let counted = { (count: Int) in "\(count / 1000),\(String(format: "%03d", count % 1000))" }
    let strokes = counted(model.sources.reduce(0) { $0 + $1.strokes })
    let others = counted(model.sources.reduce(0) { $0 + $1.others })
    #expect(page.contains("`\(model.name)`"))
    #expect(page.contains("\(strokes) strokes and \(others) other movements, in \(model.sources.count) folders"))
    let scores = [model.scores.auroc, model.scores.calibrationError, model.scores.logLoss].map {
      $0.map { String(format: "%.3f", $0) } ?? "-"
    }
    #expect(page.contains("AUROC of \(scores[0]), a calibration error of \(scores[1])"))
    #expect(page.contains("loss of \(scores[2])"))
  }
}
