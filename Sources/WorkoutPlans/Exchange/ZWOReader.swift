import Files
import JSON

/// Reads Zwift's workout files.
struct ZWOReader {
  private var losses: [String] = []
  private var faults: [PlanFault] = []
  private let file: String
  private let ftpW: Double?
  private var activity = Activity.cycling
  /// Whether durations are distances in m.
  private var countsMetres = false

  private init(file: String, ftpW: Double?) {
    self.file = file
    self.ftpW = ftpW
  }

  /// - Parameter ftpW: turns fractions of the threshold power into watts; without it they become zones.
  /// - Throws: ``PlanError`` with every fault of the file.
  static func read(_ bytes: [UInt8], file: String, ftpW: Double?) throws(PlanError) -> PlanImport {
    let parsed = try ZWOParser.parse(bytes, file: file)
    var reader = ZWOReader(file: file, ftpW: ftpW)
    let plan = reader.plan(parsed)
    guard reader.faults.isEmpty else { throw PlanError(reader.faults) }
    let faults = plan.faults()
    guard faults.isEmpty else { throw PlanError(faults.map { PlanFault($0.path, at: .file(file), $0.message) }) }
    return PlanImport(plan: plan, format: .zwo, losses: reader.losses)
  }

  private mutating func plan(_ parsed: ZWOParser) -> WorkoutPlan {
    switch parsed.sport.lowercased() {
    case "bike": activity = .cycling
    case "run": activity = .running
    default:
      faults.append(
        PlanFault("sportType", at: .file(file), "is \"\(parsed.sport)\"; expected \"bike\" or \"run\""))
    }
    switch parsed.durationType.lowercased() {
    case "time": break
    case "distance": countsMetres = true
    default:
      faults.append(
        PlanFault(
          "durationType", at: .file(file), "is \"\(parsed.durationType)\"; expected \"time\" or \"distance\""))
    }
    for name in parsed.passedOver.sorted() { losses.append("\(name): is ignored") }
    var (warmup, cooldown): (PlanStep?, PlanStep?)
    var blocks: [PlanBlock] = []
    var pending: [IntervalStep] = []
    for (index, element) in parsed.elements.enumerated() {
      switch element.name {
      case "Warmup" where index == 0: warmup = step(element)
      case "Cooldown" where index == parsed.elements.count - 1: cooldown = step(element)
      case "Warmup", "Cooldown", "SteadyState", "SolidState", "Ramp", "FreeRide", "Freeride", "MaxEffort":
        if element.name == "MaxEffort" {
          losses.append("line \(element.line): a maximal effort becomes a step without a target")
        }
        pending.append(IntervalStep(.work, step(element)))
      case "IntervalsT":
        if !pending.isEmpty { blocks.append(PlanBlock(pending)) }
        pending = []
        blocks.append(intervals(element))
      default: losses.append("line \(element.line): the element \(element.name) is ignored, with its step if it is one")
      }
    }
    if !pending.isEmpty { blocks.append(PlanBlock(pending)) }
    let workout = CustomWorkout(activity, .indoor, warmup: warmup, blocks: blocks, cooldown: cooldown).startingWithWork
    return WorkoutPlan(
      parsed.name.allSatisfy(\.isWhitespace) ? Folder.split(file).name : parsed.name,
      notes: parsed.notes.isEmpty ? nil : parsed.notes, .custom(workout))
  }

  private mutating func intervals(_ element: ZWOParser.Element) -> PlanBlock {
    let times = number(element, "Repeat").flatMap(Int.init(exactly:))
    if times == nil, let text = element.attributes["Repeat"] {
      faults.append(fault(element, "Repeat \"\(text)\"", "a whole number"))
    }
    let (on, off) = (target(element, "On"), target(element, "Off"))
    passOver(
      element, but: Set(["Repeat", "OnDuration", "OffDuration"] + on.names + off.names))
    return PlanBlock(
      iterations: times ?? 1,
      [
        IntervalStep(.work, PlanStep(goal(element, "OnDuration"), alert: on.alert)),
        IntervalStep(.recovery, PlanStep(goal(element, "OffDuration"), alert: off.alert)),
      ])
  }

  private mutating func step(_ element: ZWOParser.Element) -> PlanStep {
    let goal = goal(element, "Duration")
    let target = target(element, "")
    passOver(element, but: Set(["Duration"] + target.names))
    return PlanStep(goal, alert: target.alert)
  }

  /// The goal of a step: a time, or in workouts by distance a number of metres.
  private mutating func goal(_ element: ZWOParser.Element, _ name: String) -> StepGoal {
    let number = number(element, name) ?? 1
    return countsMetres ? .distance(RoundestUnit.distance(number)) : .time(RoundestUnit.time(number))
  }

  /// The target of a step, and the names of the attributes that state it.
  ///
  /// `Power` states one fraction of the threshold, `PowerLow` and `PowerHigh` two. Steps of intervals have `OnPower` or
  /// `PowerOnLow` and `PowerOnHigh`, and the same with `Off`.
  /// - Parameter part: `On` or `Off` of intervals; empty for other steps.
  private mutating func target(_ element: ZWOParser.Element, _ part: String) -> (alert: StepAlert?, names: [String]) {
    let single = part + "Power"
    let names = element.attributes[single] == nil ? ["Power\(part)Low", "Power\(part)High"] : [single]
    let powers = names.filter { element.attributes[$0] != nil }.compactMap { number(element, $0) }
    guard let low = powers.first, let high = powers.last else { return (nil, names) }
    guard activity == .cycling else {
      let ends = (low == high ? [low] : [low, high]).map { PlanNumber.text(100 * $0) }.joined(separator: " to ")
      let pace = element.attributes["pace"].flatMap(Int.init).flatMap { Self.paces[$0] } ?? "threshold"
      losses.append(
        "line \(element.line): \(part.isEmpty ? "" : "\(part) at ")\(ends) % of the runner's \(pace) pace is lost, as the "
          + "file does not state that pace")
      return (nil, names + ["pace"])
    }
    guard low != high else { return (alert(low, element), names) }
    losses.append(
      "line \(element.line): a ramp from \(PlanNumber.text(low)) to \(PlanNumber.text(high)) becomes a range")
    guard let ftpW, low > 0, high > 0 else { return (alert((low + high) / 2, element), names) }
    let ends = [TrainerStep.watts(low, ftpW: ftpW), TrainerStep.watts(high, ftpW: ftpW)].sorted()
    return (StepAlert(.powerRange(MeasureRange(ends[0]...ends[1], .w))), names)
  }

  /// The runner's paces by their numbers in Zwift's files.
  private static let paces = [0: "1 mile", 1: "5 km", 2: "10 km", 3: "half marathon", 4: "marathon"]

  /// A fraction of the threshold power as watts, or as the zone that it lies in.
  private mutating func alert(_ fraction: Double?, _ element: ZWOParser.Element) -> StepAlert? {
    guard let fraction else { return nil }
    if let ftpW { return StepAlert(.powerThreshold(Measure(TrainerStep.watts(fraction, ftpW: ftpW), .w))) }
    let zone = TrainerStep.zone(ofFraction: fraction)
    losses.append(
      "line \(element.line): \(PlanNumber.text(fraction)) of the threshold power becomes power zone \(zone)\(TrainerStep.zoneHint)"
    )
    return StepAlert(.powerZone(zone))
  }

  private mutating func passOver(_ element: ZWOParser.Element, but known: Set<String>) {
    for name in element.attributes.keys.sorted() where !known.contains(name) {
      losses.append("line \(element.line): \(element.name) \(name) is ignored")
    }
  }

  private mutating func number(_ element: ZWOParser.Element, _ name: String) -> Double? {
    let text = element.attributes[name]
    if let number = text.flatMap(Double.init), number > 0, number.isFinite { return number }
    if text == nil, name.hasSuffix("Power") { return nil }
    faults.append(fault(element, text.map { "\(name) \"\($0)\"" } ?? "no \(name)", "a number above 0"))
    return nil
  }

  private func fault(_ element: ZWOParser.Element, _ found: String, _ expected: String) -> PlanFault {
    PlanFault(
      "", at: .position(file: file, line: element.line, column: 1), "\(element.name) has \(found); expected \(expected)"
    )
  }
}
