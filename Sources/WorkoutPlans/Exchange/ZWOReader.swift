import Files
import JSON

/// Reads Zwift's workout files.
struct ZWOReader {
  private var losses: [String] = []
  private var faults: [PlanFault] = []
  private let file: String
  private let ftpW: Double?

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
    if parsed.sport != "bike" {
      faults.append(PlanFault("sportType", at: .file(file), "is \"\(parsed.sport)\"; expected \"bike\""))
    }
    for name in parsed.passedOver.sorted() { losses.append("\(name): is ignored") }
    var (warmup, cooldown): (PlanStep?, PlanStep?)
    var blocks: [PlanBlock] = []
    var pending: [IntervalStep] = []
    for (index, element) in parsed.elements.enumerated() {
      switch element.name {
      case "Warmup" where index == 0: warmup = step(element)
      case "Cooldown" where index == parsed.elements.count - 1: cooldown = step(element)
      case "Warmup", "Cooldown", "SteadyState", "Ramp", "FreeRide", "Freeride", "MaxEffort":
        if element.name == "MaxEffort" {
          losses.append("line \(element.line): a maximal effort becomes a step without a target")
        }
        pending.append(IntervalStep(.work, step(element)))
      case "IntervalsT":
        if !pending.isEmpty { blocks.append(PlanBlock(pending)) }
        pending = []
        blocks.append(intervals(element))
      default: losses.append("line \(element.line): the element \(element.name) is ignored")
      }
    }
    if !pending.isEmpty { blocks.append(PlanBlock(pending)) }
    let workout = CustomWorkout(.cycling, .indoor, warmup: warmup, blocks: blocks, cooldown: cooldown).startingWithWork
    return WorkoutPlan(
      parsed.name.allSatisfy(\.isWhitespace) ? Folder.split(file).name : parsed.name,
      notes: parsed.notes.isEmpty ? nil : parsed.notes, .custom(workout))
  }

  private mutating func intervals(_ element: ZWOParser.Element) -> PlanBlock {
    let times = number(element, "Repeat").flatMap(Int.init(exactly:))
    if times == nil, let text = element.attributes["Repeat"] {
      faults.append(fault(element, "Repeat \"\(text)\"", "a whole number"))
    }
    let on = PlanStep(
      .time(RoundestUnit.time(number(element, "OnDuration") ?? 1)), alert: alert(number(element, "OnPower"), element))
    let off = PlanStep(
      .time(RoundestUnit.time(number(element, "OffDuration") ?? 1)), alert: alert(number(element, "OffPower"), element))
    passOver(element, but: ["Repeat", "OnDuration", "OffDuration", "OnPower", "OffPower"])
    return PlanBlock(iterations: times ?? 1, [IntervalStep(.work, on), IntervalStep(.recovery, off)])
  }

  private mutating func step(_ element: ZWOParser.Element) -> PlanStep {
    let seconds = number(element, "Duration") ?? 1
    let given = element.attributes["Power"] == nil ? ["PowerLow", "PowerHigh"] : ["Power"]
    passOver(element, but: Set(["Duration"] + given))
    let goal = StepGoal.time(RoundestUnit.time(seconds))
    let powers = given.filter { element.attributes[$0] != nil }.compactMap { number(element, $0) }
    guard let low = powers.first, let high = powers.last else { return PlanStep(goal) }
    guard low != high else { return PlanStep(goal, alert: alert(low, element)) }
    losses.append(
      "line \(element.line): a ramp from \(PlanNumber.text(low)) to \(PlanNumber.text(high)) becomes a range")
    guard let ftpW, low > 0, high > 0 else { return PlanStep(goal, alert: alert((low + high) / 2, element)) }
    let ends = [TrainerStep.watts(low, ftpW: ftpW), TrainerStep.watts(high, ftpW: ftpW)].sorted()
    return PlanStep(goal, alert: StepAlert(.powerRange(MeasureRange(ends[0]...ends[1], .w))))
  }

  /// A fraction of the threshold power as watts, or as the zone that it lies in.
  private mutating func alert(_ fraction: Double?, _ element: ZWOParser.Element) -> StepAlert? {
    guard let fraction else { return nil }
    if let ftpW { return StepAlert(.powerThreshold(Measure(TrainerStep.watts(fraction, ftpW: ftpW), .w))) }
    let zone = TrainerStep.zone(ofFraction: fraction)
    losses.append(
      "line \(element.line): \(PlanNumber.text(fraction)) of the threshold power becomes power zone \(zone), as --ftp-w is "
        + "not given")
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
