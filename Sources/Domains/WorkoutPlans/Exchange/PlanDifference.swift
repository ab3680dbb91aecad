/// The differences between a plan and its copy read back from a file of another format.
struct PlanDifference {
  private(set) var sentences: [String] = []

  init(from plan: WorkoutPlan, to read: WorkoutPlan) {
    if plan.name != read.name { add("name", plan.name, read.name) }
    if plan.notes != read.notes { add("notes", plan.notes ?? "", read.notes ?? "") }
    if !plan.extensions.isEmpty { sentences.append("extensions: are lost") }
    if plan.workout.kind != read.workout.kind {
      add("kind", plan.workout.kind.rawValue, read.workout.kind.rawValue)
    }
    if plan.workout.activity != read.workout.activity {
      add("activity", plan.workout.activity.rawValue, read.workout.activity.rawValue)
    }
    if plan.workout.location != read.workout.location {
      add("location", plan.workout.location?.words ?? "open", read.workout.location?.words ?? "open")
    }
    if case .custom(let first) = plan.workout, case .custom(let second) = read.workout {
      custom(first, second)
    } else {
      parts(plan.workout, read.workout)
    }
    // Any difference that the comparison above does not cover.
    if sentences.isEmpty, plan != read { sentences.append("values are rounded") }
  }

  private mutating func add(_ path: String, _ before: String, _ after: String) {
    sentences.append(after.isEmpty ? "\(path): \"\(before)\" is lost" : "\(path): \"\(before)\" becomes \"\(after)\"")
  }

  /// Compares plans that are not both custom, as plans of one step each.
  private mutating func parts(_ first: Workout, _ second: Workout) {
    guard let read = second.onlyStep else { return }
    switch first {
    case .singleGoal(let workout): goal(workout.goal, read.goal, "goal")
    case .pacer(let workout):
      goal(.distance(workout.distance), read.goal, "distance")
      let kept = read.alert.map(Self.text) ?? "nothing"
      sentences.append("time: \(Self.text(.time(workout.time))) becomes \(kept)")
    case .custom(let workout):
      let step = workout.blocks.first?.steps.first?.step
      goal(step.map { SingleGoal($0.goal) } ?? .open, read.goal, "blocks[0].steps[0].goal")
    case .swimBikeRun: break
    }
  }

  /// Steps that are done the same number of times, with their paths: consecutive blocks that are done once are joined.
  private static func runs(_ blocks: [PlanBlock]) -> [(iterations: Int, steps: [(path: String, step: IntervalStep)])] {
    var runs: [(iterations: Int, steps: [(path: String, step: IntervalStep)])] = []
    for (index, block) in blocks.enumerated() {
      let steps = block.steps.enumerated().map { (path: "blocks[\(index)].steps[\($0)]", step: $1) }
      if block.iterations == 1, let last = runs.indices.last, runs[last].iterations == 1 {
        runs[last].steps += steps
      } else {
        runs.append((block.iterations, steps))
      }
    }
    return runs
  }

  private mutating func custom(_ first: CustomWorkout, _ second: CustomWorkout) {
    ends(first.warmup, second.warmup, "warmup")
    if first.blocks.map(\.steps.count) != second.blocks.map(\.steps.count)
      || first.blocks.map(\.iterations) != second.blocks.map(\.iterations)
    {
      func text(_ blocks: [PlanBlock]) -> String {
        blocks.map { "\($0.iterations) × \($0.steps.count)" }.joined(separator: ", ")
      }
      sentences.append("blocks: \(text(first.blocks)) steps become \(text(second.blocks))")
    }
    let (runs, others) = (Self.runs(first.blocks), Self.runs(second.blocks))
    for (run, other) in zip(runs, others) {
      for ((path, before), (_, after)) in zip(run.steps, other.steps) {
        if before.purpose != after.purpose { add("\(path).purpose", before.purpose.rawValue, after.purpose.rawValue) }
        step(before.step, after.step, path)
      }
    }
    ends(first.cooldown, second.cooldown, "cooldown")
  }

  private mutating func ends(_ first: PlanStep?, _ second: PlanStep?, _ path: String) {
    if let first, let second { return step(first, second, path) }
    if first != nil || second != nil { sentences.append("\(path): becomes a step of a block, or the reverse") }
  }

  private mutating func step(_ first: PlanStep, _ second: PlanStep, _ path: String) {
    if first.name != second.name { add("\(path).name", first.name ?? "", second.name ?? "") }
    goal(SingleGoal(first.goal), SingleGoal(second.goal), "\(path).goal")
    guard first.alert != second.alert else { return }
    let before = first.alert.map(Self.text) ?? "no alert"
    guard let after = second.alert else {
      sentences.append("\(path).alert: \(before) is lost")
      return
    }
    sentences.append("\(path).alert: \(before) becomes \(Self.text(after))")
  }

  private mutating func goal(_ first: SingleGoal, _ second: SingleGoal, _ path: String) {
    guard first != second else { return }
    sentences.append("\(path): \(Self.text(first)) becomes \(Self.text(second))")
  }

  // With all digits, since some values differ only in the last digits.

  private static func text(_ goal: SingleGoal) -> String {
    func text<Unit>(_ measure: Measure<Unit>) -> String { PlanNumber.text(measure.value) + " " + measure.unit.symbol }
    return switch goal {
    case .open: "open"
    case .time(let time): text(time)
    case .distance(let distance): text(distance)
    case .energy(let energy): text(energy)
    case .poolSwim(let distance, let time): text(distance) + " within " + text(time)
    }
  }

  private static func text(_ alert: StepAlert) -> String {
    func text<Unit>(_ measure: Measure<Unit>) -> String { PlanNumber.text(measure.value) + " " + measure.unit.symbol }
    func text<Unit>(_ range: MeasureRange<Unit>) -> String {
      PlanNumber.text(range.values.lowerBound) + " to " + PlanNumber.text(range.values.upperBound) + " "
        + range.unit.symbol
    }
    let target =
      switch alert.target {
      case .heartRateZone(let zone): "heart rate zone \(zone)"
      case .powerZone(let zone): "power zone \(zone)"
      case .heartRateRange(let range): text(range)
      case .powerRange(let range): text(range)
      case .speedRange(let range): text(range)
      case .cadenceRange(let range): text(range)
      case .powerThreshold(let value): text(value)
      case .speedThreshold(let value): text(value)
      case .cadenceThreshold(let value): text(value)
      }
    return target + (alert.metric == .average ? " on average" : "")
  }
}

extension Workout {
  /// Its step if there is only one.
  fileprivate var onlyStep: (goal: SingleGoal, alert: StepAlert?)? {
    switch self {
    case .singleGoal(let workout): (workout.goal, nil)
    case .custom(let workout): workout.blocks.first?.steps.first.map { (SingleGoal($0.step.goal), $0.step.alert) }
    case .pacer, .swimBikeRun: nil
    }
  }

  /// Where it takes place; nil if the plan leaves it open, and for swim, bike, run.
  var location: Location? {
    switch self {
    case .singleGoal(let workout): workout.location
    case .pacer(let workout): workout.location
    case .swimBikeRun: nil
    case .custom(let workout): workout.location
    }
  }
}
