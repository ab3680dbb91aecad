import Glibc
import Signals

/// Fits a hit-or-miss model to labelled swings, and evaluates it on held-out recordings.
///
/// The penalty is the one of ``penalties`` with the smallest log loss when recordings are held out in turn. For the
/// scores, recordings are held out once more around that choice, so that no recording is scored by a model, or with a
/// penalty, fitted to it. Results are the same, bit for bit, whatever the order of the examples.
public struct HitMissTrainer: Hashable, Sendable {
  /// One swing with its evidence and label.
  public struct Example: Hashable, Sendable {
    /// Identifier of its recording.
    public var recordingID: String
    /// Its evidence.
    public var evidence: ContactEvidence
    /// Whether there was a contact.
    public var isHit: Bool
    /// Whether a shock was detected, of a contact or not.
    public var hasImpact: Bool

    /// Makes an example.
    public init(recordingID: String, evidence: ContactEvidence, isHit: Bool, hasImpact: Bool = true) {
      self.recordingID = recordingID
      self.evidence = evidence
      self.isHit = isHit
      self.hasImpact = hasImpact
    }
  }

  /// Why no model can be trained.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was found and what was expected.
    public var description: String
  }

  /// The features to use.
  public var features: [ContactEvidence.Feature]
  /// Penalties to choose from.
  public static let penalties = [0.1, 0.3, 1, 3, 10, 30]
  /// The penalty if no recordings can be held out to choose one: that of a standard normal prior.
  static let usualPenalty = 1.0
  /// Largest number of folds: with more recordings, several are held out at a time.
  public static let maxFolds = 10

  /// With fewer misses with a shock, the model is fitted to all swings: else to those with a shock, as a swing without one is
  /// a miss whatever the model says.
  static let minShockedMisses = 20

  /// The examples that the model is fitted to.
  private static func telling(_ examples: [Example]) -> [Example] {
    let shocked = examples.filter(\.hasImpact)
    return shocked.count { !$0.isHit } >= minShockedMisses && shocked.contains(where: \.isHit) ? shocked : examples
  }

  private static func probability(_ example: Example, _ model: HitMissModel) -> Double {
    let probability = model.hitProbability(example.evidence)
    return example.hasImpact ? probability : min(probability, HitMissClassifier.mostWithoutImpact)
  }

  /// Makes a trainer.
  public init(features: [ContactEvidence.Feature] = ContactEvidence.Feature.allCases) { self.features = features }

  /// Fits a model and evaluates it.
  /// - Throws: ``Failure`` for fewer than two recordings, only one label, or a fold that leaves no training data.
  public func train(_ examples: [Example], name: String, pipeline: String) throws -> HitMissModel {
    let examples = Self.sorted(examples)
    let recordings = Self.recordings(of: examples)
    let hits = examples.count(where: \.isHit)
    guard recordings.count >= 2 else {
      let found = recordings.isEmpty ? "none" : "\"\(recordings[0])\" alone"
      throw Failure(
        description: "expected swings that are found and labelled in at least 2 recordings, to hold one out, "
          + "found \(found)")
    }
    guard hits > 0, hits < examples.count else {
      let found = hits > 0 ? "\(hits) hits and no miss" : "\(examples.count) misses and no hit"
      throw Failure(description: "expected hits and misses to tell apart, found \(found)")
    }
    var model = fit(examples, name: name, pipeline: pipeline)
    let folds = Self.folds(recordings).count
    model.scores = Self.scores(
      of: try heldOut(examples), examples,
      folds == recordings.count ? "leave_one_recording_out" : "\(folds)_fold_by_recording")
    return model
  }

  /// For each example, the probability from a model trained without its recording.
  /// - Throws: ``Failure`` if a fold leaves no training data.
  public func heldOut(_ examples: [Example]) throws -> [Double] {
    let folds = try foldModels(examples, name: "", pipeline: "")
    return examples.map { example in
      let fold = folds.first { $0.recordings.contains(example.recordingID) }
      return fold.map { Self.probability(example, $0.model) } ?? .nan
    }
  }

  /// For each fold, its recordings and the model trained without them, with its scores on them.
  /// - Throws: ``Failure`` if a fold leaves no training data.
  public func foldModels(
    _ examples: [Example], name: String, pipeline: String
  ) throws -> [(recordings: Set<String>, model: HitMissModel)] {
    let examples = Self.sorted(examples)
    return try Self.folds(Self.recordings(of: examples)).map { fold in
      let training = examples.filter { !fold.contains($0.recordingID) }
      for (isHit, label) in [(true, "hit"), (false, "miss")] where !training.contains(where: { $0.isHit == isHit }) {
        let others = fold.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
        throw Failure(
          description: "without \(others), which are held out together, there is no \(label) to learn from; "
            + "expected hits and misses in more recordings")
      }
      var model = fit(training, name: name, pipeline: pipeline)
      let heldOut = examples.filter { fold.contains($0.recordingID) }
      model.scores = Self.scores(
        of: heldOut.map { Self.probability($0, model) }, heldOut, "held_out_recordings")
      return (fold, model)
    }
  }

  /// Groups of recordings to hold out together: single ones, or every n-th if there are many.
  private static func folds(_ recordings: [String]) -> [Set<String>] {
    let count = min(maxFolds, recordings.count)
    return (0..<count).map { fold in
      Set(recordings.indices.filter { $0 % count == fold }.map { recordings[$0] })
    }
  }

  private static func recordings(of examples: [Example]) -> [String] { Set(examples.map(\.recordingID)).sorted() }

  /// An order that depends only on the examples: sums over them are then the same, bit for bit.
  private static func sorted(_ examples: [Example]) -> [Example] {
    func key(_ example: Example) -> [Double] {
      let evidence = example.evidence
      let values = ContactEvidence.Feature.allCases.map { evidence[$0] ?? .infinity }
      return [evidence.burstTime, example.isHit ? 1 : 0] + values
    }
    return examples.map { ($0, key($0)) }.sorted { first, second in
      first.0.recordingID == second.0.recordingID
        ? first.1.lexicographicallyPrecedes(second.1) : first.0.recordingID < second.0.recordingID
    }.map(\.0)
  }

  // MARK: Fitting

  /// The model of sorted examples.
  private func fit(_ examples: [Example], name: String, pipeline: String) -> HitMissModel {
    let telling = Self.telling(examples)
    let l2 = bestPenalty(telling)
    let scaling = Scaling(telling, features)
    let fitted = LogisticRegression(
      rows: telling.map { scaling.row($0.evidence) }, labels: telling.map(\.isHit), l2: l2)
    let terms = features.indices.map { index in
      HitMissModel.Term(
        name: features[index], mean: scaling.means[index], scale: scaling.scales[index],
        weight: fitted.weights[index])
    }
    let hits = examples.count(where: \.isHit)
    return HitMissModel(
      name: name, features: terms, intercept: fitted.intercept,
      training: .init(
        pipeline: pipeline, recordings: Self.recordings(of: examples), hits: hits, misses: examples.count - hits,
        l2: l2),
      scores: .init(validation: "none"))
  }

  /// The penalty with the smallest log loss on held-out recordings; the larger one of equals.
  private func bestPenalty(_ examples: [Example]) -> Double {
    var losses = [Double](repeating: 0, count: Self.penalties.count)
    var isJudged = false
    for fold in Self.folds(Self.recordings(of: examples)) {
      let training = examples.filter { !fold.contains($0.recordingID) }
      // With only one label no penalty is better than another.
      guard training.contains(where: \.isHit), training.contains(where: { !$0.isHit }) else { continue }
      isJudged = true
      let scaling = Scaling(training, features)
      let rows = training.map { scaling.row($0.evidence) }
      let judged = examples.filter { fold.contains($0.recordingID) }.map { (scaling.row($0.evidence), $0.isHit) }
      for (index, l2) in Self.penalties.enumerated() {
        let fitted = LogisticRegression(rows: rows, labels: training.map(\.isHit), l2: l2)
        losses[index] += judged.reduce(0) { $0 + Self.loss(fitted.probability($1.0), $1.1) }
      }
    }
    guard isJudged else { return Self.usualPenalty }
    let best = losses.indices.max { (-losses[$0], Self.penalties[$0]) < (-losses[$1], Self.penalties[$1]) }
    return Self.penalties[best ?? 0]
  }

  /// -ln of the probability of the true label; a wrong certainty counts as one in a million million.
  private static func loss(_ probability: Double, _ isHit: Bool) -> Double {
    -log(max(1e-12, isHit ? probability : 1 - probability))
  }

  private static func scores(
    of probabilities: [Double], _ examples: [Example], _ validation: String
  ) -> HitMissModel.Scores {
    let calibration = Calibration(probabilities: probabilities, areHits: examples.map(\.isHit))
    let pairs = zip(probabilities, examples.map(\.isHit))
    func fraction(_ isHit: Bool) -> Double? {
      let ours = pairs.filter { $0.1 == isHit }
      return ours.isEmpty ? nil : Double(ours.count { $0.0 >= 0.5 }) / Double(ours.count)
    }
    return HitMissModel.Scores(
      validation: validation, auroc: calibration.auroc, brier: calibration.brier,
      calibrationError: calibration.expectedError,
      logLoss: pairs.reduce(0.0) { $0 + loss($1.0, $1.1) } / Double(examples.count), hitRecall: fraction(true),
      falsePositiveRate: fraction(false))
  }
}

/// Means and standard deviations of the features over a training set.
private struct Scaling {
  let features: [ContactEvidence.Feature]
  let means: [Double]
  let scales: [Double]

  init(_ examples: [HitMissTrainer.Example], _ features: [ContactEvidence.Feature]) {
    self.features = features
    let columns = features.map { feature in examples.compactMap { $0.evidence[feature] } }
    means = columns.map { $0.isEmpty ? 0 : Statistics.mean($0) }
    scales = zip(columns, means).map { column, mean in
      // A column of equal values has a deviation of rounding errors, which would blow up other values.
      let deviation = Statistics.standardDeviation(column)
      return deviation > 1e-6 * max(1, abs(mean)) ? deviation : 1
    }
  }

  func row(_ evidence: ContactEvidence) -> [Double] {
    features.indices.map { ((evidence[features[$0]] ?? means[$0]) - means[$0]) / scales[$0] }
  }
}
