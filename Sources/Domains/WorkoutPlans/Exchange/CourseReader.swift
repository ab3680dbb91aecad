import SPBasics
import SPSignals

/// Reads courses for trainers, ERG and MRC: two points that follow each other in time are a step.
///
/// Courses have no iterations. Steps that repeat become the iterations of a block, see
/// `Swift.Array.foldedIntoBlocks()`.
struct CourseReader {
  /// The time between two points.
  private struct Segment {
    var start: CourseParser.Point
    var end: CourseParser.Point
    var name: String?
    var isSteady: Bool { start.value == end.value && start.unit == end.unit }
  }

  private let parsed: CourseParser
  private let file: String
  private let ftpW: Double?
  private var losses: LossesByLine
  private var faults: [PlanFault] = []
  /// The times of steps by their targets.
  private var times: [StepAlert?: [Measure<TimeUnit>]] = [:]
  /// The time of the steps so far, in s.
  private var totalS = 0.0
  /// How far the end of a step may be from the end in the file, in s: the resolution of two decimals, which most files
  /// have.
  private static let mostDriftS = 0.6 * 1.000001
  /// The most steps of a course, as many as are written.
  private static let mostSteps = 10_000

  private init(_ parsed: CourseParser, file: String, ftpW: Double?) {
    self.parsed = parsed
    self.file = file
    self.ftpW = ftpW
    losses = parsed.losses
  }

  /// - Parameter ftpW: turns percentages of the threshold power into watts; without it they become zones.
  /// - Throws: ``PlanError`` with every fault of the file.
  static func read(_ bytes: [UInt8], file: String, ftpW: Double?) throws(PlanError) -> PlanImport {
    if let place = bytes.firstIndex(of: 0) {
      throw PlanError(file, "is not a text: its byte \(place) is 0; expected a course in ERG or MRC")
    }
    let parsed = CourseParser(bytes, file: file)
    guard parsed.faults.isEmpty else { throw PlanError(parsed.faults) }
    var reader = CourseReader(parsed, file: file, ftpW: ftpW)
    let plan = reader.plan()
    guard reader.faults.isEmpty else { throw PlanError(reader.faults) }
    let faults = plan.faults()
    guard faults.isEmpty else { throw PlanError(faults.map { PlanFault($0.path, at: .file(file), $0.message) }) }
    return PlanImport(
      plan: plan, format: parsed.points.last?.unit == .watts ? .erg : .mrc, losses: reader.losses.sentences)
  }

  private mutating func plan() -> WorkoutPlan {
    tellOfThreshold()
    let last = parsed.points.last?.line ?? 1
    var segments = segments()
    if segments.isEmpty {
      faults.append(fault(last, "has no time between its points; expected a second point at a later time"))
    }
    // Laps divide steps, so each lap adds at most one step.
    if segments.count + parsed.laps.count <= 2 * Self.mostSteps { segments = named(segments) }
    let count = max(segments.count, parsed.laps.count)
    if count > Self.mostSteps {
      faults.append(fault(last, "is the end of \(count) steps and laps; expected at most \(Self.mostSteps)"))
      segments = []
    }
    let steps = segments.map { segment in
      let alert = alert(segment)
      return IntervalStep.work(goal(segment, alert), alert: alert, name: segment.name)
    }
    let stem = parsed.fileName.split(separator: ".").first.map(String.init) ?? ""
    let names = [parsed.name, stem, Folder.split(file).name]
    return WorkoutPlan(
      names.first { !$0.allSatisfy(\.isWhitespace) } ?? file, notes: parsed.texts.notes(after: "", &losses),
      .custom(CustomWorkout(.cycling, .indoor, blocks: steps.foldedIntoBlocks())))
  }

  /// The threshold power of the header belongs to a rider, and not to a plan.
  private mutating func tellOfThreshold() {
    guard let stated = parsed.ftpW, stated.watts != ftpW else { return }
    let watts = PlanNumber.text(stated.watts)
    let hasPercent = parsed.points.contains { $0.unit == .percent }
    let use =
      !hasPercent
      ? "the powers stay in W"
      : ftpW == nil ? "workout-plan convert takes it with --ftp-w \(watts)" : "the given threshold power is used"
    losses.add("FTP = \(watts) is lost; \(use)", line: stated.line)
  }

  private func fault(_ line: Int, _ message: String) -> PlanFault {
    PlanFault("", at: .position(file: file, line: line, column: 1), message)
  }

  // MARK: Segments

  /// The steps of the course. Two points at the same time separate steps, even if their powers are the same; a single
  /// point within a constant power does not separate steps.
  private mutating func segments() -> [Segment] {
    let points = parsed.points
    let laps = Set(parsed.laps.map(\.minutes))
    var segments: [Segment] = []
    if let first = points.first, first.minutes > 0 {
      losses.add(
        "the course begins at \(PlanNumber.text(first.minutes)) min; its first power is taken from 0 on",
        line: first.line
      )
      var start = first
      start.minutes = 0
      segments.append(Segment(start: start, end: first))
    }
    for (index, point) in points.enumerated().dropLast() {
      let next = points[index + 1]
      guard next.minutes > point.minutes else { continue }
      let segment = Segment(start: point, end: next)
      if let last = segments.last, last.end.line == point.line, last.isSteady, segment.isSteady,
        last.end.value == point.value, !laps.contains(point.minutes)
      {
        segments[segments.count - 1].end = next
      } else {
        segments.append(segment)
      }
    }
    loseMoments(points)
    return segments
  }

  /// Reports points that do not begin or end a step, unless a point at the same time has the same power.
  private mutating func loseMoments(_ points: [CourseParser.Point]) {
    for (index, point) in points.enumerated() {
      let before = index > 0 ? points[index - 1] : nil
      let after = index + 1 < points.count ? points[index + 1] : nil
      let isUsed = (before?.minutes ?? 0) < point.minutes || after.map { $0.minutes > point.minutes } == true
      let isRepeated = [before, after].contains { $0?.minutes == point.minutes && $0?.value == point.value }
      guard !isUsed, !isRepeated, points.count > 1 else { continue }
      losses.add(
        "\(words(point)) at \(PlanNumber.text(point.minutes)) min lasts no time, and is lost", line: point.line)
    }
  }

  private func words(_ point: CourseParser.Point) -> String {
    PlanNumber.text(point.value) + (point.unit == .watts ? " W" : " %")
  }

  /// The steps with the names of their laps. A lap within a constant power divides its step.
  private mutating func named(_ segments: [Segment]) -> [Segment] {
    var segments = segments
    for lap in parsed.laps {
      let end = segments.last?.end.minutes ?? 0
      let index = partitionPoint(segments.indices) { segments[$0].start.minutes <= lap.minutes } - 1
      guard index >= 0, lap.minutes < end else {
        if !lap.name.isEmpty { losses.add("the lap \"\(lap.name)\" at the end of the course is lost", line: lap.line) }
        continue
      }
      var place = index
      if segments[index].start.minutes < lap.minutes {
        guard segments[index].isSteady else {
          losses.add("a lap within a ramp is lost", line: lap.line)
          continue
        }
        var point = segments[index].start
        point.minutes = lap.minutes
        segments.insert(Segment(start: point, end: segments[index].end), at: index + 1)
        segments[index].end = point
        place += 1
      }
      if !lap.name.isEmpty { segments[place].name = lap.name }
    }
    return segments
  }

  // MARK: Steps

  /// The time of a step, in the unit that makes it roundest: both ends are rounded to the decimals of the file. If a
  /// step may be as long as an earlier step with the same target, it gets the same time, so that repetitions are found.
  /// Each step ends near its end in the file, so that rounding does not add up over many steps.
  private mutating func goal(_ segment: Segment, _ alert: StepAlert?) -> StepGoal {
    var resolutionS = 60.0
    for _ in 0..<min(parsed.timeDecimals, 6) { resolutionS /= 10 }
    // Coarse times count as exact, and fine times do not count as finer than a millisecond.
    let toleranceS = min(max(resolutionS, 0.0005), 0.6)
    let seconds = 60 * (segment.end.minutes - segment.start.minutes)
    let limitS = max(toleranceS, min(2 * toleranceS, 0.1)) * 1.000001
    let endS = 60 * segment.end.minutes
    func isInPlace(_ time: Measure<TimeUnit>) -> Bool { abs(totalS + time.base - endS) <= Self.mostDriftS }
    let same = times[alert]?.suffix(100).first { abs($0.base - seconds) <= limitS && isInPlace($0) }
    var time = same ?? RoundestUnit.time(seconds, step: 2 * toleranceS)
    if !isInPlace(time), endS > totalS { time = RoundestUnit.time(endS - totalS, step: 2 * toleranceS) }
    if same == nil { times[alert, default: []].append(time) }
    totalS += time.base
    return .time(time)
  }

  private mutating func alert(_ segment: Segment) -> StepAlert? {
    let (start, end) = (segment.start, segment.end)
    guard start.unit == end.unit || ftpW != nil else {
      faults.append(
        fault(end.line, "goes from \(words(start)) to \(words(end)); expected one unit, or --ftp-w to convert"))
      return nil
    }
    let target = PowerTarget(power(start), to: segment.isSteady ? nil : power(end), ftpW: ftpW)
    for loss in target.losses { losses.add(loss, line: end.line) }
    guard let alert = target.alert, !alert.isPossible else { return target.alert }
    let range = "\(Int(PowerUnit.plausible.lowerBound)) to \(Int(PowerUnit.plausible.upperBound)) W"
    faults.append(fault(end.line, "asks for \(PlanWords(units: .written).text(alert)); expected \(range)"))
    return nil
  }

  private func power(_ point: CourseParser.Point) -> TrainerStep.Power {
    guard point.unit == .percent else { return .watts(point.value) }
    guard let ftpW else { return .fraction(point.value / 100) }
    let watts = TrainerStep.watts(point.value / 100, ftpW: ftpW)
    // Percentages with decimals are rounded: 96.9 % of 260 W are 252 W.
    var tolerance = ftpW / 200
    for _ in 0..<min(point.decimals, 6) { tolerance /= 10 }
    return .watts(point.decimals > 0 && abs(watts.rounded() - watts) <= tolerance ? watts.rounded() : watts)
  }
}
