/// What planning a pipeline for one recording found, before any of its data was read.
public struct RecordingPlan: Sendable {
  /// What is known of one slot that a stage will write.
  public enum Expectation: Hashable, Sendable {
    /// It will be written; what is known of it.
    case present(SlotFacts)
    /// It will not be written for this recording.
    case absent
  }

  /// The path of the recording, or those of all recordings of a session.
  public let inputPaths: [String]
  /// The recording's identifier; nothing where its reader could not tell.
  public let recordingID: String?
  /// The faults and warnings in the order of their places.
  public let diagnostics: [Diagnostic]
  /// What is known of every slot of every stage.
  public let slots: [SlotReference: Expectation]

  /// The path of the recording; of a session that of the first one.
  public var inputPath: String { inputPaths.first ?? "" }

  /// Whether the pipeline can run on the recording.
  public var isRunnable: Bool { !diagnostics.hasErrors }

  /// How long the recording is, in s: the longest of its streams, by their headers; nothing where none tells.
  public var durationS: Double? {
    slots.values.compactMap { expectation -> Double? in
      guard case .present(let facts) = expectation else { return nil }
      return facts.durationS
    }.max()
  }
}

extension Pipeline {
  /// Asks every stage, in order, whether a recording suits it; nothing is thrown, all faults are returned.
  public func plan(_ inputPath: String) -> RecordingPlan { plan([inputPath]) }

  /// Asks every stage, in order, whether the recordings of a session suit it; nothing is thrown, all faults are returned.
  public func plan(_ inputPaths: [String]) -> RecordingPlan {
    let wanted = stages.reduce(into: Set()) { $0.formUnion($1.reads.values) }
    var context = PlanContext(inputPaths: inputPaths, wanted: wanted)
    for stage in stages { context.plan(stage) }
    let slots = context.entries.mapValues { entry -> RecordingPlan.Expectation in
      switch entry {
      case .present(let facts): .present(facts)
      case .absent: .absent
      }
    }
    return RecordingPlan(
      inputPaths: inputPaths, recordingID: context.recordingID, diagnostics: context.diagnostics.sortedByLocation(),
      slots: slots)
  }
}
