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
      target: alert.flatMap { target($0.target) }.map { quantity, range in
        StepFigures.Target(
          quantity: quantity, low: range.lowerBound, high: range.upperBound.isFinite ? range.upperBound : nil)
      },
      compliance: alert.flatMap { compliance($0, span) })
  }

  /// That a goal was reached, and how that compares with the time that the plan allows for it.
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

  /// What became of a step that something else than its goal ended, and why it is so.
  static func ending(
    _ step: PlanMatcher.Step, lack: String?, by what: String
  ) -> (outcome: PlanMatch.Outcome, reason: String) {
    if step.goal == .open { return (.reached, "\(what) the open step") }
    if let lack { return (.notMeasured, "\(what) it; \(lack), so that nobody can tell \(step.goalText)") }
    return (.cutShort, "\(what) it before its goal, \(step.goalText)")
  }

  /// How an alert is kept to; nil where its quantity was not measured, or the ends of its zone are not known.
  func compliance(_ alert: StepAlert, _ span: ClosedRange<Double>) -> StepFigures.Compliance? {
    guard let (quantity, target) = target(alert.target) else { return nil }
    var compliance = StepFigures.Compliance(seconds: 0, within: 0)
    var sum = 0.0
    for value in values(quantity, span) where !value.isNaN {
      compliance.seconds += 1
      sum += value
      let held = alert.metric == .current ? value : sum / Double(compliance.seconds)
      if target.contains(held) { compliance.within += 1 }
    }
    return compliance.seconds > 0 ? compliance : nil
  }

  /// The seconds whose middle lies within a stretch.
  private func values(_ quantity: RecordedRide.Quantity, _ span: ClosedRange<Double>) -> ArraySlice<Double> {
    guard let values = ride.seconds[quantity] else { return [] }
    func place(_ time: Double) -> Int {
      Int(max(0, min(Double(values.count), (time - ride.secondsStart - 0.5).rounded(.up))))
    }
    return values[place(span.lowerBound)..<max(place(span.lowerBound), place(span.upperBound))]
  }

  /// What an alert is on, and the values within its target; a threshold is to be reached.
  private func target(_ target: StepAlert.Target) -> (RecordedRide.Quantity, ClosedRange<Double>)? {
    switch target {
    case .heartRateRange(let range): (.heartRate, range.base)
    case .heartRateZone(let zone):
      ride.heartRateZones[zone].map { (.heartRate, $0.lowerBound...$0.upperBound.nextDown) }
    case .powerRange(let range): (.power, range.base)
    case .powerThreshold(let value): (.power, value.base...(.infinity))
    case .powerZone(let zone): ride.powerZones[zone].map { (.power, $0.lowerBound...$0.upperBound.nextDown) }
    case .speedRange(let range): (.speed, range.base)
    case .speedThreshold(let value): (.speed, value.base...(.infinity))
    case .cadenceRange(let range): (.cadence, range.base)
    case .cadenceThreshold(let value): (.cadence, value.base...(.infinity))
    }
  }
}
