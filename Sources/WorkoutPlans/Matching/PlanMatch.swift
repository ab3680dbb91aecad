/// The steps of a plan as they were found in a recorded workout.
public struct PlanMatch: Hashable, Sendable {
  /// The meaning of a lap of the recording.
  public enum LapMeaning: String, CaseIterable, Hashable, Sendable {
    /// The recording tells: where most laps have the length of a step's goal, every step ends with one.
    case automatic
    /// The rider went on to the next step; goals end steps by themselves.
    case nextStep = "next_step"
    /// Every step ends with a lap, which the device or the rider made.
    case everyStep = "every_step"
    /// It ends open steps only: laps within other steps are the device's own, as one a kilometre.
    case openStep = "open_step"
  }

  /// The result of a step.
  public enum Outcome: String, CaseIterable, Hashable, Sendable {
    /// Its goal was reached; an open step was ended by a lap or with the workout.
    case reached
    /// It ended before its goal.
    case cutShort = "cut_short"
    /// It was done, and nothing in the recording tells whether its goal was reached: energy, or a distance without any.
    case notMeasured = "not_measured"
    /// It was passed over.
    case skipped
    /// The workout ended before it, or within 5 s of its start.
    case notDone = "not_done"
  }

  /// A step of the plan, and what was found of it.
  public struct Step: Hashable, Sendable {
    /// Its place among the steps of the plan as they are done, all iterations counted, from 0.
    public var index: Int
    /// How often it was done before: 0, but for a step that was repeated.
    public var repetition = 0
    /// Which step of the plan it is.
    public var step: PlanMatcher.Step
    /// Its result.
    public var outcome: Outcome
    /// Start and end, s; nil for a step that was not done.
    public var span: ClosedRange<Double>?
    /// Its measurements; nil for a step that was not done.
    public var figures: StepFigures?
    /// Time between reaching the goal and the end of the step, s; nil where the goal was not reached, and for open steps.
    public var overshootS: Double?
    /// Why it is so, in a sentence.
    public var reason: String

    /// The time that it took less what the plan allows for it, s: below 0 for one that was faster; nil where the plan states
    /// no time or the goal was not reached.
    public var timeOverPlanS: Double? {
      guard outcome == .reached, let planned = step.plannedS, let taken = figures?.timerS else { return nil }
      return taken - (overshootS ?? 0) - planned
    }
  }

  /// The steps: by their place in the plan, a repeated one behind its first time.
  public var steps: [Step]
  /// How laps were taken; nil for a plan of one goal, which no lap ends.
  public var lapMeaning: LapMeaning?
  /// How many laps the device made by itself, one each so far, which mean nothing for the plan.
  public var automaticLapCount = 0
  /// How many steps the plan has.
  public var plannedCount: Int
  /// The workout after the last step of the plan, s; nil where the plan was not ridden to its end.
  public var riddenOn: ClosedRange<Double>?
  /// Time that counted after the last step, s.
  public var riddenOnS: Double

  static let endedBefore = "the workout ended before it"

  /// How many steps came to an outcome, those that were repeated counted once.
  public func count(_ outcome: Outcome) -> Int { steps.count { $0.outcome == outcome && $0.repetition == 0 } }
  /// How many times a step was done again.
  public var repeatedCount: Int { steps.count { $0.repetition > 0 } }
  /// Fraction of the seconds with an alert and a value in which the value was within the target; nil for none.
  public var compliance: Double? {
    let held = steps.compactMap(\.figures?.compliance)
    let seconds = held.reduce(0) { $0 + $1.seconds }
    return seconds > 0 ? Double(held.reduce(0) { $0 + $1.within }) / Double(seconds) : nil
  }
}

/// The measurements during a step; nil for missing streams.
public struct StepFigures: Hashable, Sendable {
  /// Time that counted, s.
  public var timerS: Double
  /// Distance in it, m.
  public var distanceM: Double?
  /// The means of the seconds with a value.
  public var means: [RecordedRide.Quantity: Double]
  /// The range that the alert asks for; nil without an alert, or where the ends of its zone are not known.
  public var target: Target?
  /// How the alert was kept to.
  public var compliance: Compliance?

  /// A range of a quantity that is to be kept to.
  public struct Target: Hashable, Sendable {
    /// The target.
    public var quantity: RecordedRide.Quantity
    /// The lowest value, in the quantity's unit.
    public var low: Double
    /// The highest value; nil where more is as good.
    public var high: Double?
  }

  /// How many seconds have a value, and in how many of them it was within the target.
  public struct Compliance: Hashable, Sendable {
    /// Seconds with a value.
    public var seconds: Int
    /// Those within the target.
    public var within: Int
    /// The fraction of them.
    public var fraction: Double { Double(within) / Double(seconds) }
  }
}
