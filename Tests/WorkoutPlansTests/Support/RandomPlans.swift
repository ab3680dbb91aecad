import SPWorkoutPlans
import TestSupport

/// Plans of all kinds that make sense, with every goal, alert and unit.
struct RandomPlans {
  private var source: SeededGenerator
  private var isWild = false

  init(seed: UInt64) { source = SeededGenerator(seed: seed) }

  mutating func next() -> WorkoutPlan {
    let notes = chance(0.2) ? text() : nil
    var extensions: [PlanExtension] = []
    while chance(0.1) {
      let bytes = (0..<Int.random(in: 0..<20, using: &source)).map { _ in UInt8.random(in: 0...255, using: &source) }
      if let part = PlanExtension(tag: 2 * Int.random(in: 2..<500_000, using: &source) + 1, bytes: bytes) {
        extensions.append(part)
      }
    }
    return WorkoutPlan(text(), notes: notes, workout(), extensions: extensions)
  }

  private mutating func workout() -> Workout {
    switch Int.random(in: 0..<6, using: &source) {
    case 0:
      let (activity, location) = place(.singleGoal)
      return .singleGoal(SingleGoalWorkout(activity, location, goal: singleGoal(activity)))
    case 1:
      return .singleGoal(SingleGoalWorkout(.swimming, .pool, goal: .poolSwim(measure(), within: measure())))
    case 2:
      let (activity, location) = place(.pacer)
      while true {
        let workout = PacerWorkout(activity, location, distance: measure(), time: measure())
        if isWild || SpeedUnit.plausible.contains(workout.speedMetresPerSecond) { return .pacer(workout) }
      }
    case 3:
      let legs: [SwimBikeRunWorkout.Leg] = [
        .swimming(.pool), .swimming(.openWater), .cycling(.indoor), .cycling(.outdoor), .running(.indoor),
        .running(.outdoor),
      ]
      return .swimBikeRun(
        SwimBikeRunWorkout((0..<Int.random(in: 2..<6, using: &source)).map { _ in pick(legs) }))
    default:
      let (activity, location) = place(.custom)
      let blocks = (0..<Int.random(in: 1..<4, using: &source)).map { _ in
        PlanBlock(
          iterations: Int.random(in: 1...1000, using: &source),
          (0..<Int.random(in: 1..<5, using: &source)).map { _ in
            IntervalStep(chance(0.5) ? .work : .recovery, step(activity))
          })
      }
      return .custom(
        CustomWorkout(
          activity, location, warmup: chance(0.5) ? step(activity) : nil, blocks: blocks,
          cooldown: chance(0.5) ? step(activity) : nil))
    }
  }

  private mutating func place(_ kind: Workout.Kind) -> (Activity, Location?) {
    let row = pick(ActivitySupport.all.filter { $0.kinds.contains(kind) })
    // Those with more than the heart rate come often enough.
    let activity = chance(0.5) && row.kinds.contains(kind) ? pick([.cycling, .running, .hiking]) : row.activity
    return (activity, chance(0.3) ? nil : activity.support.locations.randomElement(using: &source))
  }

  private mutating func singleGoal(_ activity: Activity) -> SingleGoal {
    switch Int.random(in: 0..<4, using: &source) {
    case 0: .open
    case 1: .time(measure())
    case 2: .energy(measure())
    default: activity.support.measures(.distance) ? .distance(measure()) : .open
    }
  }

  private mutating func step(_ activity: Activity) -> PlanStep {
    let goals: [StepGoal] =
      [.open, .time(measure())] + (activity.support.measures(.distance) ? [.distance(measure())] : [])
    return PlanStep(pick(goals), alert: chance(0.7) ? alert(activity) : nil, name: chance(0.2) ? text() : nil)
  }

  private mutating func alert(_ activity: Activity) -> StepAlert {
    var targets: [StepAlert.Target] = [
      .heartRateZone(Int.random(in: StepAlert.heartRateZones, using: &source)), .heartRateRange(range()),
    ]
    let support = activity.support
    if support.measures(.power) {
      targets += [
        .powerZone(Int.random(in: StepAlert.powerZones, using: &source)), .powerRange(range()),
        .powerThreshold(measure()),
      ]
    }
    if support.measures(.speed) { targets += [.speedRange(range()), .speedThreshold(measure())] }
    if support.measures(.cadence) { targets += [.cadenceRange(range()), .cadenceThreshold(measure())] }
    return StepAlert(pick(targets), on: chance(0.3) ? .average : .current)
  }

  private mutating func measure<Unit>() -> Measure<Unit> {
    while true {
      let measure = Measure(value(), pick(Unit.allCases))
      if isWild || Unit.plausible.contains(measure.base) { return measure }
    }
  }

  private mutating func range<Unit>() -> MeasureRange<Unit> {
    while true {
      let (lower, unit) = (value(), pick(Unit.allCases))
      let range = MeasureRange(lower...(lower + value()), unit)
      let isPlausible = [range.base.lowerBound, range.base.upperBound].allSatisfy(Unit.plausible.contains)
      if isWild || isPlausible { return range }
    }
  }

  /// One of ``next()``, with a number that no plan can have here and there.
  mutating func wild() -> WorkoutPlan {
    isWild = true
    defer { isWild = false }
    return next()
  }

  /// Whole numbers, short decimals, and any other double.
  private mutating func value() -> Double {
    if isWild, chance(0.2) { return pick([1e308, 1e-308, 1e12, 1e-12, .leastNonzeroMagnitude]) }
    return switch Int.random(in: 0..<4, using: &source) {
    case 0: Double(Int.random(in: 1...500, using: &source))
    case 1: Double(Int.random(in: 1...5000, using: &source)) / 10
    case 2: Double(Int.random(in: 1...5000, using: &source)) / 100
    default: Double.random(in: 0.001...5000, using: &source)
    }
  }

  /// A name with signs that XML, JSON and terminals take for something else.
  private mutating func text() -> String {
    let words = [
      "Tempo", "\u{1F6B4}", "2×8'", "<easy>", "a \"quote\"", "&amp;", "tab\tand\nline", "Über", "\\", "5 % ramp",
    ]
    return (0..<Int.random(in: 1..<4, using: &source)).map { _ in pick(words) }.joined(separator: " ")
  }

  private mutating func chance(_ fraction: Double) -> Bool { Double.random(in: 0..<1, using: &source) < fraction }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &source)]
  }
}
