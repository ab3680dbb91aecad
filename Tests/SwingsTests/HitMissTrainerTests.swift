import Foundation
import TestSupport
import Testing

@testable import SPEvaluation
@testable import SPSwings

/// Training the hit-or-miss model.
struct HitMissTrainerTests {
  private typealias Example = HitMissTrainer.Example

  /// Four recordings of eight swings, whose labels the features tell apart in part.
  private static let rows: [(recording: Int, peak: Double, prominence: Double, fraction: Double, isHit: Bool)] = [
    (0, 1.45, 0.76, 0.97, true), (0, 0.77, -0.94, 0.63, true), (0, -1.03, 1.0, 0.8, true),
    (0, -1.33, 0.2, 0.97, false), (0, 0.32, 0.22, 0.62, false), (0, 1.5, 1.0, 0.81, true),
    (0, 0.48, -0.97, 0.97, true), (0, -1.24, 0.68, 0.62, false), (1, -0.94, 0.99, 0.81, false),
    (1, 0.83, 0.63, 0.97, true), (1, 1.68, -0.99, 0.62, true), (1, 0.36, 0.96, 0.81, true),
    (1, -1.19, 0.47, 0.97, false), (1, -0.71, 0.51, 0.62, false), (1, 1.11, 0.91, 0.82, true),
    (1, 1.59, -0.99, 0.96, true), (2, 0.24, 0.33, 0.62, false), (2, -1.08, 0.82, 0.82, false),
    (2, -0.23, 0.2, 0.96, true), (2, 1.54, -0.92, 0.62, true), (2, 1.64, 0.68, 0.82, true),
    (2, -0.08, 0.88, 0.96, true), (2, -1.1, 0.92, 0.62, true), (2, 0.08, 0.47, 0.83, false),
    (3, 1.93, -0.68, 0.96, true), (3, 1.63, -0.38, 0.61, true), (3, -0.17, 0.21, 0.83, true),
    (3, -0.84, -0.56, 0.96, false), (3, 0.6, -0.34, 0.61, false), (3, 2.05, -0.11, 0.83, true),
    (3, 1.37, 0.92, 0.95, true), (3, -0.43, 0.87, 0.61, false),
  ]

  private static let examples = rows.enumerated().map { index, row in
    Example(
      recordingID: "r\(row.recording)",
      evidence: ContactEvidence(
        burstTime: Double(index), peakG: exp(row.peak),
        values: [.logPeak: row.peak, .logProminence: row.prominence, .rateFraction: row.fraction]),
      isHit: row.isHit)
  }

  private let trainer = HitMissTrainer(features: [.logPeak, .logProminence, .rateFraction])

  // scikit-learn 1.9.1: LogisticRegression(C=1/l2, solver="newton-cholesky", tol=1e-13) on columns less mean over std, in
  // two nested loops of LeaveOneGroupOut, each inner one choosing l2 by the sum of the log losses.
  private static let heldOut = [
    0.984107891899868, 0.4984859595628753, 0.22196488950083926, 0.1726230699315428, 0.47563049976427063,
    0.9738449903469967, 0.7430223365454417, 0.060172878605980834, 0.3803140258514989, 0.9344784675672996,
    0.7927665845731195, 0.7940015022297042, 0.42626438093394614, 0.20756828585227186, 0.920076231996037,
    0.9482995336541236, 0.4206361319858539, 0.14610852842672062, 0.8106027475149764, 0.9024542562665256,
    0.9977311080314297, 0.9301459972335921, 0.02517516694159007, 0.7995411678554254, 0.9832755558944396,
    0.9047799692812658, 0.5870794366727521, 0.4169346175963659, 0.648193214781307, 0.9791002044410969,
    0.9682165053880916, 0.304489293471404,
  ]

  @Test("Model, penalty and held-out probabilities are those of scikit-learn in nested loops")
  func reference() throws {
    let model = try trainer.train(Self.examples, name: "mine", pipeline: "tennis")
    #expect(model.name == "mine" && model.training.pipeline == "tennis")
    #expect(model.training.recordings == ["r0", "r1", "r2", "r3"])
    #expect(model.training.hits == 20 && model.training.misses == 12 && model.training.l2 == 0.3)
    #expect(abs(model.intercept - 0.9937822030844736) < 1e-7)
    let terms = [
      (0.3375, 1.0826327863130694, 1.9897069272409795), (0.2421875, 0.6917176735083107, 0.35806304651329696),
      (0.799375, 0.14396044378578443, 0.7608073746567012),
    ]
    #expect(model.features.count == 3)
    for (term, expected) in zip(model.features, terms) {
      #expect(abs(term.mean - expected.0) < 1e-12 && abs(term.scale - expected.1) < 1e-12)
      #expect(abs(term.weight - expected.2) < 1e-7)
    }
    let probabilities = try trainer.heldOut(Self.examples)
    #expect(zip(probabilities, Self.heldOut).allSatisfy { abs($0 - $1) < 1e-7 })
  }

  @Test("Scores are those of the held-out probabilities")
  func scores() throws {
    let scores = try trainer.train(Self.examples, name: "", pipeline: "").scores
    // sklearn.metrics on the probabilities above: roc_auc_score, brier_score_loss, log_loss; ten bins by hand.
    #expect(scores.validation == "leave_one_recording_out")
    #expect(abs(try #require(scores.auroc) - 0.8875) < 1e-9)
    #expect(abs(try #require(scores.brier) - 0.13617923028771894) < 1e-7)
    #expect(abs(try #require(scores.logLoss) - 0.45006899457064564) < 1e-7)
    #expect(abs(try #require(scores.calibrationError) - 0.1774980373881343) < 1e-7)
    #expect(scores.hitRecall == 0.85)
    #expect(abs(try #require(scores.falsePositiveRate) - 1.0 / 6) < 1e-12)
  }

  @Test("No recording is judged by what it says of itself: its labels and swings change the others' probabilities only")
  func noLeak() throws {
    let before = try trainer.heldOut(Self.examples)
    var changed = Self.examples
    for index in changed.indices where changed[index].recordingID == "r1" { changed[index].isHit.toggle() }
    let after = try trainer.heldOut(changed)
    for index in changed.indices { #expect((before[index] == after[index]) == (changed[index].recordingID == "r1")) }

    // Nor by the scale of its values: one swing far out moves no other of its recording.
    var shifted = Self.examples
    shifted[8].evidence.values[.logPeak] = 40
    let moved = try trainer.heldOut(shifted)
    for index in shifted.indices {
      #expect((before[index] == moved[index]) == (shifted[index].recordingID == "r1" && index != 8))
    }
  }

  @Test("The model of a fold is the one that a training without its recordings gives, scored on them")
  func foldModels() throws {
    let folds = try trainer.foldModels(Self.examples, name: "mine", pipeline: "tennis")
    #expect(folds.map(\.recordings) == [["r0"], ["r1"], ["r2"], ["r3"]])
    let probabilities = try trainer.heldOut(Self.examples)
    for fold in folds {
      let others = Self.examples.filter { !fold.recordings.contains($0.recordingID) }
      let alone = try trainer.train(others, name: "mine", pipeline: "tennis")
      #expect(fold.model.features == alone.features && fold.model.intercept == alone.intercept)
      #expect(fold.model.training == alone.training)
      let own = Self.examples.indices.filter { fold.recordings.contains(Self.examples[$0].recordingID) }
      #expect(own.map { fold.model.hitProbability(Self.examples[$0].evidence) } == own.map { probabilities[$0] })
      let errors = own.map { index in probabilities[index] - (Self.examples[index].isHit ? 1 : 0) }
      let brier = errors.reduce(0) { $0 + $1 * $1 } / Double(own.count)
      #expect(abs(try #require(fold.model.scores.brier) - brier) < 1e-12)
      #expect(fold.model.scores.validation == "held_out_recordings")
      // A file can be made of it: no number is missing.
      #expect(try HitMissModel(json: fold.model.json) == fold.model)
    }
  }

  @Test("With more than ten recordings several are held out together, each once")
  func folds() throws {
    let examples = (0..<13).flatMap { number in
      // A hit and a miss.
      Self.examples[2...3].map { example in
        var example = example
        example.recordingID = "many-\(number)"
        return example
      }
    }
    let folds = try HitMissTrainer(features: [.logPeak]).foldModels(examples, name: "", pipeline: "")
    #expect(folds.map(\.recordings.count) == [2, 2, 2, 1, 1, 1, 1, 1, 1, 1])
    #expect(folds.reduce(into: Set<String>()) { $0.formUnion($1.recordings) }.count == 13)
    for fold in folds { #expect(fold.recordings.isDisjoint(with: fold.model.training.recordings)) }
  }

  @Test("The order of the examples makes no difference, not in a single bit")
  func order() throws {
    let model = try trainer.train(Self.examples, name: "mine", pipeline: "tennis")
    let probabilities = try trainer.heldOut(Self.examples)
    for seed: UInt64 in 1...3 {
      var random = SeededGenerator(seed: seed)
      let order = Self.examples.indices.shuffled(using: &random)
      let shuffled = order.map { Self.examples[$0] }
      #expect(try trainer.train(shuffled, name: "mine", pipeline: "tennis").json == model.json)
      #expect(try trainer.heldOut(shuffled) == order.map { probabilities[$0] })
    }
  }

  private func failure(_ examples: [Example]) -> String? {
    do {
      _ = try trainer.train(examples, name: "", pipeline: "")
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test("Too little to learn from is refused, with what was found and what was expected")
  func failures() {
    let recordings = "expected swings that are found and labelled in at least 2 recordings, to hold one out, found "
    #expect(failure([]) == recordings + "none")
    #expect(failure(Array(Self.examples.prefix(8))) == recordings + "\"r0\" alone")
    let hits = Self.examples.filter(\.isHit)
    let misses = Self.examples.filter { !$0.isHit }
    #expect(failure(hits) == "expected hits and misses to tell apart, found 20 hits and no miss")
    #expect(failure(misses) == "expected hits and misses to tell apart, found 12 misses and no hit")
    #expect(
      failure(hits + misses.filter { $0.recordingID == "r2" })
        == "without \"r2\", which are held out together, there is no miss to learn from; "
        + "expected hits and misses in more recordings")
  }

  @Test("Two recordings are enough")
  func twoRecordings() throws {
    let model = try trainer.train(Array(Self.examples.prefix(16)), name: "", pipeline: "")
    #expect(model.scores.validation == "leave_one_recording_out")
    // Without a recording to hold out, the penalty of a fold's model cannot be chosen.
    let folds = try trainer.foldModels(Array(Self.examples.prefix(16)), name: "", pipeline: "")
    #expect(folds.map(\.model.training.l2) == [1, 1])
  }

  @Test("A feature that never varies gets no weight and no say over swings where it differs")
  func constantFeature() throws {
    let examples = Self.examples.map { example in
      var example = example
      example.evidence.values[.rateFraction] = 0.1
      return example
    }
    let model = try trainer.train(examples, name: "", pipeline: "")
    let term = try #require(model.features.first { $0.name == .rateFraction })
    #expect(abs(term.weight) < 1e-9 && term.scale == 1)
    var other = examples[0].evidence
    other.values[.rateFraction] = 1
    #expect(abs(model.hitProbability(other) - model.hitProbability(examples[0].evidence)) < 1e-9)
  }

  @Test("A value that was not measured counts as the mean of those that were")
  func missingValues() throws {
    var examples = Self.examples
    examples[3].evidence.values[.logProminence] = nil
    var filled = examples
    let known = examples.compactMap { $0.evidence.values[.logProminence] }
    let mean = known.reduce(0, +) / Double(known.count)
    filled[3].evidence.values[.logProminence] = mean
    let model = try trainer.train(examples, name: "", pipeline: "")
    let reference = try trainer.train(filled, name: "", pipeline: "")
    let (term, expected) = (model.features[1], reference.features[1])
    #expect(abs(term.mean - expected.mean) < 1e-12)
    // The deviation is of the 31 that are known.
    #expect(abs(term.scale / expected.scale - (32.0 / 31).squareRoot()) < 1e-9)
    #expect(try trainer.heldOut(examples).allSatisfy(\.isFinite))
  }
}
