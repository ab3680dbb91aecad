import Evaluation
import Pipelines
import Stages
import Swings

/// What the recordings of a training gave, in the order of their paths.
struct TrainingSet: Sendable {
  /// A recording that could be read, with its labelled swings.
  struct Found: Sendable {
    var path: String
    var examples: ContactExamples
  }

  /// What became of a recording: its examples, or what went wrong, a line each.
  enum Outcome: Sendable {
    case found(ContactExamples)
    case failed([String])
  }

  let outcomes: [(path: String, outcome: Outcome)]

  var found: [Found] {
    outcomes.compactMap { path, outcome in
      if case .found(let examples) = outcome { Found(path: path, examples: examples) } else { nil }
    }
  }

  var examples: [HitMissTrainer.Example] { found.flatMap(\.examples.examples) }

  /// Runs the pipeline up to its classifier on every recording, several at a time; a line a recording on standard error.
  static func gather(_ paths: [String], foundBy pipeline: Pipeline, jobs: Int, quiet: Bool) async -> TrainingSet {
    var outcomes: [Int: Outcome] = [:]
    let crashes = Supervisor.crashHistory
    let order = crashes.order(of: paths, for: "train")
    await Concurrently.forEach(order.map { paths[$0] }, jobs: jobs) { path, worker -> Outcome? in
      guard !Task.isCancelled else { return nil }
      do {
        return try crashes.attempt(path, as: "train", worker: worker, failsAtOnce: false) {
          .found(try ContactExamples(of: path, foundBy: pipeline))
        }
      } catch {
        return .failed(error.lines(at: path))
      }
    } finished: { place, outcome in
      let index = order[place]
      // What an interruption leaves half done is no failure.
      guard let outcome, !Task.isCancelled else { return }
      outcomes[index] = outcome
      tell(outcome, paths[index], "[\(outcomes.count)/\(paths.count)]", quiet: quiet)
    }
    return TrainingSet(outcomes: paths.indices.compactMap { index in outcomes[index].map { (paths[index], $0) } })
  }

  private static func tell(_ outcome: Outcome, _ path: String, _ position: String, quiet: Bool) {
    switch outcome {
    case .failed(let errors):
      errors.forEach(StandardStreams.error)
      if !quiet { StandardStreams.error("\(position) \(path): failed") }
    case .found(let found):
      guard !quiet else { return }
      let learned = "\(counted(found.count(isHit: true), "hit")), \(counted(found.count(isHit: false), "miss"))"
      let lost = [(found.hitsNotFound, "hit"), (found.missesNotFound, "miss")].filter { $0.0 > 0 }.map(counted)
      let rest = lost.isEmpty ? "" : "; labelled but not found: \(lost.joined(separator: ", "))"
      StandardStreams.error("\(position) \(found.recordingID): \(learned)\(rest)")
    }
  }
}
