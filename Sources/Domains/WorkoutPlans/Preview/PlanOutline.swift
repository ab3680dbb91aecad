/// A plan as bars over time, from which its picture is drawn.
package struct PlanOutline: Hashable, Sendable {
  /// One step.
  package struct Bar: Hashable, Sendable {
    /// The kind of a bar, which determines its colour.
    package enum Role: Hashable, Sendable {
      /// The warm-up.
      case warmup
      /// Effort.
      case work
      /// Rest after an effort.
      case recovery
      /// The cooldown.
      case cooldown
      /// Swimming, of swim, bike, run.
      case swimming
      /// Cycling, of swim, bike, run.
      case cycling
      /// Running, of swim, bike, run.
      case running

      /// Whether it is one of the activities of swim, bike, run, with a transition to the next.
      package var isLeg: Bool { self == .swimming || self == .cycling || self == .running }
    }

    /// Its kind.
    package var role: Role
    /// When it begins, in s after the start of the plan.
    package var startS: Double
    /// Its length as drawn, in s.
    package var durationS: Double
    /// How its end is determined.
    package var ending: Ending
    /// How hard the step is, from 0 to 1: the lower and upper end of its target.
    package var effort: ClosedRange<Double>
    /// The goal in words.
    package var goal: String
    /// The alert in words; empty without an alert.
    package var alert: String
  }

  /// How the end of a step is determined.
  package enum Ending: Hashable, Sendable {
    /// By a time of the plan.
    case planned
    /// By a distance at an estimated speed.
    case estimated
    /// Unknown: the bar has a fixed length.
    case open
  }

  /// Bars that are repeated.
  package struct Repetition: Hashable, Sendable {
    /// How many times.
    package var iterations: Int
    /// When the first bar begins and the last bar ends, in s after the start of the plan.
    package var spanS: ClosedRange<Double>
  }

  /// The bars in their order.
  package private(set) var bars: [Bar] = []
  /// The blocks that are repeated.
  package private(set) var repetitions: [Repetition] = []
  /// The number of steps without a bar, if there are too many.
  package private(set) var omittedSteps = 0.0
  /// Whether the lengths of bars are meaningful.
  package private(set) var hasTimes = true

  /// The end of the last bar, in s.
  package var endS: Double { bars.last.map { $0.startS + $0.durationS } ?? 0 }

  /// The largest number of bars.
  package static let mostBars = 2000

  /// Outlines a plan.
  package init(_ plan: WorkoutPlan, units: PlanUnits = .written) {
    var words = PlanWords(units: units)
    switch plan.workout {
    case .singleGoal(let workout):
      words.isSwim = workout.activity == .swimming
      let seconds = PlanTotals.estimatedS(workout.goal, nil, workout.activity)
      append(.work, seconds, isDistance: workout.goal.isDistance, 0.7...0.7, words.text(workout.goal), "")
      hasTimes = seconds != nil
    case .pacer(let workout):
      let speed = Measure(workout.speedMetresPerSecond, SpeedUnit.metresPerSecond)
      let isMiles = units == .imperial || (units == .written && [.mi, .yd, .ft].contains(workout.distance.unit))
      append(
        .work, workout.time.base, isDistance: false, 0.7...0.7,
        "\(words.text(workout.distance)) in \(words.text(workout.time))",
        words.text(speed.converted(to: isMiles ? .minutesPerMile : .minutesPerKilometre)))
    case .swimBikeRun(let workout):
      hasTimes = false
      for leg in workout.legs {
        let role: Bar.Role =
          switch leg {
          case .swimming: .swimming
          case .cycling: .cycling
          case .running: .running
          }
        append(role, nil, isDistance: false, 0.7...0.7, leg.activity.support.title, leg.location.words)
      }
    case .custom(let workout):
      self.custom(workout, words)
    }
  }

  private mutating func custom(_ workout: CustomWorkout, _ words: PlanWords) {
    let efforts = PlanEfforts(workout)
    let steps = workout.stepsInOrder(limit: Self.mostBars)
    omittedSteps = workout.stepCount - Double(steps.count)
    var blocks: [Int: ClosedRange<Double>] = [:]
    for placed in steps {
      let role: Bar.Role =
        switch placed.part {
        case .warmup: .warmup
        case .cooldown: .cooldown
        case .block(_, _, _, let purpose): purpose == .work ? .work : .recovery
        }
      let goal = SingleGoal(placed.step.goal)
      append(
        role, PlanTotals.estimatedS(goal, placed.step.alert, workout.activity), isDistance: goal.isDistance,
        efforts.effort(of: placed.step.alert, role), words.text(goal), placed.step.alert.map(words.text) ?? "")
      guard case .block(let block, _, _, _) = placed.part, let bar = bars.last else { continue }
      blocks[block] = (blocks[block]?.lowerBound ?? bar.startS)...endS
    }
    repetitions = workout.blocks.enumerated().compactMap { index, block in
      guard block.iterations > 1, let span = blocks[index] else { return nil }
      return Repetition(iterations: block.iterations, spanS: span)
    }
    hasTimes = bars.contains { $0.ending != .open }
  }

  private mutating func append(
    _ role: Bar.Role, _ seconds: Double?, isDistance: Bool, _ effort: ClosedRange<Double>, _ goal: String,
    _ alert: String
  ) {
    bars.append(
      Bar(
        role: role, startS: endS, durationS: seconds ?? Self.openS,
        ending: seconds == nil ? .open : isDistance ? .estimated : .planned, effort: effort, goal: goal, alert: alert))
  }

  /// The length of the bar of a step with unknown duration, in s.
  static let openS = 300.0
}

extension SingleGoal {
  fileprivate var isDistance: Bool { if case .distance = self { true } else { false } }
}

/// How hard steps are, from 0 to 1, for pictures only. Zones count by their middle, powers and speeds relative to the
/// plan's largest, and steps without a target by their purpose.
struct PlanEfforts {
  private var largestPower = 0.0
  private var largestSpeed = 0.0

  init(_ workout: CustomWorkout) {
    let steps = [workout.warmup, workout.cooldown].compactMap(\.self) + workout.blocks.flatMap { $0.steps.map(\.step) }
    for step in steps {
      switch step.alert?.target {
      case .powerRange(let range): largestPower = max(largestPower, range.base.upperBound)
      case .powerThreshold(let value): largestPower = max(largestPower, value.base)
      case .speedRange(let range): largestSpeed = max(largestSpeed, range.base.upperBound)
      case .speedThreshold(let value): largestSpeed = max(largestSpeed, value.base)
      default: break
      }
    }
  }

  func effort(of alert: StepAlert?, _ role: PlanOutline.Bar.Role) -> ClosedRange<Double> {
    let usual =
      switch role {
      case .warmup: 0.45
      case .work: 0.75
      case .recovery: 0.35
      case .cooldown: 0.4
      case .swimming, .cycling, .running: 0.7
      }
    switch alert?.target {
    case .heartRateZone(let zone):
      let top = 0.16 + 0.16 * Double(min(max(zone, 1), 5))
      return top...top
    case .powerZone(let zone):
      let top = 0.15 + 0.115 * Double(min(max(zone, 1), 7))
      return top...top
    case .heartRateRange(let range): return Self.fraction(range.base, of: 200, top: 1)
    case .powerRange(let range): return Self.fraction(range.base, of: largestPower, top: 0.95)
    case .powerThreshold(let value): return Self.fraction(value.base...value.base, of: largestPower, top: 0.95)
    case .speedRange(let range): return Self.fraction(range.base, of: largestSpeed, top: 0.8)
    case .speedThreshold(let value): return Self.fraction(value.base...value.base, of: largestSpeed, top: 0.8)
    case .cadenceRange, .cadenceThreshold, nil: return usual...usual
    }
  }

  /// A fraction of the largest value; values too low to be seen are drawn with a minimum.
  private static func fraction(_ range: ClosedRange<Double>, of largest: Double, top: Double) -> ClosedRange<Double> {
    func part(_ value: Double) -> Double { min(max(top * value / largest, 0.05), 1) }
    return part(range.lowerBound)...max(part(range.lowerBound), part(range.upperBound))
  }
}
