import Pipelines

extension HighPassFilter: EventExplainingStage {
  /// `acceleration`.
  public var explainedSlots: [String] { [Slot.acceleration.name] }

  /// Adds the filtered acceleration.
  public func add(_ results: StageResults, to evidence: inout SwingEvidence) {
    if let filtered = results[.acceleration] { evidence.filtered = filtered }
  }
}
