import SPBasics

/// A stage that can explain its results at a time of a recording without other stages.
package protocol ExplainingStage: Stage {
  /// The name of the slot that the stage writes and explains.
  var explainedSlot: String { get }

  /// Explains a time: the verdict in one line, and the reasons for it.
  ///
  /// - Parameters:
  ///   - time: The time, in s on the recording's clock.
  ///   - reachS: How far around the time to look, in s.
  ///   - value: The value that the stage wrote to `explainedSlot`.
  /// - Returns: nil for a value of another stage.
  func explanation(at time: Double, reachS: Double, of value: any Sendable) -> StageExplanation?
}

/// The explanation of a time.
package struct StageExplanation: Hashable, Sendable {
  /// The decision, in one line.
  package var verdict: String
  /// The reasons, one line each.
  package var reasons: [String]
  /// The reasons in a few lines, for a picture that shows the remaining facts.
  package var notes: [String]
  /// The explanation for programs; empty if programs should get the lines.
  package var facts: [JSONValue.Member]

  package init(verdict: String, reasons: [String], notes: [String] = [], facts: [JSONValue.Member] = []) {
    self.verdict = verdict
    self.reasons = reasons
    self.notes = notes
    self.facts = facts
  }
}

extension Pipeline {
  /// Whether the stages explain times of a recording, but not single events.
  public var explainsTimesOnly: Bool { stages.contains { $0.stage is any ExplainingStage } }

  /// Runs the stages up to the last stage that can explain its results, and asks each such stage.
  ///
  /// - Parameters:
  ///   - plan: The plan for the recording.
  ///   - time: The time, in s on the recording's clock.
  ///   - reachS: How far around the time to look, in s.
  /// - Throws: the errors of running the pipeline.
  package func explanations(
    of plan: RecordingPlan, at time: Double, reachS: Double
  ) throws -> [StageExplanation] {
    let asked = stages.compactMap { stage in
      (stage.stage as? any ExplainingStage).map {
        (stage: $0, slot: SlotReference(stageID: stage.id, slot: $0.explainedSlot))
      }
    }
    guard let last = stages.lastIndex(where: { $0.stage is any ExplainingStage }) else { return [] }
    let result = try stages(through: last).run(plan, keeping: Set(asked.map(\.slot)))
    return asked.compactMap { asked in
      result.kept[asked.slot].flatMap { asked.stage.explanation(at: time, reachS: reachS, of: $0) }
    }
  }
}
