import SPBasics
import SPImporting

/// Reads workout files of the FIT protocol.
struct FITPlanReader {
  private var losses: [String] = []
  private let file: String
  private let ftpW: Double?
  private var activity = Activity.other

  private init(file: String, ftpW: Double?) {
    self.file = file
    self.ftpW = ftpW
  }

  /// - Parameter ftpW: turns percentages of the threshold power into watts; without it they become zones.
  /// - Throws: ``PlanError`` for damaged bytes, a FIT file that is not a workout, and an invalid plan.
  static func read(_ bytes: [UInt8], file: String, ftpW: Double?) throws(PlanError) -> PlanImport {
    var reader = FITPlanReader(file: file, ftpW: ftpW)
    let plan = try reader.plan(bytes)
    let faults = plan.faults()
    guard faults.isEmpty else {
      throw PlanError(faults.map { PlanFault($0.path, at: .file(file), $0.message, suggestion: $0.suggestion) })
    }
    return PlanImport(plan: plan, format: .fit, losses: reader.losses)
  }

  private mutating func plan(_ bytes: [UInt8]) throws(PlanError) -> WorkoutPlan {
    let (workout, messages) = try messages(bytes)
    let (activity, location) = place(workout)
    self.activity = activity
    let items = messages.enumerated().map { step($1, $0) }
    let parts = try parts(items)
    let name = Self.name(workout, "wkt_name") ?? Folder.split(file).name
    let notes = workout["wkt_description"]?.text
    return WorkoutPlan(name, notes: notes, made(parts, activity, location))
  }

  /// The message of the workout, and the messages of its steps in order.
  private func messages(_ bytes: [UInt8]) throws(PlanError) -> (FITMessage, [FITMessage]) {
    var (type, workout): (String?, FITMessage?)
    var steps: [FITMessage] = []
    var reader = FITReader(bytes)
    do throws(FITError) {
      while let message = try reader.next() {
        switch message.name {
        case "file_id": type = type ?? message["type"]?.code
        case "workout": workout = workout ?? message
        case "workout_step": steps.append(message)
        default: break
        }
      }
    } catch {
      throw PlanError(file, "is damaged: \(error)")
    }
    guard type == "workout", let workout else {
      throw PlanError(file, "is a FIT file of type \(type ?? "unknown"); expected one of type workout, with a plan")
    }
    guard !steps.isEmpty else { throw PlanError(file, "has no steps; expected a workout with at least one") }
    guard steps.count <= 2 * WorkoutPlan.mostSteps else {
      throw PlanError(file, "has \(steps.count) steps; expected at most \(2 * WorkoutPlan.mostSteps)")
    }
    let placed = steps.enumerated().sorted { first, second in
      let order = (first.element.integer("message_index"), second.element.integer("message_index"))
      return (order.0 ?? first.offset, first.offset) < (order.1 ?? second.offset, second.offset)
    }
    return (workout, placed.map(\.element))
  }

  /// A text with more than blanks.
  private static func name(_ message: FITMessage, _ field: String) -> String? {
    message[field]?.text.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
  }

  private mutating func place(_ workout: FITMessage) -> (Activity, Location?) {
    let sport = workout.integer("sport") ?? 0
    let kind = workout.integer("sub_sport")
    let rows = ActivitySupport.all.filter { $0.fit?.sport == sport }
    for row in rows {
      guard let fit = row.fit, let kind else { continue }
      if let location = row.locations.first(where: { fit.subSport(at: $0) == kind }) { return (row.activity, location) }
      if fit.subSport == kind { return (row.activity, nil) }
    }
    // A row without a sub-sport is the general row of the sport.
    if let row = rows.first(where: { $0.fit?.subSport == nil }) {
      if let kind, kind != 0 { losses.append("sub_sport: \(kind) is ignored") }
      return (row.activity, nil)
    }
    if sport != 0 { losses.append("sport: \(sport) has no activity here; \"other\" is taken") }
    return (.other, nil)
  }

  // MARK: Steps

  private enum Item {
    case step(PlanStep, SingleGoal, intensity: String)
    case repetition(from: Int, times: Int)
    /// A repetition that a plan cannot have.
    case lost
  }

  /// The parts of a plan before they are put together.
  private struct Parts {
    var warmup: PlanStep?
    var blocks: [PlanBlock] = []
    var cooldown: PlanStep?
    var goals: [SingleGoal] = []
  }

  private mutating func step(_ message: FITMessage, _ index: Int) -> Item {
    let type = message["duration_type"]?.code ?? "open"
    let amount = message.integer(.durationValue).map(Double.init)
    if type == "repeat_until_steps_cmplt" {
      return .repetition(
        from: message.integer(.durationValue) ?? 0, times: message.integer(.targetValue) ?? 1)
    }
    if type.hasPrefix("repeat_until_") {
      let from = message.integer(.durationValue) ?? 0
      losses.append("step \(index): that the steps from step \(from) on are repeated (\(type)) is lost")
      return .lost
    }
    let goal: SingleGoal
    switch (type, amount) {
    case ("open", _): goal = .open
    case ("distance", _) where !activity.support.measures(.distance):
      losses.append("step \(index): its end is a distance, which \(activity) does not have; it becomes open")
      goal = .open
    case ("time", let amount?) where amount > 0: goal = .time(RoundestUnit.time(amount / 1000))
    case ("distance", let amount?) where amount > 0: goal = .distance(RoundestUnit.distance(amount / 100))
    case ("calories", let amount?) where amount > 0: goal = .energy(Measure(amount, .kcal))
    default:
      losses.append("step \(index): its end (\(type)) is not possible in a plan; it becomes open")
      goal = .open
    }
    let intensity = message["intensity"]?.code ?? "active"
    let name = Self.name(message, "wkt_step_name")
    if let notes = Self.name(message, "notes") { losses.append("step \(index): its notes \"\(notes)\" are lost") }
    if let type = message["secondary_target_type"]?.code, type != "open" {
      losses.append("step \(index): its secondary target (\(type)) is lost")
    }
    let target = FITTargetReader(activity: activity, ftpW: ftpW).target(message)
    if let loss = target.loss { losses.append("step \(index): \(loss)") }
    let step = PlanStep(StepGoal(goal) ?? .open, alert: target.alert, name: name)
    return .step(step, goal, intensity: intensity)
  }

  private mutating func parts(_ items: [Item]) throws(PlanError) -> Parts {
    var parts = Parts()
    /// Steps not yet in a block, with their indexes.
    var pending: [(index: Int, step: IntervalStep)] = []
    func flush(_ steps: [(index: Int, step: IntervalStep)], times: Int) {
      guard !steps.isEmpty else { return }
      parts.blocks.append(PlanBlock(iterations: times, steps.map(\.step)))
    }
    let isFirstRepeated = items.contains { if case .repetition(from: 0, times: _) = $0 { true } else { false } }
    for (index, item) in items.enumerated() {
      switch item {
      case .lost: break
      case .step(let step, let goal, let intensity):
        parts.goals.append(goal)
        if intensity == "warmup", index == 0, !isFirstRepeated {
          parts.warmup = step
        } else if intensity == "cooldown", index == items.count - 1 {
          parts.cooldown = step
        } else {
          if intensity == "warmup" || intensity == "cooldown" {
            losses.append("step \(index): its intensity (\(intensity)) becomes work")
          }
          let isRest = intensity == "rest" || intensity == "recovery"
          pending.append((index, IntervalStep(isRest ? .recovery : .work, step)))
        }
      case .repetition(let from, let times):
        let repeated = pending.filter { $0.index >= from }
        guard let first = repeated.first, first.index == from, times >= 1 else {
          throw PlanError(
            file,
            "step \(index): repeats from step \(from) on, \(times) times in all; expected a step after the last repeat, as "
              + "blocks cannot be nested, and 1 time or more")
        }
        flush(pending.filter { $0.index < from }, times: 1)
        flush(repeated, times: times)
        pending = []
      }
    }
    flush(pending, times: 1)
    return parts
  }

  private mutating func made(_ parts: Parts, _ activity: Activity, _ location: Location?) -> Workout {
    let isOneStep =
      parts.warmup == nil && parts.cooldown == nil && parts.blocks.count == 1 && parts.blocks[0].iterations == 1
      && parts.blocks[0].steps.count == 1
    if isOneStep, let goal = parts.goals.first, parts.blocks[0].steps[0].step.alert == nil,
      parts.blocks[0].steps[0].step.name == nil
    {
      return .singleGoal(SingleGoalWorkout(activity, location, goal: goal))
    }
    if parts.goals.contains(where: { StepGoal($0) == nil }) {
      losses.append("steps that end by energy become open: only a plan of a single goal can have such a goal")
    }
    return .custom(
      CustomWorkout(activity, location, warmup: parts.warmup, blocks: parts.blocks, cooldown: parts.cooldown)
        .startingWithWork)
  }
}

extension FITMessage {
  /// Fields of a workout_step with a name that depends on another field's value, by their numbers in the FIT Global
  /// Profile.
  fileprivate enum StepField: UInt8 {
    case durationValue = 2
    case targetValue = 4
    case low = 5
    case high = 6
  }

  fileprivate func integer(_ field: StepField) -> Int? { Self.integer(self[field.rawValue]) }

  fileprivate func integer(_ name: String) -> Int? { Self.integer(self[name]) }

  private static func integer(_ field: FITField?) -> Int? { field?.raw?.integer.flatMap { Int(exactly: $0) } }
}

extension CustomWorkout {
  /// The workout; a warm-up or a cooldown without any block is itself the work.
  var startingWithWork: CustomWorkout {
    let steps = [warmup, cooldown].compactMap(\.self)
    guard blocks.isEmpty, !steps.isEmpty else { return self }
    return CustomWorkout(activity, location, blocks: [PlanBlock(steps.map { IntervalStep(.work, $0) })])
  }
}

/// Reads the targets of the steps of FIT workouts.
private struct FITTargetReader {
  let activity: Activity
  /// Turns percentages of the threshold power into watts; without it they become zones.
  let ftpW: Double?

  /// The alert of a step, and the lost part of the step's target.
  func target(_ message: FITMessage) -> (alert: StepAlert?, loss: String?) {
    let type = message["target_type"]?.code ?? "open"
    guard type != "open" else { return (nil, nil) }
    let metric: StepAlert.Metric = type.hasSuffix("_lap") ? .average : .current
    let zone = message.integer(.targetValue) ?? 0
    let low = message.integer(.low).map(Double.init)
    let high = message.integer(.high).map(Double.init)
    let isPower = type == "power" || type == "power_lap"
    let percentages = 1.0...1000
    if isPower, zone == 0, let low, let high, low <= high, percentages.contains(low), percentages.contains(high),
      activity.support.measures(.power)
    {
      let (target, loss) = target(percent: low...high)
      return possible(StepAlert(target, on: metric), loss)
    }
    guard let target = target(type, zone: zone, low: low, high: high) else {
      return (nil, "its target (\(type)) is not possible in a plan, and is lost")
    }
    guard activity.support.measures(target.measure) else {
      return (nil, "its target (\(type)) is not possible for \(activity), and is lost")
    }
    return possible(StepAlert(target, on: metric), nil)
  }

  /// The alert if a plan can have it.
  private func possible(_ alert: StepAlert, _ loss: String?) -> (alert: StepAlert?, loss: String?) {
    alert.isPossible ? (alert, loss) : (nil, "its target is not possible in a plan, and is lost")
  }

  /// Percentages of the functional threshold power as watts, or as the zone of their middle.
  private func target(percent: ClosedRange<Double>) -> (StepAlert.Target, loss: String?) {
    let (low, high) = (percent.lowerBound, percent.upperBound)
    guard let ftpW else {
      let zone = TrainerStep.zone(ofFraction: (low + high) / 200)
      let words = low == high ? PlanNumber.text(low) : "\(PlanNumber.text(low)) to \(PlanNumber.text(high))"
      return (
        .powerZone(zone), "\(words) % of the threshold power becomes power zone \(zone)\(TrainerStep.zoneHint)"
      )
    }
    let watts = [low, high].map { TrainerStep.watts($0 / 100, ftpW: ftpW) }
    return low == high
      ? (.powerThreshold(Measure(watts[0], .w)), nil) : (.powerRange(MeasureRange(watts[0]...watts[1], .w)), nil)
  }

  private func target(_ type: String, zone: Int, low: Double?, high: Double?) -> StepAlert.Target? {
    switch type {
    case "heart_rate", "heart_rate_lap":
      if zone != 0 { return StepAlert.heartRateZones.contains(zone) ? .heartRateZone(zone) : nil }
      guard let low, let high, low > 100, high > low else { return nil }
      return .heartRateRange(MeasureRange(low - 100...high - 100, .bpm))
    case "power", "power_lap":
      if zone != 0 { return StepAlert.powerZones.contains(zone) ? .powerZone(zone) : nil }
      guard let low, let high, low > 1000, high >= low else { return nil }
      return low == high
        ? .powerThreshold(Measure(low - 1000, .w)) : .powerRange(MeasureRange(low - 1000...high - 1000, .w))
    case "speed", "speed_lap":
      guard zone == 0, let low, let high, low > 0, high >= low else { return nil }
      guard low < high else {
        let found = RoundestUnit.speeds([low / 1000], activity)
        return .speedThreshold(Measure(found.values[0], found.unit))
      }
      let found = RoundestUnit.speeds([low / 1000, high / 1000], activity)
      let ends = (min(found.values[0], found.values[1]), max(found.values[0], found.values[1]))
      return ends.0 < ends.1 ? .speedRange(MeasureRange(ends.0...ends.1, found.unit)) : nil
    case "cadence":
      guard zone == 0, let low, let high, low > 0, high >= low else { return nil }
      let unit: CadenceUnit = [.running, .walking].contains(activity) ? .spm : .rpm
      return low == high
        ? .cadenceThreshold(Measure(low, unit)) : .cadenceRange(MeasureRange(low...high, unit))
    default: return nil
    }
  }
}
