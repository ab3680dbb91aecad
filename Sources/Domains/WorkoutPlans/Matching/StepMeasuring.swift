/// Measures stretches of a ride.
struct StepMeasuring {
  let ride: RecordedRide
  let progress: RideProgress

  func figures(_ span: ClosedRange<Double>, _ alert: StepAlert?) -> StepFigures {
    var means: [RecordedRide.Quantity: Double] = [:]
    for quantity in RecordedRide.Quantity.allCases {
      let values = values(quantity, span).filter { !$0.isNaN }
      if !values.isEmpty { means[quantity] = values.reduce(0, +) / Double(values.count) }
    }
    let from = progress.metres(at: span.lowerBound)
    let to = progress.metres(at: span.upperBound)
    return StepFigures(
      timerS: progress.timerS(at: span.upperBound) - progress.timerS(at: span.lowerBound),
      distanceM: from.flatMap { from in to.map { $0 - from } }, means: means,
      target: alert.flatMap { target($0.target) }.map { StepFigures.Target(quantity: $0, low: $1.low, high: $1.high) },
      compliance: alert.flatMap { compliance($0, span) })
  }

  /// The sentence that a goal was reached, compared with the time that the plan allows.
  func reached(_ step: PlanMatcher.Step, from start: Double, at goal: Double) -> String {
    guard let planned = step.plannedS else { return "\(step.goalText) reached" }
    let taken = progress.timerS(at: goal) - progress.timerS(at: start)
    let off = (taken - planned).rounded()
    let compared =
      off == 0
      ? "the plan's time"
      : "\(PlanWords.duration(abs(off))) \(off < 0 ? "under" : "over") the plan's \(PlanWords.duration(planned))"
    return "\(step.distanceText) reached in \(PlanWords.duration(taken.rounded())), \(compared)"
  }

  /// The result of a step that its goal did not end, with the reason.
  static func ending(
    _ step: PlanMatcher.Step, lack: String?, by what: String
  ) -> (outcome: PlanMatch.Outcome, reason: String) {
    if step.goal == .open { return (.reached, "\(what) the open step") }
    if let lack { return (.notMeasured, "\(what) it; \(lack), so that nobody can tell \(step.goalText)") }
    return (.cutShort, "\(what) it before its goal, \(step.goalText)")
  }

  /// How well an alert's target was kept; nil if its quantity was not measured, or the bounds of its zone are not
  /// known.
  func compliance(_ alert: StepAlert, _ span: ClosedRange<Double>) -> StepFigures.Compliance? {
    guard let (quantity, bounds) = target(alert.target) else { return nil }
    var compliance = StepFigures.Compliance(seconds: 0, within: 0)
    var sum = 0.0
    for value in values(quantity, span) where !value.isNaN {
      compliance.seconds += 1
      sum += value
      let held = alert.metric == .current ? value : sum / Double(compliance.seconds)
      if bounds.contains(held) { compliance.within += 1 }
    }
    return compliance.seconds > 0 ? compliance : nil
  }

  /// The values of the seconds whose middle is within a stretch.
  private func values(_ quantity: RecordedRide.Quantity, _ span: ClosedRange<Double>) -> ArraySlice<Double> {
    guard let values = ride.seconds[quantity] else { return [] }
    func place(_ time: Double) -> Int {
      Int(max(0, min(Double(values.count), (time - ride.secondsStart - 0.5).rounded(.up))))
    }
    return values[place(span.lowerBound)..<max(place(span.lowerBound), place(span.upperBound))]
  }

  /// The values within a target.
  private struct Bounds {
    var low: Double
    /// Nil without an upper bound.
    var high: Double?
    /// Whether the upper end belongs to the target: the upper end of a zone belongs to the next zone.
    var hasUpperEnd = true

    init(_ range: ClosedRange<Double>) { (low, high) = (range.lowerBound, range.upperBound) }
    init(from low: Double) { self.low = low }
    init(zone: Range<Double>) {
      low = zone.lowerBound
      high = zone.upperBound.isFinite ? zone.upperBound : nil
      hasUpperEnd = false
    }

    func contains(_ value: Double) -> Bool {
      guard let high else { return value >= low }
      return value >= low && (value < high || hasUpperEnd && value == high)
    }
  }

  /// The quantity of an alert, and its target; a threshold is a value to be reached.
  private func target(_ target: StepAlert.Target) -> (RecordedRide.Quantity, Bounds)? {
    switch target {
    case .heartRateRange(let range): (.heartRate, Bounds(range.base))
    case .heartRateZone(let zone): ride.heartRateZones[zone].map { (.heartRate, Bounds(zone: $0)) }
    case .powerRange(let range): (.power, Bounds(range.base))
    case .powerThreshold(let value): (.power, Bounds(from: value.base))
    case .powerZone(let zone): ride.powerZones[zone].map { (.power, Bounds(zone: $0)) }
    case .speedRange(let range): (.speed, Bounds(range.base))
    case .speedThreshold(let value): (.speed, Bounds(from: value.base))
    case .cadenceRange(let range): (.cadence, Bounds(range.base))
    case .cadenceThreshold(let value): (.cadence, Bounds(from: value.base))
    }
  }
}
