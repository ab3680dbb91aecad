import Pipelines
import Swings

extension SwingStartStage: EventExplainingStage {
  /// `swings` and `rejected`.
  public var explainedSlots: [String] { SwingEvidence.slotsOfSwings }

  /// Adds the swings with an impact, and the rejected impacts.
  public func add(_ results: StageResults, to evidence: inout SwingEvidence) { evidence.addSwings(results) }
}

extension AirSwingStage: EventExplainingStage {
  /// `swings` and `rejected`.
  public var explainedSlots: [String] { SwingEvidence.slotsOfSwings }

  /// Adds all swings, and the rejected candidates.
  public func add(_ results: StageResults, to evidence: inout SwingEvidence) { evidence.addSwings(results) }
}

extension HitMissStage: EventExplainingStage {
  /// `labelled_swings` and `rejected`.
  public var explainedSlots: [String] { [Slot.labelledSwings.name, Slot.rejected.name] }

  /// Adds the swings with their labels, and the rejected candidates.
  public func add(_ results: StageResults, to evidence: inout SwingEvidence) {
    let found = evidence.findings
    evidence.findings = .init(
      impacts: found.impacts, weak: found.weak, swings: found.swings, labelled: results[.labelledSwings],
      rejected: results[.rejected] ?? found.rejected)
  }
}

extension SwingEvidence {
  fileprivate static let slotsOfSwings = [Slot.swings.name, Slot.rejected.name]

  fileprivate mutating func addSwings(_ results: StageResults) {
    if let swings = results[.swings] { findings.swings = swings }
    if let rejected = results[.rejected] { findings.rejected = rejected }
  }
}
