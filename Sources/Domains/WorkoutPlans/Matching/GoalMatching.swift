import SPSignals

/// Matches the steps one after another, like a device that follows the plan: a goal or a lap ends a step.
struct GoalMatching {
  private let measuring: StepMeasuring
  private let planned: [PlanMatcher.Step]
  private let laps: PlanMatch.LapMeaning?
  private var found: [PlanMatch.Step] = []
  private var time: Double

  init(_ measuring: StepMeasuring, _ steps: [PlanMatcher.Step], laps: PlanMatch.LapMeaning?) {
    self.measuring = measuring
    self.laps = laps
    planned = steps
    time = measuring.ride.start
  }

  var match: PlanMatch {
    let end = measuring.ride.end
    let isOver = found.allSatisfy { $0.outcome != .notDone } && time < end
    let timer = measuring.progress.timerS(at: end) - measuring.progress.timerS(at: time)
    return PlanMatch(
      steps: found, lapMeaning: laps, plannedCount: planned.count, riddenOn: isOver ? time...end : nil,
      riddenOnS: isOver ? timer : 0)
  }

  mutating func run() {
    // A lap at the goal of the previous step is already accounted for.
    var isAfterGoal = false
    for (index, step) in planned.enumerated() {
      guard time < measuring.ride.end else {
        found.append(
          PlanMatch.Step(index: index, step: step, outcome: .notDone, reason: PlanMatch.endedBefore))
        continue
      }
      let first = time + (isAfterGoal ? PlanMatcher.nearS : 0)
      let laps = measuring.ride.laps
      let place = partitionPoint(laps.indices) { laps[$0] <= first }
      let lap = laps[place...].first { $0 < measuring.ride.end }
      isAfterGoal = take(step, index, lap: lap)
    }
  }

  /// - Returns: whether its goal ended it.
  private mutating func take(_ step: PlanMatcher.Step, _ index: Int, lap: Double?) -> Bool {
    let goal = measuring.progress.time(of: step.goal, from: time)
    let last = measuring.ride.end
    let isOpen = step.goal == .open
    let lack = measuring.progress.lack(for: step.goal)
    if let goal, lap.map({ goal <= $0 + PlanMatcher.nearS }) ?? true || laps == .openStep {
      add(step, index, to: goal, .reached, measuring.reached(step, from: time, at: goal), overshootS: 0)
      return true
    }
    if let lap, isOpen || lack != nil || laps != .openStep {
      let isSkip = lap - time <= PlanMatcher.longestSkipS && !isOpen
      let (outcome, reason) = StepMeasuring.ending(step, lack: lack, by: "a lap ended")
      add(step, index, to: lap, isSkip ? .skipped : outcome, reason)
    } else if last - time <= PlanMatcher.longestSkipS, index > 0 {
      found.append(PlanMatch.Step(index: index, step: step, outcome: .notDone, reason: PlanMatch.endedBefore))
      time = last
    } else {
      let (outcome, reason) = StepMeasuring.ending(step, lack: lack, by: "the workout's end ended")
      add(step, index, to: last, outcome, reason)
    }
    return false
  }

  private mutating func add(
    _ step: PlanMatcher.Step, _ index: Int, to end: Double, _ outcome: PlanMatch.Outcome, _ reason: String,
    overshootS: Double? = nil
  ) {
    let span = time...max(time, end)
    found.append(
      PlanMatch.Step(
        index: index, step: step, outcome: outcome, span: span, figures: measuring.figures(span, step.alert),
        overshootS: overshootS, reason: reason))
    time = span.upperBound
  }
}
