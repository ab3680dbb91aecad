import FoundationEssentials
import SPBasics

/// The result of planning a pipeline for one recording, before any of the recording's data is read.
public struct RecordingPlan: Sendable {
  /// The facts about one slot that a stage will write.
  public enum Expectation: Hashable, Sendable {
    /// The slot will be written, with these facts.
    case present(SlotFacts)
    /// The slot will not be written for this recording.
    case absent
  }

  /// The path of the recording, or the paths of all recordings of a session.
  public let inputPaths: [String]
  /// The recording's identifier; nil if its reader could not determine it.
  public let recordingID: String?
  /// The faults and warnings in the order of their places.
  public let diagnostics: [Diagnostic]
  /// The facts about every slot of every stage.
  public let slots: [SlotReference: Expectation]

  package init(
    inputPaths: [String], recordingID: String?, diagnostics: [Diagnostic], slots: [SlotReference: Expectation]
  ) {
    self.inputPaths = inputPaths
    self.recordingID = recordingID
    self.diagnostics = diagnostics
    self.slots = slots
  }

  /// The path of the recording; for a session, the path of its first recording.
  public var inputPath: String { inputPaths.first ?? "" }

  /// Whether the pipeline can run on the recording.
  public var isRunnable: Bool { !diagnostics.hasErrors }

  /// Whether the pipeline can run on the recording and is not for another sport.
  public var isSuited: Bool { isRunnable && diagnostics.allSatisfy { $0.sport == nil } }

  /// The length of the recording, in s: the longest of its streams, by their headers. Nil if no stream states its
  /// length.
  public var durationS: Double? {
    slots.values.compactMap { expectation -> Double? in
      guard case .present(let facts) = expectation else { return nil }
      return facts.durationS
    }.max()
  }
}

extension Pipeline {
  /// Plans every stage, in order, for a recording. All faults are returned, and nothing is thrown.
  public func plan(_ url: URL) -> RecordingPlan { plan([url]) }

  /// Plans every stage, in order, for the recordings of a session. All faults are returned, and nothing is thrown.
  public func plan(_ urls: [URL]) -> RecordingPlan { plan(urls.map(\.filePath)) }

  /// Plans every stage for the recording at a path, as the public call does.
  package func plan(_ inputPath: String) -> RecordingPlan { plan([inputPath]) }

  /// Plans every stage for the recordings of a session at some paths, as the public call does.
  package func plan(_ inputPaths: [String]) -> RecordingPlan {
    let wanted = stages.reduce(into: Set()) { $0.formUnion($1.reads.values) }
    var context = PlanContext(inputPaths: inputPaths, wanted: wanted)
    for stage in stages { context.plan(stage) }
    context.compareSports(with: self)
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
