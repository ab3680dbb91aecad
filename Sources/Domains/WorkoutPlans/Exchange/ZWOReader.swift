import SPBasics

/// Reads Zwift's workout files.
///
/// Zwift does not document them. Source of the elements and attributes: the tag reference of
/// h4l/zwift-workout-file-reference, made from the workouts that come with Zwift. Every attribute that a plan cannot
/// hold is reported as lost, with its line and value.
struct ZWOReader {
  private var losses = LossesByLine()
  private var faults: [PlanFault] = []
  private let file: String
  private var ftpW: Double?
  private let paces: [RunnerPace: Measure<SpeedUnit>]
  private var activity = Activity.cycling
  /// Whether durations are distances in m.
  private var countsMetres = false
  private var texts = TimedTexts()
  /// The end of the previous step, in s, or in m if durations are distances.
  private var position = 0.0
  /// Whether one of the present intervals' steps uses their pace.
  private var usesPace = false

  private init(file: String, ftpW: Double?, paces: [RunnerPace: Measure<SpeedUnit>]) {
    self.file = file
    self.ftpW = ftpW
    self.paces = paces
  }

  /// - Parameters:
  ///   - ftpW: turns fractions of the threshold power into watts; without it they become zones.
  ///   - paces: turn fractions of the runner's paces into paces; without them they are lost.
  /// - Throws: ``PlanError`` with every fault of the file.
  static func read(
    _ bytes: [UInt8], file: String, ftpW: Double?, paces: [RunnerPace: Measure<SpeedUnit>]
  ) throws(PlanError) -> PlanImport {
    let parsed = try ZWOParser.parse(bytes, file: file)
    var reader = ZWOReader(file: file, ftpW: ftpW, paces: paces)
    let plan = reader.plan(parsed)
    guard reader.faults.isEmpty else { throw PlanError(reader.faults) }
    let faults = plan.faults()
    guard faults.isEmpty else { throw PlanError(faults.map { PlanFault($0.path, at: .file(file), $0.message) }) }
    return PlanImport(plan: plan, format: .zwo, losses: reader.losses.sentences)
  }

  private mutating func plan(_ parsed: ZWOParser) -> WorkoutPlan {
    losses = parsed.losses
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
    override(with: parsed.ftpOverride)
    let workout = workout(parsed.elements)
    return WorkoutPlan(
      parsed.name.allSatisfy(\.isWhitespace) ? Folder.split(file).name : parsed.name,
      notes: texts.notes(after: parsed.notes, &losses), .custom(workout))
  }

  /// With `ftpOverride` a workout states watts, whatever the rider's threshold power is.
  private mutating func override(with override: (text: String, line: Int)?) {
    guard let override else { return }
    guard let watts = Double(override.text), PlanFormat.thresholdPowersW.contains(watts) else {
      return losses.add("ftpOverride \"\(override.text)\" is lost; expected 20 to 2000 W", line: override.line)
    }
    if let ftpW, ftpW != watts {
      losses.add(
        "the threshold power of \(PlanNumber.text(ftpW)) W is not used: ftpOverride states \(override.text) W",
        line: override.line)
    }
    ftpW = watts
  }

  /// The names of messages to the rider, in lower case.
  private static let messages: Set = ["textevent", "textnotification"]

  private mutating func workout(_ elements: [ZWOElement]) -> CustomWorkout {
    var (warmup, cooldown): (PlanStep?, PlanStep?)
    var blocks: [PlanBlock] = []
    var pending: [IntervalStep] = []
    // Messages may come before the first step and after the last.
    let steps = elements.indices.filter { !Self.messages.contains(elements[$0].name.lowercased()) }
    for (index, var element) in elements.enumerated() {
      let start = position
      switch element.name.lowercased() {
      case "warmup" where index == steps.first: warmup = step(&element)
      case "cooldown" where index == steps.last: cooldown = step(&element)
      case "warmup", "cooldown", "steadystate", "solidstate", "ramp", "freeride", "maxeffort":
        switch element.name.lowercased() {
        case "maxeffort": losses.add("a maximal effort becomes a step without a target", line: element.line)
        case "warmup": losses.add("a warm-up that is not the first step becomes a work step", line: element.line)
        case "cooldown": losses.add("a cool-down that is not the last step becomes a work step", line: element.line)
        default: break
        }
        pending.append(IntervalStep(.work, step(&element)))
      case "intervalst":
        if !pending.isEmpty { blocks.append(PlanBlock(pending)) }
        pending = []
        blocks.append(intervals(&element))
      case let name where Self.messages.contains(name):
        read(&element, from: 0)
        continue
      default:
        losses.add("the element \(element.name) is ignored, with its step if it is one", line: element.line)
        if let message = element.events.first {
          losses.add("the messages of the element \(element.name) are lost", line: message.line)
        }
        continue
      }
      for (name, value) in element.rest {
        losses.add("\(name) \"\(value)\" of \(element.name) is lost", line: element.line)
      }
      for var event in element.events { read(&event, from: start) }
    }
    if !pending.isEmpty { blocks.append(PlanBlock(pending)) }
    if warmup == nil, cooldown == nil, blocks.isEmpty {
      faults.append(PlanFault("workout", at: .file(file), "has no steps; expected at least one, such as SteadyState"))
    }
    return CustomWorkout(activity, .indoor, warmup: warmup, blocks: blocks, cooldown: cooldown).startingWithWork
  }

  // MARK: Steps

  private mutating func intervals(_ element: inout ZWOElement) -> PlanBlock {
    let text = element.take("Repeat")
    let times = text.flatMap(Double.init).flatMap(Int.init(exactly:))
    if let text, (times ?? 0) < 1 { faults.append(fault(element, "Repeat \"\(text)\"", "a whole number above 0")) }
    let start = position
    usesPace = false
    let on = PlanStep(goal(&element, "OnDuration"), alert: alert(&element, "On"))
    let off = PlanStep(goal(&element, "OffDuration"), alert: alert(&element, "Off"))
    if let number = element.take("pace") {
      losses.add("pace \"\(number)\" is lost: its steps have no power", line: element.line)
    }
    position = start + Double(times ?? 1) * (position - start)
    return PlanBlock(iterations: times ?? 1, [IntervalStep(.work, on), IntervalStep(.recovery, off)])
  }

  private mutating func step(_ element: inout ZWOElement) -> PlanStep {
    PlanStep(goal(&element, "Duration"), alert: alert(&element, ""))
  }

  /// The goal of a step: a time, or in workouts by distance a number of metres.
  private mutating func goal(_ element: inout ZWOElement, _ name: String) -> StepGoal {
    let text = element.take(name)
    var number = text.flatMap(Double.init) ?? 0
    if number <= 0 || !number.isFinite {
      faults.append(fault(element, text.map { "\(name) \"\($0)\"" } ?? "no \(name)", "a number above 0"))
      number = 1
    }
    position += number
    return countsMetres ? .distance(RoundestUnit.distance(number)) : .time(RoundestUnit.time(number))
  }

  /// The alert of a step, which has one target: the power or pace, or else the cadence.
  /// - Parameter part: `On` or `Off` of intervals; empty for other steps.
  private mutating func alert(_ element: inout ZWOElement, _ part: String) -> StepAlert? {
    let target = activity == .cycling ? power(&element, part) : pace(&element, part)
    guard let cadence = cadence(&element, part) else { return target }
    guard let target else { return cadence }
    losses.add(
      "the cadence of \(PlanWords(units: .written).text(cadence)) is lost: the target of the step is its \(target.word)",
      line: element.line)
    return target
  }

  /// The fractions of the threshold that a step states: `Power` is one, `PowerLow` and `PowerHigh` are two. Steps of
  /// intervals have `OnPower`, or `PowerOnLow` and `PowerOnHigh`, and the same with `Off`.
  private mutating func fractions(_ element: inout ZWOElement, _ part: String) -> (low: Double, high: Double)? {
    func take(_ name: String) -> Double? {
      guard let text = element.take(name) else { return nil }
      if let number = Double(text), number >= 0, number.isFinite { return number }
      faults.append(fault(element, "\(name) \"\(text)\"", "a number of 0 or more"))
      return nil
    }
    if let one = take(part + "Power") { return (one, one) }
    let (low, high) = (take("Power\(part)Low"), take("Power\(part)High"))
    guard let either = low ?? high else { return nil }
    return (low ?? either, high ?? either)
  }

  private mutating func power(_ element: inout ZWOElement, _ part: String) -> StepAlert? {
    guard let (low, high) = fractions(&element, part) else { return zone(&element, part) }
    // Zwift's other steps with two powers are ramps.
    let isRange = ["steadystate", "solidstate"].contains(element.name.lowercased())
    let target = PowerTarget(.fraction(low), to: .fraction(high), isRange ? .range : .ramp, ftpW: ftpW)
    for loss in target.losses { losses.add(loss, line: element.line) }
    return target.alert
  }

  /// A zone that is stated instead of a power. Zwift's six zones end at 60, 75, 89, 104 and 118 % of the threshold
  /// power.
  private mutating func zone(_ element: inout ZWOElement, _ part: String) -> StepAlert? {
    let name = part.isEmpty ? "Zone" : "Power\(part)Zone"
    guard let text = element.take(name) else { return nil }
    guard let zone = Int(text), (1...6).contains(zone) else {
      losses.add("\(name) \"\(text)\" is lost; expected 1 to 6", line: element.line)
      return nil
    }
    losses.add("Zwift's zone \(zone) becomes power zone \(zone), whose limits differ a little", line: element.line)
    return StepAlert(.powerZone(zone))
  }

  /// The pace of a step of a run: a fraction of the speed at the pace with the number in `pace`, or else of the speed
  /// at the threshold.
  private mutating func pace(_ element: inout ZWOElement, _ part: String) -> StepAlert? {
    let number = element.take("pace")
    guard let (low, high) = fractions(&element, part) else {
      if part.isEmpty, let number {
        losses.add("pace \"\(number)\" is lost: its step has no Power", line: element.line)
      }
      // The steps of intervals share the pace.
      if !part.isEmpty, let number, !usesPace { element.give("pace", number) }
      return nil
    }
    usesPace = true
    if part == "On", let number { element.give("pace", number) }
    let ends = (low == high ? [low] : [low, high]).map { PlanWords.number(100 * $0) }.joined(separator: " to ")
    let fraction = (part.isEmpty ? "" : "\(part) at ") + "\(ends) %"
    guard let pace = number.map(RunnerPace.init(zwiftNumber:)) ?? .threshold else {
      losses.add(
        "\(fraction) of the runner's pace \"\(number ?? "")\" is lost; expected a pace from 0 to 4", line: element.line)
      return nil
    }
    guard let known = paces[pace] else {
      losses.add(
        "\(fraction) of the runner's \(pace.words) pace is lost, as the file does not state that pace; workout-plan "
          + "convert takes it with --pace \(pace.rawValue)=MIN:S", line: element.line)
      return nil
    }
    guard low > 0, high > 0 else {
      losses.add("\(fraction) of the runner's \(pace.words) pace becomes a step without a target", line: element.line)
      return nil
    }
    let values = [low, high].map { (1e6 * known.unit.value(ofBase: $0 * known.base)).rounded() / 1e6 }.sorted()
    guard values[0] < values[1] else { return StepAlert(.speedThreshold(Measure(values[0], known.unit))) }
    losses.add("a change from \(ends) % of the runner's \(pace.words) pace becomes a range", line: element.line)
    return StepAlert(.speedRange(MeasureRange(values[0]...values[1], known.unit)))
  }

  /// The cadence of a step: a range if both limits are stated, or else one value. Rests of intervals have a separate
  /// cadence.
  private mutating func cadence(_ element: inout ZWOElement, _ part: String) -> StepAlert? {
    let unit: CadenceUnit = activity == .running ? .spm : .rpm
    func take(_ name: String) -> Double? {
      guard let text = element.take(name) else { return nil }
      if let number = Double(text), StepAlert(.cadenceThreshold(Measure(number, unit))).isPossible { return number }
      losses.add("\(name) \"\(text)\" of \(element.name) is lost", line: element.line)
      return nil
    }
    if part == "Off" { return take("CadenceResting").map { StepAlert(.cadenceThreshold(Measure($0, unit))) } }
    let limits = [take("CadenceLow"), take("CadenceHigh")].compactMap(\.self).sorted()
    if limits.count == 2, limits[0] < limits[1] {
      return StepAlert(.cadenceRange(MeasureRange(limits[0]...limits[1], unit)))
    }
    // One limit, or two equal limits, is a cadence to reach.
    return (limits.first ?? take("Cadence")).map { StepAlert(.cadenceThreshold(Measure($0, unit))) }
  }

  private func fault(_ element: ZWOElement, _ found: String, _ expected: String) -> PlanFault {
    PlanFault(
      "", at: .position(file: file, line: element.line, column: 1), "\(element.name) has \(found); expected \(expected)"
    )
  }

  // MARK: Messages

  /// A message to the rider, or another event.
  /// - Parameter start: the start of the step, from which offsets count, in s or m.
  private mutating func read(_ event: inout ZWOElement, from start: Double) {
    let isText = ["textevent", "textnotification"].contains(event.name.lowercased())
    guard isText, let message = event.take("message") ?? event.take("text") else {
      let attributes = event.rest.map { " \($0.name) \"\($0.value)\"" }.joined(separator: ",")
      return losses.add("\(event.name)\(attributes) is lost", line: event.line)
    }
    func take(_ name: String) -> Double? {
      guard let text = event.take(name) else { return nil }
      if let number = Double(text), number >= 0, number.isFinite { return number }
      losses.add("\(event.name) \(name) \"\(text)\" is lost", line: event.line)
      return nil
    }
    let (seconds, metres) = (take("timeoffset") ?? 0, take("distoffset") ?? 0)
    func distance(_ metres: Double) -> String { "\(PlanNumber.text(metres)) m" }
    let place =
      countsMetres
      ? (seconds > 0 ? "\(PlanNumber.text(seconds)) s after " : "") + distance(start + metres)
      : (metres > 0 ? "\(distance(metres)) after " : "") + TimedTexts.clock(start + seconds)
    texts.add(message, at: place, shownS: take("duration"), line: event.line)
    for (name, value) in event.rest {
      losses.add("\(event.name) \(name) \"\(value)\" is lost", line: event.line)
    }
  }
}
