extension WorkoutPlan {
  /// The plan in the compact binary form, which reads back as the same plan: see the article "Binary plans".
  /// - Throws: ``PlanError`` for an invalid plan.
  public func binary() throws(PlanError) -> [UInt8] {
    let plan = try validated()
    var writer = PlanByteWriter()
    writer.raw(PlanBytes.signature)
    writer.byte(Int(PlanBytes.version))
    writer.part(PlanBytes.Tag.name) { $0.raw(plan.name.utf8) }
    if let notes = plan.notes { writer.part(PlanBytes.Tag.notes) { $0.raw(notes.utf8) } }
    writer.part(plan.workout.tag) { $0.workout(plan.workout) }
    for part in plan.extensions { writer.part(part.tag) { $0.raw(part.bytes) } }
    let checksum = PlanBytes.checksum(writer.bytes)
    writer.raw((0..<PlanBytes.checksumSize).map { UInt8(truncatingIfNeeded: checksum >> (8 * $0)) })
    guard writer.bytes.count <= PlanBytes.largestFile else {
      throw PlanError([PlanFault("", "takes \(writer.bytes.count) bytes; expected at most \(PlanBytes.largestFile)")])
    }
    return writer.bytes
  }
}

extension Workout {
  fileprivate var tag: Int {
    switch self {
    case .singleGoal: PlanBytes.Tag.singleGoal
    case .pacer: PlanBytes.Tag.pacer
    case .swimBikeRun: PlanBytes.Tag.swimBikeRun
    case .custom: PlanBytes.Tag.custom
    }
  }
}

extension PlanByteWriter {
  fileprivate mutating func workout(_ workout: Workout) {
    switch workout {
    case .singleGoal(let workout):
      place(workout.activity, workout.location)
      goal(workout.goal)
    case .pacer(let workout):
      place(workout.activity, workout.location)
      measure(workout.distance)
      measure(workout.time)
    case .swimBikeRun(let workout):
      varint(workout.legs.count)
      for leg in workout.legs { byte(PlanCodes.index(of: leg, in: PlanCodes.legs)) }
    case .custom(let workout):
      place(workout.activity, workout.location)
      byte((workout.warmup == nil ? 0 : 1) | (workout.cooldown == nil ? 0 : 2))
      if let warmup = workout.warmup { step(warmup, isRecovery: false) }
      varint(workout.blocks.count)
      for block in workout.blocks {
        varint(block.iterations)
        varint(block.steps.count)
        for item in block.steps { step(item.step, isRecovery: item.purpose == .recovery) }
      }
      if let cooldown = workout.cooldown { step(cooldown, isRecovery: false) }
    }
  }

  private mutating func place(_ activity: Activity, _ location: Location?) {
    varint(activity.support.code)
    byte(location.map { PlanCodes.index(of: $0, in: Location.allCases) + 1 } ?? 0)
  }

  private mutating func step(_ step: PlanStep, isRecovery: Bool) {
    byte((step.alert == nil ? 0 : 1) | (step.name == nil ? 0 : 2) | (isRecovery ? 4 : 0))
    goal(SingleGoal(step.goal))
    if let alert = step.alert { self.alert(alert) }
    if let name = step.name { text(name) }
  }

  private mutating func goal(_ goal: SingleGoal) {
    switch goal {
    case .open: byte(0)
    case .time(let time): measure(time, kind: 1)
    case .distance(let distance): measure(distance, kind: 2)
    case .energy(let energy): measure(energy, kind: 3)
    case .poolSwim(let distance, let time):
      measure(distance, kind: 4)
      measure(time)
    }
  }

  private mutating func measure<Unit>(_ measure: Measure<Unit>, kind: Int = 0) {
    byte(kind | PlanCodes.index(of: measure.unit, in: Unit.allCases) << 4)
    number(measure.value)
  }

  private mutating func alert(_ alert: StepAlert) {
    let average = alert.metric == .average ? 16 : 0
    switch alert.target {
    case .heartRateZone(let zone): self.zone(zone, kind: 0 | average)
    case .powerZone(let zone): self.zone(zone, kind: 1 | average)
    case .heartRateRange(let range): self.range(range, kind: 2 | average)
    case .powerRange(let range): self.range(range, kind: 3 | average)
    case .speedRange(let range): self.range(range, kind: 4 | average)
    case .cadenceRange(let range): self.range(range, kind: 5 | average)
    case .powerThreshold(let value): threshold(value, kind: 6 | average)
    case .speedThreshold(let value): threshold(value, kind: 7 | average)
    case .cadenceThreshold(let value): threshold(value, kind: 8 | average)
    }
  }

  private mutating func zone(_ zone: Int, kind: Int) {
    byte(kind)
    byte(zone)
  }

  private mutating func range<Unit>(_ range: MeasureRange<Unit>, kind: Int) {
    byte(kind | PlanCodes.index(of: range.unit, in: Unit.allCases) << 5)
    number(range.values.lowerBound)
    number(range.values.upperBound)
  }

  private mutating func threshold<Unit>(_ value: Measure<Unit>, kind: Int) {
    byte(kind | PlanCodes.index(of: value.unit, in: Unit.allCases) << 5)
    number(value.value)
  }
}

/// Values stored in files as their position in a list: new ones go to the end.
enum PlanCodes {
  static let legs: [SwimBikeRunWorkout.Leg] = [
    .swimming(.pool), .swimming(.openWater), .cycling(.indoor), .cycling(.outdoor), .running(.indoor),
    .running(.outdoor),
  ]

  static func index<Value: Equatable>(of value: Value, in values: [Value]) -> Int {
    guard let index = values.firstIndex(of: value) else { preconditionFailure("\(value) has no code") }
    return index
  }
}
