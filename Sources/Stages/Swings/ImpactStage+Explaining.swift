import Pipelines

extension ImpactStage: EventExplainingStage {
  /// `impacts` and `weak_impacts`.
  public var explainedSlots: [String] { [Slot.impacts.name, Slot.weakImpacts.name] }

  /// Adds the axis of the impacts and their threshold.
  public func describe(in evidence: inout SwingEvidence) {
    evidence.impactAxis = axis
    evidence.impactThresholdG = thresholdG
  }

  /// Adds the impacts.
  public func add(_ results: StageResults, to evidence: inout SwingEvidence) {
    if let impacts = results[.impacts] { evidence.findings.impacts = impacts }
    if let weak = results[.weakImpacts] { evidence.findings.weak = weak }
  }
}
