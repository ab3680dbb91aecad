import Glibc
import SPSignals
import SPSwings

/// Fits a hit-or-miss model to labelled swings, and evaluates it on held-out recordings.
///
/// The penalty is chosen from 0.1, 0.3, 1, 3, 10 and 30: the one with the smallest log loss when recordings are held
/// out in turn. For scores, recordings are held out once more around that choice. A recording is therefore never scored
/// with a model or a penalty that was fitted to it. Results are the same, bit for bit, whatever the order of the
/// examples.
package struct HitMissTrainer: Hashable, Sendable {
  /// One swing with its evidence and label.
  package struct Example: Hashable, Sendable {
    /// Identifier of its recording.
    package var recordingID: String
    /// Its evidence.
    package var evidence: ContactEvidence
    /// Whether there was a contact.
    package var isHit: Bool
    /// Whether a shock was detected, with or without a contact.
    package var hasImpact: Bool

    package init(recordingID: String, evidence: ContactEvidence, isHit: Bool, hasImpact: Bool = true) {
      self.recordingID = recordingID
      self.evidence = evidence
      self.isHit = isHit
      self.hasImpact = hasImpact
    }
  }

  /// An error if no model can be trained.
  package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The available and the expected examples.
    package var description: String
  }

  /// The features to use.
  package var features: [ContactEvidence.Feature]
  /// The smallest number of misses with a shock for which the model is fitted only to swings with a shock. A swing
  /// without a shock is a miss whatever the model says. With fewer such misses, the model is fitted to all swings.
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

  package init(features: [ContactEvidence.Feature] = ContactEvidence.Feature.allCases) { self.features = features }

  /// Fits a model and evaluates it.
  /// - Throws: `Failure` for fewer than two recordings, for examples with only one label, or if a fold leaves no
  ///   training data.
  package func train(_ examples: [Example], name: String, pipeline: String) throws -> HitMissModel {
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
    let folds = LogisticTrainer.folds(recordings).count
    model.scores = Self.scores(
      of: try heldOut(examples), examples,
      folds == recordings.count ? "leave_one_recording_out" : "\(folds)_fold_by_recording")
    return model
  }

  /// For each example, the probability from a model trained without its recording.
  /// - Throws: `Failure` if a fold leaves no training data.
  package func heldOut(_ examples: [Example]) throws -> [Double] {
    let folds = try foldModels(examples, name: "", pipeline: "")
    return examples.map { example in
      let fold = folds.first { $0.recordings.contains(example.recordingID) }
      return fold.map { Self.probability(example, $0.model) } ?? .nan
    }
  }

  /// For each fold, its recordings, the model trained without them, and the model's scores on them.
  /// - Throws: `Failure` if a fold leaves no training data.
  package func foldModels(
    _ examples: [Example], name: String, pipeline: String
  ) throws -> [(recordings: Set<String>, model: HitMissModel)] {
    let examples = Self.sorted(examples)
    return try LogisticTrainer.folds(Self.recordings(of: examples)).map { fold in
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

  private static func recordings(of examples: [Example]) -> [String] { Set(examples.map(\.recordingID)).sorted() }

  /// Sorts examples in an order that depends only on the examples. Sums over them are then the same, bit for bit.
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
    let fitted = LogisticTrainer.fit(
      Self.telling(examples).map { example in
        .init(values: features.map { example.evidence[$0] }, label: example.isHit, group: example.recordingID)
      })
    let terms = features.indices.map { index in
      HitMissModel.Term(
        name: features[index], mean: fitted.means[index], scale: fitted.scales[index],
        weight: fitted.weights[index])
    }
    let hits = examples.count(where: \.isHit)
    return HitMissModel(
      name: name, features: terms, intercept: fitted.intercept,
      training: .init(
        pipeline: pipeline, recordings: Self.recordings(of: examples), hits: hits, misses: examples.count - hits,
        l2: fitted.l2),
      scores: .init(validation: "none"))
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
      logLoss: pairs.reduce(0.0) { $0 + LogisticTrainer.loss($1.0, $1.1) } / Double(examples.count),
      hitRecall: fraction(true),
      falsePositiveRate: fraction(false))
  }
}
