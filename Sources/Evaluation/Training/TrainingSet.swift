import SPBasics
import SPPipelines

/// The labelled swings of the recordings of a training, as a pipeline finds them.
public struct TrainingSet: Sendable {
  /// A recording that could be read, with its labelled swings.
  struct Found: Sendable {
    var path: String
    var examples: ContactExamples
  }

  let gathered: Gathered<ContactExamples>

  var found: [Found] {
    gathered.outcomes.compactMap { path, outcome in
      if case .found(let examples) = outcome { Found(path: path, examples: examples) } else { nil }
    }
  }

  /// All of them, by recording.
  public var examples: [HitMissTrainer.Example] { found.flatMap(\.examples.examples) }
}

extension ContactExamples {
  /// The contribution of a recording, as text.
  var text: String {
    let learned = "\(counted(count(isHit: true), "hit")), \(counted(count(isHit: false), "miss"))"
    let lost = [(hitsNotFound, "hit"), (missesNotFound, "miss")].filter { $0.0 > 0 }.map(counted)
    let rest = lost.isEmpty ? "" : "; labelled but not found: \(lost.joined(separator: ", "))"
    return "\(recordingID): \(learned)\(rest)"
  }
}
