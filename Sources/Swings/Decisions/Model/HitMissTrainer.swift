import Foundation
import Signals

/// Fits a hit-or-miss model to labelled swings, and judges it on recordings that it has not seen.
///
/// The penalty is chosen among ``penalties`` by the smallest log loss when recordings are held out in turn; the scores
/// come from holding them out once more around that choice, so that no recording is judged by a model, or with a
/// penalty, that has seen it.
public struct HitMissTrainer: Hashable, Sendable {
  /// One swing with its evidence and label.
  public struct Example: Hashable, Sendable {
    /// Identifier of its recording.
    public var recordingID: String
    /// What is known of it.
    public var evidence: ContactEvidence
    /// Whether there was a contact.
    public var isHit: Bool

    /// Makes an example.
    public init(recordingID: String, evidence: ContactEvidence, isHit: Bool) {
      self.recordingID = recordingID
      self.evidence = evidence
      self.isHit = isHit
    }
  }

  /// Why nothing can be learned.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was found and what was expected.
    public var description: String
  }

  /// The features to weigh.
  public var features: [ContactEvidence.Feature]
  /// Penalties to choose from.
  public static let penalties = [0.1, 0.3, 1, 3, 10, 30]
  /// Largest number of folds: with more recordings, several are held out at a time.
  public static let maxFolds = 10

  /// Makes a trainer.
  public init(features: [ContactEvidence.Feature] = ContactEvidence.Feature.allCases) { self.features = features }

  /// Fits a model and judges it.
  /// - Throws: ``Failure`` where there are fewer than two recordings, or not both labels.
  public func train(_ examples: [Example], name: String, pipeline: String) throws -> HitMissModel {
    let recordings = Set(examples.map(\.recordingID)).sorted()
    let hits = examples.count(where: \.isHit)
    guard recordings.count >= 2 else {
      throw Failure(
        description: "\(recordings.count) recordings with labelled swings; expected at least 2, to hold one out")
    }
    guard hits > 0, hits < examples.count else {
      throw Failure(description: "\(hits) hits and \(examples.count - hits) misses; expected both")
    }
    var model = fit(examples, name: name, pipeline: pipeline)
    let folds = folds(recordings).count
    model.scores = scores(
      of: try heldOut(examples), examples,
      folds == recordings.count ? "leave_one_recording_out" : "\(folds)_fold_by_recording")
    return model
  }

  /// For each example, the probability that a model gives it which was trained without its recording.
  /// - Throws: ``Failure`` where a fold leaves nothing to learn from.
  public func heldOut(_ examples: [Example]) throws -> [Double] {
    var result = [Double](repeating: .nan, count: examples.count)
    for fold in folds(Set(examples.map(\.recordingID)).sorted()) {
      let training = examples.filter { !fold.contains($0.recordingID) }
      let model = try model(without: fold, training)
      for index in examples.indices where fold.contains(examples[index].recordingID) {
        result[index] = model.hitProbability(examples[index].evidence)
      }
    }
    return result
  }

  /// For each fold, its recordings and the model that was trained without them.
  /// - Throws: ``Failure`` where a fold leaves nothing to learn from.
  public func foldModels(_ examples: [Example], name: String) throws -> [(recordings: Set<String>, model: HitMissModel)]
  {
    try folds(Set(examples.map(\.recordingID)).sorted()).map { fold in
      var model = try model(without: fold, examples.filter { !fold.contains($0.recordingID) })
      model.name = name
      let held = examples.filter { fold.contains($0.recordingID) }
      model.scores = scores(of: held.map { model.hitProbability($0.evidence) }, held, "held_out_recordings")
      return (fold, model)
    }
  }

  private func model(without fold: Set<String>, _ training: [Example]) throws -> HitMissModel {
    guard training.contains(where: \.isHit), training.contains(where: { !$0.isHit }) else {
      throw Failure(
        description: "without \(fold.sorted().joined(separator: ", ")) there are not both hits and misses to learn from"
      )
    }
    return fit(training, name: "", pipeline: "")
  }

  /// Recordings to hold out together: one each, or every so many-th of more.
  private func folds(_ recordings: [String]) -> [Set<String>] {
    let count = min(Self.maxFolds, recordings.count)
    return (0..<count).map { fold in
      Set(recordings.indices.filter { $0 % count == fold }.map { recordings[$0] })
    }
  }

  // MARK: Fitting

  private func fit(_ examples: [Example], name: String, pipeline: String) -> HitMissModel {
    let l2 = bestPenalty(examples)
    let scaling = Scaling(examples, features)
    let fitted = LogisticRegression(
      rows: examples.map { scaling.row($0.evidence) }, labels: examples.map(\.isHit), l2: l2)
    let terms = features.indices.map { index in
      HitMissModel.Term(
        name: features[index], mean: scaling.means[index], scale: scaling.scales[index],
        weight: fitted.weights[index])
    }
    let hits = examples.count(where: \.isHit)
    return HitMissModel(
      name: name, features: terms, intercept: fitted.intercept,
      training: .init(
        pipeline: pipeline, recordings: Set(examples.map(\.recordingID)).sorted(), hits: hits,
        misses: examples.count - hits, l2: l2),
      scores: .init(validation: "none"))
  }

  /// The penalty with the smallest log loss on recordings held out; the larger one of equals.
  private func bestPenalty(_ examples: [Example]) -> Double {
    let folds = folds(Set(examples.map(\.recordingID)).sorted())
    let losses = Self.penalties.map { l2 in
      folds.reduce(0.0) { sum, fold in
        let training = examples.filter { !fold.contains($0.recordingID) }
        guard !training.isEmpty else { return sum }
        let scaling = Scaling(training, features)
        let fitted = LogisticRegression(
          rows: training.map { scaling.row($0.evidence) }, labels: training.map(\.isHit), l2: l2)
        return examples.filter { fold.contains($0.recordingID) }.reduce(sum) { sum, example in
          sum + Self.loss(fitted.probability(scaling.row(example.evidence)), example.isHit)
        }
      }
    }
    let best = losses.indices.max { (-losses[$0], Self.penalties[$0]) < (-losses[$1], Self.penalties[$1]) }
    return Self.penalties[best ?? 0]
  }

  /// -ln of the probability given to what was; a certainty that was wrong counts as one in a million million.
  private static func loss(_ probability: Double, _ isHit: Bool) -> Double {
    -log(max(1e-12, isHit ? probability : 1 - probability))
  }

  private func scores(
    of probabilities: [Double], _ examples: [Example], _ validation: String
  ) -> HitMissModel.Scores {
    let calibration = Calibration(probabilities: probabilities, areHits: examples.map(\.isHit))
    let pairs = zip(probabilities, examples.map(\.isHit))
    func share(_ isHit: Bool) -> Double? {
      let ours = pairs.filter { $0.1 == isHit }
      return ours.isEmpty ? nil : Double(ours.count { $0.0 >= 0.5 }) / Double(ours.count)
    }
    return HitMissModel.Scores(
      validation: validation,
      auroc: calibration.auroc, brier: calibration.brier, calibrationError: calibration.expectedError,
      logLoss: pairs.reduce(0.0) { $0 + Self.loss($1.0, $1.1) } / Double(examples.count), hitRecall: share(true),
      falsePositiveRate: share(false))
  }

  /// Means and standard deviations of the features over a training set.
  private struct Scaling {
    let features: [ContactEvidence.Feature]
    let means: [Double]
    let scales: [Double]

    init(_ examples: [Example], _ features: [ContactEvidence.Feature]) {
      self.features = features
      let columns = features.map { feature in examples.map { $0.evidence.values[feature] ?? 0 } }
      means = columns.map { Statistics.mean($0) }
      scales = columns.map { column in
        let deviation = Statistics.standardDeviation(column)
        return deviation > 0 ? deviation : 1
      }
    }

    func row(_ evidence: ContactEvidence) -> [Double] {
      features.indices.map { ((evidence.values[features[$0]] ?? means[$0]) - means[$0]) / scales[$0] }
    }
  }
}
