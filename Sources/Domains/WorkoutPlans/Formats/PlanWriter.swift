import SPBasics

extension WorkoutPlan {
  /// The plan as JSON; it reads back as the same plan.
  /// - Throws: ``PlanError`` for an invalid plan.
  public func json() throws(PlanError) -> String { try validated().jsonValue.pretty + "\n" }

  /// The plan, which must be valid (``faults()``), as a JSON value.
  public var jsonValue: JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "version", value: .integer(PlanFields.version)), .init(key: "name", value: .string(name)),
    ]
    if let notes { members.append(.init(key: "notes", value: .string(notes))) }
    members.append(.init(key: "kind", value: .string(workout.kind.rawValue)))
    members += workout.members
    if !extensions.isEmpty { members.append(.init(key: "extensions", value: .array(extensions.map(\.json)))) }
    return .object(members)
  }
}

extension Workout {
  fileprivate var members: [JSONValue.Member] {
    switch self {
    case .singleGoal(let workout):
      return Self.place(workout.activity, workout.location) + [.init(key: "goal", value: workout.goal.json)]
    case .pacer(let workout):
      return Self.place(workout.activity, workout.location) + [
        .init(key: "distance", value: .object([workout.distance.member])),
        .init(key: "time", value: .object([workout.time.member])),
      ]
    case .swimBikeRun(let workout):
      let legs = workout.legs.map { JSONValue.object(Self.place($0.activity, $0.location)) }
      return [.init(key: "activities", value: .array(legs))]
    case .custom(let workout):
      var members = Self.place(workout.activity, workout.location)
      if let step = workout.warmup { members.append(.init(key: "warmup", value: .object(step.members))) }
      members.append(.init(key: "blocks", value: .array(workout.blocks.map(\.json))))
      if let step = workout.cooldown { members.append(.init(key: "cooldown", value: .object(step.members))) }
      return members
    }
  }

  private static func place(_ activity: Activity, _ location: Location?) -> [JSONValue.Member] {
    let place = location.map { [JSONValue.Member(key: "location", value: .string($0.rawValue))] } ?? []
    return [.init(key: "activity", value: .string(activity.rawValue))] + place
  }
}

extension PlanBlock {
  fileprivate var json: JSONValue {
    let steps = steps.map { step in
      JSONValue.object([.init(key: "purpose", value: .string(step.purpose.rawValue))] + step.step.members)
    }
    return ["iterations": .integer(iterations), "steps": .array(steps)]
  }
}

extension PlanStep {
  fileprivate var members: [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    if let name { members.append(.init(key: "name", value: .string(name))) }
    members.append(.init(key: "goal", value: SingleGoal(goal).json))
    if let alert { members.append(.init(key: "alert", value: alert.json)) }
    return members
  }
}

extension SingleGoal {
  fileprivate var json: JSONValue {
    switch self {
    case .open: "open"
    case .time(let time): .object([time.member])
    case .distance(let distance): .object([distance.member])
    case .energy(let energy): .object([energy.member])
    case .poolSwim(let distance, let time): .object([distance.member, time.member])
    }
  }
}

extension StepAlert {
  fileprivate var json: JSONValue {
    let average: [JSONValue.Member] = metric == .current ? [] : [.init(key: "metric", value: "average")]
    return .object([target.member] + average)
  }
}

extension StepAlert.Target {
  fileprivate var member: JSONValue.Member {
    switch self {
    case .heartRateZone(let zone): .init(key: "heart_rate_zone", value: .integer(zone))
    case .powerZone(let zone): .init(key: "power_zone", value: .integer(zone))
    case .heartRateRange(let range): range.member
    case .powerRange(let range): range.member
    case .speedRange(let range): range.member
    case .cadenceRange(let range): range.member
    case .powerThreshold(let value): value.member
    case .speedThreshold(let value): value.member
    case .cadenceThreshold(let value): value.member
    }
  }
}

extension Measure {
  fileprivate var member: JSONValue.Member { .init(key: unit.key, value: .number(value)) }
}

extension MeasureRange {
  fileprivate var member: JSONValue.Member {
    .init(key: unit.key, value: .array([.number(values.lowerBound), .number(values.upperBound)]))
  }
}

extension PlanExtension {
  fileprivate var json: JSONValue {
    let digits = Array("0123456789abcdef")
    return [
      "tag": .integer(tag),
      "bytes": .string(String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })),
    ]
  }
}
