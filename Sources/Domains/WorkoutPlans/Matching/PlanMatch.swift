/// The steps of a plan as they were found in a recorded workout.
package struct PlanMatch: Hashable, Sendable {
  /// The meaning of a lap of the recording.
  package enum LapMeaning: String, CaseIterable, Hashable, Sendable {
    /// Determined from the recording: if most laps have the length of a step's goal, every step ends with a lap.
    case automatic
    /// The rider advances to the next step; goals end steps by themselves.
    case nextStep = "next_step"
    /// Every step ends with a lap, which the device or the rider made.
    case everyStep = "every_step"
    /// A lap ends only open steps. Laps within other steps are automatic laps of the device, such as one per kilometre.
    case openStep = "open_step"
  }

  /// The result of a step.
  package enum Outcome: String, CaseIterable, Hashable, Sendable {
    /// Its goal was reached; for an open step, a lap or the end of the workout ended it.
    case reached
    /// It ended before its goal.
    case cutShort = "cut_short"
    /// It was done, but the recording does not show whether its goal was reached: an energy, or a distance that is not
    /// recorded.
    case notMeasured = "not_measured"
    /// It was skipped.
    case skipped
    /// The workout ended before it, or within 5 s of its start.
    case notDone = "not_done"
  }

  /// A step of the plan, and its match in the recording.
  package struct Step: Hashable, Sendable {
    /// Its position among the steps of the plan in the order in which they are done, all iterations counted, from 0.
    package var index: Int
    /// The number of times that it was done before: 0 except for a repeated step.
    package var repetition = 0
    /// The step of the plan.
    package var step: PlanMatcher.Step
    /// Its result.
    package var outcome: Outcome
    /// Start and end, s; nil for a step that was not done.
    package var span: ClosedRange<Double>?
    /// Its measurements; nil for a step that was not done.
    package var figures: StepFigures?
    /// Time between reaching the goal and the end of the step, s; nil if the goal was not reached, and for open steps.
    package var overshootS: Double?
    /// The reason for its result, in a sentence.
    package var reason: String

    /// The time that the step took minus the time that the plan allows, s; negative if it was faster. It is nil if the
    /// plan does not state a time or the goal was not reached.
    package var timeOverPlanS: Double? {
      guard outcome == .reached, let planned = step.plannedS, let taken = figures?.timerS else { return nil }
      return taken - (overshootS ?? 0) - planned
    }
  }

  /// The steps by their position in the plan; a repetition follows the first time.
  package var steps: [Step]
  /// The meaning of laps that was used; nil for a plan of one goal, which no lap ends.
  package var lapMeaning: LapMeaning?
  /// The number of automatic laps of the device at a fixed distance, which are ignored.
  package var automaticLapCount = 0
  /// The number of steps of the plan.
  package var plannedCount: Int
  /// The workout after the last step of the plan, s; nil if the plan was not ridden to its end.
  package var riddenOn: ClosedRange<Double>?
  /// Time that counted after the last step, s.
  package var riddenOnS: Double

  static let endedBefore = "the workout ended before it"

  /// The number of steps with an outcome; repeated steps count once.
  package func count(_ outcome: Outcome) -> Int { steps.count { $0.outcome == outcome && $0.repetition == 0 } }
  /// The number of repetitions of steps.
  package var repeatedCount: Int { steps.count { $0.repetition > 0 } }
  /// Fraction of the seconds with an alert and a value in which the value was within the target; nil without such
  /// seconds.
  package var compliance: Double? {
    let held = steps.compactMap(\.figures?.compliance)
    let seconds = held.reduce(0) { $0 + $1.seconds }
    return seconds > 0 ? Double(held.reduce(0) { $0 + $1.within }) / Double(seconds) : nil
  }
}

/// The measurements during a step; nil for missing streams.
package struct StepFigures: Hashable, Sendable {
  /// Time that counted, s.
  package var timerS: Double
  /// Distance covered, m.
  package var distanceM: Double?
  /// The means of the seconds with a value.
  package var means: [RecordedRide.Quantity: Double]
  /// The target range of the alert; nil without an alert, or if the bounds of its zone are not known.
  package var target: Target?
  /// How well the target was kept.
  package var compliance: Compliance?

  /// The target range of a quantity.
  package struct Target: Hashable, Sendable {
    /// The quantity.
    package var quantity: RecordedRide.Quantity
    /// The lowest value, in the quantity's unit.
    package var low: Double
    /// The highest value; nil without an upper bound.
    package var high: Double?
  }

  /// The number of seconds with a value, and the number of seconds within the target.
  package struct Compliance: Hashable, Sendable {
    /// Seconds with a value.
    package var seconds: Int
    /// Seconds with a value within the target.
    package var within: Int
    /// The fraction within the target.
    package var fraction: Double { Double(within) / Double(seconds) }
  }
}
