import Pipelines
import Submersion

extension DiveStage: ExplainingStage {
  /// `submersion`.
  public var explainedSlot: String { Slot.submersion.name }

  /// The dive at a time, or the nearest one, with the events that opened and closed it and the source of its
  /// temperature.
  public func explanation(at time: Double, reachS: Double, of value: any Sendable) -> StageExplanation? {
    guard let findings = value as? SubmersionFindings else { return nil }
    let told = DiveExplanation(at: time, in: findings)
    guard let dive = told.dive, let index = told.index else {
      return StageExplanation(verdict: "no dive was found", reasons: state(told))
    }
    let distance = max(dive.startTime - time, time - dive.endTime)
    let verdict =
      told.isInside
      ? "dive \(index), \(ExplainedNumber.seconds(time - dive.startTime)) after its start"
      : "in no dive; dive \(index) is \(ExplainedNumber.seconds(distance)) \(time < dive.startTime ? "later" : "earlier")"
    return StageExplanation(verdict: verdict, reasons: state(told) + reasons(dive, told))
  }

  private func state(_ told: DiveExplanation) -> [String] {
    guard let state = told.state else { return ["no measurement holds at the moment"] }
    let own = state.agrees == nil ? "" : ", the recording's own state \(state.ownState.name)"
    return ["state by depth \(state.state.name)\(own)"]
  }

  private func reasons(_ dive: Dive, _ told: DiveExplanation) -> [String] {
    var lines = [
      "start \(ExplainedNumber.clock(dive.startTime)), by \(words(dive.opening.rawValue))",
      "end \(ExplainedNumber.clock(dive.endTime)), by \(words(dive.closing.rawValue)), after "
        + ExplainedNumber.seconds(dive.endTime - dive.startTime),
    ]
    if let depth = dive.maxDepthM { lines.append("largest depth \(ExplainedNumber.text(depth)) m") }
    if let temperature = dive.temperature {
      lines.append(
        "water temperature \(ExplainedNumber.text(temperature.degC)) °C, uncertain by "
          + "\(ExplainedNumber.text(temperature.uncertaintyDegC)) °C, found by \(words(temperature.method.rawValue))")
    }
    if let before = told.surfaceBefore {
      lines.append("at the surface for \(ExplainedNumber.seconds(before.endTime - before.startTime)) before")
    }
    if let after = told.surfaceAfter {
      lines.append("at the surface for \(ExplainedNumber.seconds(after.endTime - after.startTime)) after")
    }
    lines += told.disagreements.map { state in
      "the recording says \(state.ownState.name) from \(ExplainedNumber.clock(state.startTime)) to "
        + "\(ExplainedNumber.clock(state.endTime)), its depth \(state.state.name)"
    }
    if !dive.flags.isEmpty {
      lines.append("flags: " + dive.flags.map(\.rawValue).sorted().map(words).joined(separator: ", "))
    }
    return lines
  }

  private func words(_ name: String) -> String { name.replacing("_", with: " ") }
}
