import SPBatches

/// The contribution of a recording to a training in progress.
package struct TrainingProgress: Hashable, Sendable {
  /// The faults of the recording, one line each; empty if it could be used.
  package let errors: [String]
  /// The number of finished recordings, and the contribution of this recording: `[2/5] monday: 12 hits, 3 misses`.
  package let line: String
}

/// The contributions of a training's recordings, in the order of their paths.
struct Gathered<Example: Sendable>: Sendable {
  /// The result of a recording: its examples, or its errors, one line each.
  enum Outcome: Sendable {
    case found(Example)
    case failed([String])
  }

  /// The name of the work on a recording in a journal.
  static var step: String { "train" }

  let outcomes: [(path: String, outcome: Outcome)]

  /// Processes every recording, several at a time. The result includes failed recordings with their errors, but not
  /// interrupted recordings.
  /// - Parameters:
  ///   - work: finds the examples of a recording; it takes the number of the worker.
  ///   - text: describes a recording's examples.
  ///   - told: called for each recording as it ends.
  init(
    _ paths: [String], jobs: Int, crashes: CrashHistory, _ work: @escaping @Sendable (String, Int) throws -> Example,
    text: (Example) -> String, told: (TrainingProgress) -> Void
  ) async {
    var outcomes: [Int: Outcome] = [:]
    let order = crashes.order(of: paths, for: Self.step)
    await Concurrently.forEach(order.map { paths[$0] }, jobs: jobs) { path, worker -> Outcome? in
      guard !Task.isCancelled else { return nil }
      do {
        return .found(try work(path, worker))
      } catch {
        return .failed(error.lines(at: path))
      }
    } finished: { place, outcome in
      let index = order[place]
      guard let outcome, !Task.isCancelled else { return }
      outcomes[index] = outcome
      let position = "[\(outcomes.count)/\(paths.count)]"
      switch outcome {
      case .found(let example): told(TrainingProgress(errors: [], line: "\(position) \(text(example))"))
      case .failed(let errors): told(TrainingProgress(errors: errors, line: "\(position) \(paths[index]): failed"))
      }
    }
    self.outcomes = paths.indices.compactMap { index in outcomes[index].map { (paths[index], $0) } }
  }
}
