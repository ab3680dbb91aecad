import Foundation
import Pipelines
import Stages
import Swings

/// The labelled swings of all recordings that could be read.
struct TrainingSet: Sendable {
  /// A recording with its labelled swings.
  struct Item: Sendable {
    var path: String
    var found: ContactExamples
    var recordingID: String { found.recordingID }
  }

  /// In the order of their paths.
  var recordings: [Item] = []
  /// A line a recording that failed; they have been said on standard error.
  var failures: [String] = []

  var examples: [HitMissTrainer.Example] { recordings.flatMap(\.found.examples) }
  var notFound: Int { recordings.reduce(0) { $0 + $1.found.notFound } }

  /// Runs the pipeline up to its classifier on every recording, several at a time.
  static func gather(_ paths: [String], foundBy pipeline: Pipeline, jobs: Int) async throws -> TrainingSet {
    var outcomes: [(index: Int, outcome: Result<ContactExamples, any Error>)] = []
    try await withThrowingTaskGroup(of: (Int, Result<ContactExamples, any Error>).self) { group in
      var waiting = paths.enumerated().makeIterator()
      func startNext() {
        guard let (index, path) = waiting.next() else { return }
        group.addTask {
          try Task.checkCancellation()
          return (index, Result { try ContactExamples(of: path, foundBy: pipeline) })
        }
      }
      for _ in 0..<jobs { startNext() }
      for try await outcome in group {
        outcomes.append(outcome)
        startNext()
      }
    }
    var result = TrainingSet()
    for (index, outcome) in outcomes.sorted(by: { $0.index < $1.index }) {
      switch outcome {
      case .success(let found): result.recordings.append(Item(path: paths[index], found: found))
      case .failure(let error):
        let lines = lines(of: error, path: paths[index])
        lines.forEach(StandardStreams.error)
        result.failures += lines
      }
    }
    return result
  }

  private static func lines(of error: any Error, path: String) -> [String] {
    if let error = error as? PipelineError {
      return error.diagnostics.filter { $0.severity == .error }.map(\.description)
    }
    let text = "\(error)"
    return ["error: " + (text.hasPrefix(path) ? text : "\(path): \(text)")]
  }
}

/// What a training came to, for people.
struct TrainingSummary {
  let model: HitMissModel
  let found: TrainingSet
  let path: String

  var lines: [String] {
    var lines = [
      "trained on \(counted(model.training.hits, "hit")) and \(counted(model.training.misses, "miss")) of "
        + "\(counted(model.training.recordings.count, "recording")); "
        + "\(counted(found.notFound, "labelled swing")) not found by the pipeline"
    ]
    guard let scores = model.scores else { return lines }
    func text(_ value: Double?) -> String { value.map { String(format: "%.4f", $0) } ?? "-" }
    lines.append(
      "held out by recording: AUROC \(text(scores.auroc)), Brier \(text(scores.brier)), calibration error "
        + "\(text(scores.calibrationError)), hit recall \(text(scores.hitRecall)), false-positive rate "
        + text(scores.falsePositiveRate))
    for term in model.features.sorted(by: { abs($0.weight) > abs($1.weight) }) {
      let weight = String(format: "%+.2f", term.weight).padding(toLength: 8, withPad: " ", startingAt: 0)
      lines.append("  \(weight)\(term.name.rawValue) (\(term.name.meaning))")
    }
    lines.append("model: \(path)")
    return lines
  }
}
