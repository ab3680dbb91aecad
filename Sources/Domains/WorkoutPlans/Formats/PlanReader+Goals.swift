import SPBasics

/// Goals and alerts.
extension PlanReader {
  /// The goal of a step, which cannot be an energy or a swim in a pool.
  mutating func stepGoal(_ node: JSONNode, _ path: String) -> StepGoal? {
    guard let goal = goal(node, path, energy: false) else { return nil }
    if let goal = StepGoal(goal) { return goal }
    let what = if case .energy = goal { "an energy" } else { "a distance within a time" }
    add(
      path, at: node.location,
      "a step cannot have \(what) as its goal; expected a time or a distance, or a plan of kind \"single_goal\"")
    return nil
  }

  /// - Parameter energy: whether to suggest energies for unknown names.
  mutating func goal(_ node: JSONNode, _ path: String, energy: Bool = true) -> SingleGoal? {
    let offered = TimeUnit.keys + DistanceUnit.keys + (energy ? EnergyUnit.keys : [])
    let form = "\"open\" or an object such as { \"time_min\": 10 }"
    guard let members = node.members else {
      if node.string == "open" { return .open }
      expected(form, path, node, suggestion: node.string.flatMap { NearestName.find($0, in: ["open"]) })
      return nil
    }
    var time: Measure<TimeUnit>?
    var distance: Measure<DistanceUnit>?
    var energy: Measure<EnergyUnit>?
    var isSound = true
    for member in members {
      let full = "\(path).\(member.key)"
      if let unit = TimeUnit(key: member.key) {
        isSound = take(member, unit, full, into: &time) && isSound
      } else if let unit = DistanceUnit(key: member.key) {
        isSound = take(member, unit, full, into: &distance) && isSound
      } else if let unit = EnergyUnit(key: member.key) {
        isSound = take(member, unit, full, into: &energy) && isSound
      } else {
        unknown(member, full, offered)
        isSound = false
      }
    }
    guard isSound else { return nil }
    switch (time, distance, energy) {
    case (let time?, nil, nil): return .time(time)
    case (nil, let distance?, nil): return .distance(distance)
    case (nil, nil, let energy?): return .energy(energy)
    case (let time?, let distance?, nil): return .poolSwim(distance, within: time)
    case (nil, nil, nil):
      add(path, at: node.location, "is empty; expected \(form)")
    default:
      add(path, at: node.location, "has an energy and more; expected one of a time, a distance and an energy")
    }
    return nil
  }

  /// A value in one of a quantity's units: `{ "distance_km": 5 }`.
  mutating func measure<Unit: PlanUnit>(_ node: JSONNode, _ path: String, _: Unit.Type) -> Measure<Unit>? {
    let form = "an object with one of " + Unit.keys.map { "\"\($0)\"" }.joined(separator: ", ")
    guard let members = node.members, !members.isEmpty else {
      expected(form, path, node)
      return nil
    }
    var measure: Measure<Unit>?
    var isSound = true
    for member in members {
      let full = "\(path).\(member.key)"
      guard let unit = Unit(key: member.key) else {
        unknown(member, full, Unit.keys)
        isSound = false
        continue
      }
      isSound = take(member, unit, full, into: &measure) && isSound
    }
    return isSound ? measure : nil
  }

  mutating func alert(_ node: JSONNode, _ path: String) -> StepAlert? {
    let keys = PlanFields.targets.map(\.key)
    guard let members = node.members else {
      expected("an object such as { \"heart_rate_zone\": 2 }", path, node)
      return nil
    }
    var metric = StepAlert.Metric.current
    var targets: [(key: String, target: StepAlert.Target?)] = []
    var isSound = true
    for member in members {
      let full = "\(path).\(member.key)"
      if member.key == "metric" {
        metric = choice(member.node, full, StepAlert.Metric.allCases) ?? metric
      } else if keys.contains(member.key) {
        targets.append((member.key, target(member, full)))
      } else {
        unknown(member, full, keys + ["metric"])
        isSound = false
      }
    }
    guard targets.count == 1 else {
      if targets.count > 1 {
        let names = targets.map { "\"\($0.key)\"" }.joined(separator: " and ")
        add(path, at: node.location, "has \(names); expected one target")
      } else if isSound {
        add(path, at: node.location, "has no target; expected one such as { \"heart_rate_zone\": 2 }")
      }
      return nil
    }
    return isSound ? targets[0].target.map { StepAlert($0, on: metric) } : nil
  }

  private mutating func target(_ member: JSONMember, _ path: String) -> StepAlert.Target? {
    let node = member.node
    switch member.key {
    case "heart_rate_zone": return zone(node, path).map(StepAlert.Target.heartRateZone)
    case "power_zone": return zone(node, path).map(StepAlert.Target.powerZone)
    default: break
    }
    if let unit = HeartRateUnit(key: member.key) {
      if node.number != nil {
        add(path, at: node.location, "a heart rate has a range, such as [120, 140]; found \(node.summary)")
        return nil
      }
      return range(node, path, unit, "two numbers of \(unit.symbol) as a range").map(StepAlert.Target.heartRateRange)
    }
    if let unit = PowerUnit(key: member.key) {
      return value(node, path, unit, StepAlert.Target.powerThreshold, StepAlert.Target.powerRange)
    }
    if let unit = SpeedUnit(key: member.key) {
      return value(node, path, unit, StepAlert.Target.speedThreshold, StepAlert.Target.speedRange)
    }
    if let unit = CadenceUnit(key: member.key) {
      return value(node, path, unit, StepAlert.Target.cadenceThreshold, StepAlert.Target.cadenceRange)
    }
    return nil
  }

  private mutating func zone(_ node: JSONNode, _ path: String) -> Int? {
    if let zone = node.number?.integer { return zone }
    expected("the number of a zone", path, node)
    return nil
  }

  private mutating func value<Unit>(
    _ node: JSONNode, _ path: String, _ unit: Unit, _ threshold: (Measure<Unit>) -> StepAlert.Target,
    _ range: (MeasureRange<Unit>) -> StepAlert.Target
  ) -> StepAlert.Target? {
    if let number = node.number { return threshold(Measure(number.double, unit)) }
    return self.range(node, path, unit, "a number of \(unit.symbol), or two as a range").map(range)
  }

  private mutating func range<Unit>(
    _ node: JSONNode, _ path: String, _ unit: Unit, _ form: String
  ) -> MeasureRange<Unit>? {
    let numbers = node.elements?.compactMap { $0.number?.double } ?? []
    guard numbers.count == 2, node.elements?.count == 2 else {
      expected(form, path, node)
      return nil
    }
    guard numbers[0] <= numbers[1] else {
      add(
        path, at: node.location,
        "the range begins at \(PlanNumber.text(numbers[0])) and ends at \(PlanNumber.text(numbers[1])); expected the "
          + "smaller number first")
      return nil
    }
    return MeasureRange(numbers[0]...numbers[1], unit)
  }

  private mutating func take<Unit>(
    _ member: JSONMember, _ unit: Unit, _ path: String, into measure: inout Measure<Unit>?
  ) -> Bool {
    guard let number = member.node.number else {
      expected("a number of \(unit.symbol)", path, member.node)
      return false
    }
    guard measure == nil else {
      add(path, at: member.keyLocation, "a second \(Unit.quantity); expected one")
      return false
    }
    measure = Measure(number.double, unit)
    return true
  }

  private mutating func unknown(_ member: JSONMember, _ path: String, _ names: [String]) {
    let nearest = NearestName.find(member.key, in: names)
    let others = nearest == nil ? "; expected one of " + names.map { "\"\($0)\"" }.joined(separator: ", ") : ""
    add(path, at: member.keyLocation, "unknown key \"\(member.key)\"" + others, suggestion: nearest)
  }
}
