/// A stage that can tell what it made of a moment of a recording, and why.
public protocol ExplainingStage: Stage {
  /// The name of the slot that it writes and explains from.
  var explainedSlot: String { get }

  /// What was made of a moment: the verdict in a line, and below it what led to it.
  ///
  /// - Parameters:
  ///   - time: the moment, in s on the recording's clock.
  ///   - reachS: how far around it to look, in s.
  ///   - value: what the stage wrote to ``explainedSlot``.
  /// - Returns: nothing for a value that is not the stage's own.
  func explanation(at time: Double, reachS: Double, of value: any Sendable) -> StageExplanation?
}

/// What a stage made of a moment, in words.
public struct StageExplanation: Hashable, Sendable {
  /// What was decided, in a line.
  public var verdict: String
  /// Why, a line each.
  public var reasons: [String]

  /// Gathers the words.
  public init(verdict: String, reasons: [String]) {
    self.verdict = verdict
    self.reasons = reasons
  }
}

extension Pipeline {
  /// Whether any of its stages can tell what it made of a moment.
  public var explains: Bool { stages.contains { $0.stage is any ExplainingStage } }

  /// Runs the stages up to the last that can tell what it made of a moment, and asks each of them.
  ///
  /// - Parameters:
  ///   - plan: the recording.
  ///   - time: the moment, in s on the recording's clock, made of the run's result where it is counted from elsewhere.
  ///   - reachS: how far around it to look, in s.
  /// - Throws: what running the pipeline throws.
  public func explanations(
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
