import SPBasics

extension WorkoutPlan {
  /// The most iterations of a block; chosen here, far beyond actual use.
  package static let mostIterations = 1000
  /// The most steps of all blocks, not counting iterations; chosen here.
  package static let mostSteps = 1000
  /// The longest name of a plan or a step, in Unicode scalars; chosen here.
  package static let longestName = 500
  /// The longest notes, in Unicode scalars; chosen here.
  package static let longestNotes = 10_000
  /// The distances, times and energies that a plan can have, in m, s and kJ; chosen here, far beyond actual use, so
  /// that all results stay finite.
  package static let quantities = 1e-6...1e8

  /// All faults of the plan, with the path of each part; empty for a valid plan.
  public func faults() -> [PlanFault] { faults(knowsActivity: true) }

  /// Returns the plan if it is valid.
  /// - Throws: ``PlanError`` with every fault.
  package func validated() throws(PlanError) -> WorkoutPlan {
    let faults = faults()
    guard faults.isEmpty else { throw PlanError(faults) }
    return self
  }

  /// - Parameter knowsActivity: false for a plan with an unreadable activity: then no part is checked against the
  ///   activity.
  func faults(knowsActivity: Bool) -> [PlanFault] {
    var rules = PlanRules(activity: knowsActivity ? workout.activity.support : nil)
    if name.allSatisfy(\.isWhitespace) { rules.add("name", "is empty; expected what people call the plan") }
    rules.check(name, atMost: Self.longestName, "name")
    rules.check(notes ?? "", atMost: Self.longestNotes, "notes")
    switch workout {
    case .singleGoal(let workout):
      rules.check(.singleGoal, at: workout.location)
      rules.check(workout.goal, at: workout.location, "goal")
    case .pacer(let workout):
      rules.check(.pacer, at: workout.location)
      rules.check(workout.distance, "distance")
      rules.check(workout.time, "time")
      if rules.faults.isEmpty { rules.checkSpeed(of: workout) }
    case .swimBikeRun(let workout):
      if workout.legs.count < 2 {
        rules.add("activities", "has \(workout.legs.count) of them; expected at least two, one after another")
      }
      if workout.legs.count > Self.mostSteps {
        rules.add("activities", "has \(workout.legs.count) of them; expected at most \(Self.mostSteps)")
      }
    case .custom(let workout):
      rules.check(.custom, at: workout.location)
      rules.check(workout)
    }
    return rules.faults
  }
}

/// Checks plans against rules, and collects the faults.
struct PlanRules {
  private(set) var faults: [PlanFault] = []
  /// Nil if the activity could not be read.
  let activity: ActivitySupport?

  init(activity: ActivitySupport?) { self.activity = activity }

  mutating func add(_ path: String, _ message: String) { faults.append(PlanFault(path, message)) }

  mutating func check(_ text: String, atMost limit: Int, _ path: String) {
    let count = text.unicodeScalars.count
    if count > limit { add(path, "has \(count) characters; expected at most \(limit)") }
  }

  // MARK: Kinds and places

  mutating func check(_ kind: Workout.Kind, at location: Location?) {
    guard let activity else { return }
    if !activity.kinds.contains(kind) {
      let others = activity.kinds.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
      add(
        "activity",
        "\(activity.activity) has no plans of kind \"\(kind.rawValue)\"; expected the kind \(others), or another activity"
      )
    }
    if let location, !activity.locations.contains(location) {
      let places = activity.locations.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
      add(
        "location",
        "\(activity.activity) has no location \"\(location.rawValue)\"; expected \(places.isEmpty ? "none" : places)")
    }
  }

  mutating func check(_ workout: CustomWorkout) {
    if let step = workout.warmup { check(step, "warmup") }
    if workout.blocks.isEmpty { add("blocks", "is empty; expected at least one block") }
    for (index, block) in workout.blocks.enumerated() { check(block, "blocks[\(index)]") }
    if let step = workout.cooldown { check(step, "cooldown") }
    let count = workout.blocks.reduce(0) { $0 + $1.steps.count }
    if count > WorkoutPlan.mostSteps {
      add("blocks", "have \(count) steps; expected at most \(WorkoutPlan.mostSteps)")
    }
  }

  private mutating func check(_ block: PlanBlock, _ path: String) {
    if !(1...WorkoutPlan.mostIterations).contains(block.iterations) {
      add("\(path).iterations", "is \(block.iterations); expected 1 to \(WorkoutPlan.mostIterations)")
    }
    if block.steps.isEmpty { add("\(path).steps", "is empty; expected at least one step") }
    for (index, step) in block.steps.enumerated() { check(step.step, "\(path).steps[\(index)]") }
  }

  private mutating func check(_ step: PlanStep, _ path: String) {
    if let name = step.name, name.allSatisfy(\.isWhitespace) {
      add("\(path).name", "is empty; expected what people call the step, or no name")
    }
    check(step.name ?? "", atMost: WorkoutPlan.longestName, "\(path).name")
    check(SingleGoal(step.goal), at: nil, "\(path).goal")
    if let alert = step.alert { check(alert, "\(path).alert") }
  }

  // MARK: Goals

  mutating func check(_ goal: SingleGoal, at location: Location?, _ path: String) {
    switch goal {
    case .open: break
    case .time(let time): check(time, path)
    case .energy(let energy): check(energy, path)
    case .distance(let distance):
      check(distance, path)
      guard let activity, !activity.measures(.distance) else { return }
      add(path, "\(activity.activity) has no distance; expected a time or an open goal, such as { \"time_min\": 10 }")
    case .poolSwim(let distance, let time):
      check(distance, path)
      check(time, path)
      guard let activity, activity.activity != .swimming || location != .pool else { return }
      add(
        path,
        "a distance within a time is for swimming in a pool; expected the activity \"swimming\" with the location "
          + "\"pool\", or a distance or a time alone")
    }
  }

  mutating func check<Unit>(_ measure: Measure<Unit>, _ path: String) {
    guard let expected = measure.expected else { return }
    let quantity = Unit.quantity.replacing("_", with: " ")
    add(path, "\(quantity) is \(PlanNumber.text(measure.value)) \(measure.unit.symbol); expected \(expected)")
  }

  /// A pacer's distance and time are each plausible by themselves.
  mutating func checkSpeed(of workout: PacerWorkout) {
    let speed = Measure(workout.speedMetresPerSecond, SpeedUnit.metresPerSecond)
    guard let expected = speed.expected else { return }
    add("time", "makes a speed of \(PlanWords.number(speed.value)) m/s over the distance; expected \(expected) m/s")
  }

  // MARK: Alerts

  mutating func check(_ alert: StepAlert, _ path: String) {
    switch alert.target {
    case .heartRateZone(let zone): check(zone, "heart rate zone", StepAlert.heartRateZones, path)
    case .powerZone(let zone): check(zone, "power zone", StepAlert.powerZones, path)
    case .heartRateRange(let range): check(range, path)
    case .powerRange(let range): check(range, path)
    case .speedRange(let range): check(range, path)
    case .cadenceRange(let range): check(range, path)
    case .powerThreshold(let value): check(value, path)
    case .speedThreshold(let value): check(value, path)
    case .cadenceThreshold(let value): check(value, path)
    }
    guard let activity, !activity.measures(alert.target.measure) else { return }
    add(path, "\(activity.activity) has no \(alert.word); \(activity.alertAdvice)")
  }

  private mutating func check(_ zone: Int, _ name: String, _ zones: ClosedRange<Int>, _ path: String) {
    if !zones.contains(zone) {
      add(path, "\(name) is \(zone); expected \(zones.lowerBound) to \(zones.upperBound)")
    }
  }

  private mutating func check<Unit>(_ range: MeasureRange<Unit>, _ path: String) {
    let ends = [Measure(range.values.lowerBound, range.unit), Measure(range.values.upperBound, range.unit)]
    if let wrong = ends.first(where: { $0.expected != nil }) {
      check(wrong, path)
    } else if ends[0] == ends[1] {
      add(
        path,
        "the range begins and ends at \(PlanNumber.text(ends[0].value)) \(range.unit.symbol); expected two values")
    }
  }
}

extension Measure {
  /// The numbers that were expected instead; nil if the number is valid.
  fileprivate var expected: String? {
    guard value > 0, value.isFinite else { return "a finite number above 0" }
    let sound = Unit.plausible
    guard !sound.contains(base) else { return nil }
    let ends = [unit.value(ofBase: sound.lowerBound), unit.value(ofBase: sound.upperBound)].sorted()
    return String(printf: "%.4g to %.4g", ends[0], ends[1])
  }
}

extension MeasureRange {
  fileprivate var isPossible: Bool {
    [values.lowerBound, values.upperBound].allSatisfy { Measure($0, unit).expected == nil }
  }
}

extension StepAlert {
  /// Whether a plan may have its numbers.
  var isPossible: Bool {
    switch target {
    case .heartRateZone, .powerZone: true
    case .heartRateRange(let range): range.isPossible
    case .powerRange(let range): range.isPossible
    case .speedRange(let range): range.isPossible
    case .cadenceRange(let range): range.isPossible
    case .powerThreshold(let value): value.expected == nil
    case .speedThreshold(let value): value.expected == nil
    case .cadenceThreshold(let value): value.expected == nil
    }
  }

  /// The quantity of the alert in the user's words: a pace is not called a speed.
  var word: String {
    switch target {
    case .speedRange(let range) where range.unit.isPace: "pace"
    case .speedThreshold(let value) where value.unit.isPace: "pace"
    case .speedRange, .speedThreshold: "speed"
    case .heartRateRange, .heartRateZone: "heart rate"
    case .powerRange, .powerThreshold, .powerZone: "power"
    case .cadenceRange, .cadenceThreshold: "cadence"
    }
  }
}

extension ActivitySupport {
  /// The alerts that are possible for the activity.
  fileprivate var alertAdvice: String {
    let others = measures.filter { $0 != .distance && $0 != .heartRate }.map(\.rawValue)
    let rest = others.isEmpty ? "" : ", or an alert on " + others.joined(separator: " or ")
    return "a heart rate zone would do, { \"heart_rate_zone\": 2 }\(rest)"
  }
}
