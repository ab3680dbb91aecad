/// A stage that takes part in finding events. Each event can be explained.
///
/// Several stages decide what happens to an event. So all of these stages add to the same evidence, and the
/// explanations are made from that evidence.
package protocol EventExplainingStage<Evidence>: Stage {
  /// The evidence from which explanations are made.
  associatedtype Evidence: EventEvidence

  /// The names of the slots that the stage writes and adds to the evidence.
  var explainedSlots: [String] { get }

  /// Adds facts from the stage's options, which do not need a run.
  func describe(in evidence: inout Evidence)

  /// Adds the values that the stage wrote in a run.
  /// - Throws: the errors of deriving signals from the values.
  func add(_ results: StageResults, to evidence: inout Evidence) throws
}

extension EventExplainingStage {
  /// Adds nothing.
  package func describe(in evidence: inout Evidence) {}
}

/// The findings of a pipeline's stages in one recording, and the signals in which they were found.
package protocol EventEvidence: Sendable {
  /// Evidence without any findings.
  init(recordingID: String)

  /// Identifier of the recording.
  var recordingID: String { get }
  /// The time at which the recording starts on its clock, in s; nil if unknown.
  var startTime: Double? { get }
  /// The time from the first sample to the last, in s on the recording's clock; nil without samples.
  var extent: ClosedRange<Double>? { get }

  /// The time of an event by its position in the table of events, in s on the recording's clock.
  /// - Throws: `NoSuchEvent`, with the range of positions.
  func time(ofEvent index: Int) throws -> Double

  /// Explains a time.
  ///
  /// - Parameters:
  ///   - time: The time, in s on the recording's clock.
  ///   - reachS: How far around the time to look, in s.
  /// - Throws: `NoSuchEvent` for a time outside of the recording; the errors of reading the signals.
  func explanation(at time: Double, reachS: Double) throws -> StageExplanation
}

/// An error for an event that was not found, or a time outside of the recording.
package struct NoSuchEvent: Error, Hashable, Sendable, CustomStringConvertible {
  /// The requested event or time, and the existing events or times.
  package let description: String

  package init(description: String) { self.description = description }
}

/// The values that a stage wrote in a run. A value is missing if a later stage of the pipeline replaced it.
package struct StageResults: Sendable {
  let result: RunResult
  let stageID: String

  /// The value of a slot. Nil if the stage did not write it, or a later stage wrote a slot of the same name.
  package subscript<Value>(_ slot: Slot<Value>) -> Value? { result.value(slot, from: stageID) }

  /// The stage's note around the moment that the run should explain.
  package func momentNote<Value>(_ slot: String) -> Value? {
    result.momentNotes[SlotReference(stageID: stageID, slot: slot)] as? Value
  }
}

extension Pipeline {
  /// The evidence from the stages' options, without a run.
  /// - Parameter kind: The kind of evidence.
  package func evidence<Evidence: EventEvidence>(_ kind: Evidence.Type = Evidence.self) -> Evidence {
    evidence(about: "")
  }

  /// Runs the pipeline up to the last stage that adds evidence, without writing files, and collects the evidence.
  ///
  /// - Parameters:
  ///   - kind: The kind of evidence.
  ///   - path: The recording.
  ///   - times: The times around a moment to explain, in s on the recording's clock; nil for none.
  /// - Throws: the errors of planning and running the pipeline, and of deriving signals.
  package func evidence<Evidence: EventEvidence>(
    _ kind: Evidence.Type = Evidence.self, in path: String, around times: ClosedRange<Double>? = nil
  ) throws -> Evidence {
    guard let last = stages.lastIndex(where: { $0.stage is any EventExplainingStage<Evidence> }) else {
      return evidence(about: path)
    }
    let asked = stages(through: last)
    let read = Set(asked.stages.flatMap(\.reads.values))
    let plan = asked.plan(try asked.sessionPaths(around: path))
    let slots = asked.stages.flatMap { stage -> [SlotReference] in
      let names = (stage.stage as? any EventExplainingStage<Evidence>)?.explainedSlots ?? []
      return names.compactMap { asked.lastWriter(of: $0) }.filter {
        // Of a session's devices, only devices whose streams a stage takes are relevant.
        $0.stageID == stage.id && ($0.device == nil || read.contains($0))
      }
    }
    var environment = RunEnvironment()
    environment.explainedTimes = times
    let result = try asked.run(plan, environment: environment, keeping: Set(slots))
    var evidence: Evidence = asked.evidence(about: plan.recordingID ?? path)
    for stage in asked.stages {
      guard let explaining = stage.stage as? any EventExplainingStage<Evidence> else { continue }
      try explaining.add(StageResults(result: result, stageID: stage.id), to: &evidence)
    }
    return evidence
  }

  /// The evidence about the events in a recording. If stages find different kinds of events, it is about the kind of
  /// the last stage. Nil if no stage takes part.
  ///
  /// - Parameters:
  ///   - path: The recording.
  ///   - times: The times around a moment to explain, in s on the recording's clock; nil for none.
  /// - Throws: the errors of planning and running the pipeline, and of deriving signals.
  package func events(in path: String, around times: ClosedRange<Double>? = nil) throws -> (any EventEvidence)? {
    func evidence<Asked: EventExplainingStage>(like stage: Asked) throws -> any EventEvidence {
      try self.evidence(Asked.Evidence.self, in: path, around: times)
    }
    let last = stages.lazy.compactMap { $0.stage as? any EventExplainingStage }.last
    return try last.map { try evidence(like: $0) }
  }

  private func evidence<Evidence: EventEvidence>(about recordingID: String) -> Evidence {
    var evidence = Evidence(recordingID: recordingID)
    for stage in stages { (stage.stage as? any EventExplainingStage<Evidence>)?.describe(in: &evidence) }
    return evidence
  }
}
