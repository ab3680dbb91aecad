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

  /// Whether bytes begin like a binary plan.
  package static func isBinary(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: PlanBytes.signature) }

  /// Reads a plan from the compact binary form.
  ///
  /// The reader keeps parts with unknown odd tags in ``extensions``. It rejects unknown even tags and newer versions.
  /// - Throws: ``PlanError`` for bytes that are damaged or not a plan, and for an invalid plan.
  public init(binary bytes: [UInt8], file: String) throws(PlanError) {
    let start = PlanBytes.signature.count
    guard Self.isBinary(bytes) else { throw PlanError(file, "is not a binary plan; expected it to begin with SWPL") }
    guard bytes.count <= PlanBytes.largestFile else {
      throw PlanError(file, "has \(bytes.count) bytes; expected at most \(PlanBytes.largestFile)")
    }
    guard bytes.count > start + PlanBytes.checksumSize else {
      throw PlanError(file, "has \(bytes.count) bytes and is cut short; expected a whole binary plan")
    }
    guard bytes[start] == PlanBytes.version else {
      throw PlanError(
        file, "is of version \(bytes[start]); expected \(PlanBytes.version), the newest that this swingpipe reads")
    }
    let end = bytes.count - PlanBytes.checksumSize
    let stored = bytes[end...].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    guard PlanBytes.checksum(bytes[..<end]) == stored else {
      throw PlanError(file, "is damaged: its checksum is not that of its content; expected a file as it was written")
    }
    var reader = PlanByteReader(bytes, file: file, start + 1..<end)
    let plan = try reader.plan()
    let faults = plan.faults()
    guard faults.isEmpty else {
      throw PlanError(faults.map { PlanFault($0.path, at: .file(file), $0.message, suggestion: $0.suggestion) })
    }
    self = plan
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

extension PlanByteReader {
  fileprivate mutating func plan() throws(PlanError) -> WorkoutPlan {
    var (name, notes, workout): (String?, String?, Workout?)
    var extensions: [PlanExtension] = []
    while !isAtEnd {
      let start = position
      let tag = try varint("the tag of a part")
      let size = try varint("the length of a part")
      guard size <= remaining else { throw fault("expected a part of \(size) bytes, found \(remaining)") }
      switch tag {
      case PlanBytes.Tag.name where name == nil: name = try text(of: size, "the name")
      case PlanBytes.Tag.notes where notes == nil: notes = try text(of: size, "the notes")
      case PlanBytes.Tag.name, PlanBytes.Tag.notes:
        throw fault("expected one part of kind \(tag), found two", at: start)
      default:
        if let part = PlanExtension(tag: tag, bytes: Array(try raw(size, "a part"))) {
          extensions.append(part)
        } else {
          var part = PlanByteReader(bytes, file: file, position - size..<position)
          let found = try part.workout(tag, at: start)
          guard workout == nil else { throw fault("expected one workout, found two", at: start) }
          workout = found
          guard part.isAtEnd else {
            throw part.fault("expected the end of the part, found \(part.remaining) bytes more")
          }
        }
      }
    }
    guard let name else { throw fault("expected a part with the name") }
    guard let workout else { throw fault("expected a part with the workout") }
    return WorkoutPlan(name, notes: notes, workout, extensions: extensions)
  }

  private mutating func workout(_ tag: Int, at start: Int) throws(PlanError) -> Workout {
    switch tag {
    case PlanBytes.Tag.singleGoal:
      let (activity, location) = try place()
      return .singleGoal(SingleGoalWorkout(activity, location, goal: try goal()))
    case PlanBytes.Tag.pacer:
      let (activity, location) = try place()
      let distance = try measure(DistanceUnit.self)
      return .pacer(PacerWorkout(activity, location, distance: distance, time: try measure(TimeUnit.self)))
    case PlanBytes.Tag.swimBikeRun:
      var legs: [SwimBikeRunWorkout.Leg] = []
      for _ in 0..<(try count("activities", eachAtLeast: 1)) { legs.append(try choice("an activity", PlanCodes.legs)) }
      return .swimBikeRun(SwimBikeRunWorkout(legs))
    case PlanBytes.Tag.custom:
      return .custom(try custom())
    default:
      throw fault(
        "is a part of kind \(tag), from a newer swingpipe, and the plan would not be the same without it; expected "
          + "only parts that this version knows", at: start)
    }
  }

  private mutating func custom() throws(PlanError) -> CustomWorkout {
    let (activity, location) = try place()
    let ends = try flags("which of warm-up and cooldown there are", below: 4)
    let warmup = ends & 1 == 0 ? nil : try interval().step
    var blocks: [PlanBlock] = []
    for _ in 0..<(try count("blocks", eachAtLeast: 2)) {
      let iterations = try varint("the number of iterations")
      var steps: [IntervalStep] = []
      for _ in 0..<(try count("steps", eachAtLeast: 2)) { steps.append(try interval()) }
      blocks.append(PlanBlock(iterations: iterations, steps))
    }
    let cooldown = ends & 2 == 0 ? nil : try interval().step
    return CustomWorkout(activity, location, warmup: warmup, blocks: blocks, cooldown: cooldown)
  }

  private mutating func place() throws(PlanError) -> (Activity, Location?) {
    let start = position
    let code = try varint("the number of an activity")
    guard let support = ActivitySupport.byCode[code] else {
      throw fault("expected the number of a known activity, found \(code)", at: start)
    }
    let places: [Location?] = [nil] + Location.allCases
    return (support.activity, try choice("a location", places))
  }

  private mutating func flags(_ what: String, below limit: Int) throws(PlanError) -> Int {
    let start = position
    let flags = try byte(what)
    guard flags < limit else { throw fault("expected \(what), found unknown flags \(flags)", at: start) }
    return flags
  }

  private mutating func interval() throws(PlanError) -> IntervalStep {
    let start = position
    let flags = try flags("the flags of a step", below: 8)
    guard let goal = StepGoal(try goal()) else {
      throw fault("expected a step that is open or ends by time or distance", at: start)
    }
    let alert = flags & 1 == 0 ? nil : try alert()
    let name = flags & 2 == 0 ? nil : try text("the name of a step")
    return IntervalStep(flags & 4 == 0 ? .work : .recovery, PlanStep(goal, alert: alert, name: name))
  }

  private mutating func goal() throws(PlanError) -> SingleGoal {
    let start = position
    let code = try byte("a goal")
    switch code & 15 {
    case 0:
      guard code == 0 else { throw fault("expected an open goal without unit, found \(code)", at: start) }
      return .open
    case 1: return .time(try measure(code >> 4, at: start))
    case 2: return .distance(try measure(code >> 4, at: start))
    case 3: return .energy(try measure(code >> 4, at: start))
    case 4: return .poolSwim(try measure(code >> 4, at: start), within: try measure(TimeUnit.self))
    default: throw fault("expected a goal of kind 0 to 4, found \(code & 15)", at: start)
    }
  }

  private mutating func measure<Unit: PlanUnit>(_: Unit.Type) throws(PlanError) -> Measure<Unit> {
    let start = position
    let code = try byte("a unit")
    guard code & 15 == 0 else { throw fault("expected a unit, found \(code)", at: start) }
    return try measure(code >> 4, at: start)
  }

  private mutating func measure<Unit: PlanUnit>(_ index: Int, at start: Int) throws(PlanError) -> Measure<Unit> {
    let unit = try choice(index, "a unit of \(Unit.quantity)", Unit.allCases, at: start)
    return Measure(try number("a value"), unit)
  }

  private mutating func alert() throws(PlanError) -> StepAlert {
    let start = position
    let code = try byte("an alert")
    let (kind, unit) = (code & 15, code >> 5)
    let target: StepAlert.Target
    switch kind {
    case 0, 1:
      guard unit == 0 else { throw fault("expected a zone without unit, found \(code)", at: start) }
      let zone = try byte("a zone")
      target = kind == 0 ? .heartRateZone(zone) : .powerZone(zone)
    case 2: target = .heartRateRange(try range(unit, at: start))
    case 3: target = .powerRange(try range(unit, at: start))
    case 4: target = .speedRange(try range(unit, at: start))
    case 5: target = .cadenceRange(try range(unit, at: start))
    case 6: target = .powerThreshold(try measure(unit, at: start))
    case 7: target = .speedThreshold(try measure(unit, at: start))
    case 8: target = .cadenceThreshold(try measure(unit, at: start))
    default: throw fault("expected an alert of kind 0 to 8, found \(kind)", at: start)
    }
    return StepAlert(target, on: code & 16 == 0 ? .current : .average)
  }

  private mutating func range<Unit: PlanUnit>(_ index: Int, at start: Int) throws(PlanError) -> MeasureRange<Unit> {
    let unit = try choice(index, "a unit of \(Unit.quantity)", Unit.allCases, at: start)
    let (lower, upper) = (try number("the lower end of a range"), try number("the upper end of a range"))
    guard lower <= upper else { throw fault("expected a range whose lower end comes first", at: start) }
    return MeasureRange(lower...upper, unit)
  }
}

/// Values stored in files as their position in a list: new values go to the end.
private enum PlanCodes {
  static let legs: [SwimBikeRunWorkout.Leg] = [
    .swimming(.pool), .swimming(.openWater), .cycling(.indoor), .cycling(.outdoor), .running(.indoor),
    .running(.outdoor),
  ]

  static func index<Value: Equatable>(of value: Value, in values: [Value]) -> Int {
    guard let index = values.firstIndex(of: value) else { preconditionFailure("\(value) has no code") }
    return index
  }
}
