import SPSignals

/// Decides whether a time is the anchor of a swing: finds its start and checks its duration and rotation.
///
/// Impacts and bursts of rotation are judged by the same rules.
public struct SwingJudge: Hashable, Sendable {
  /// How the start is found.
  public var finder: SwingStartFinder
  /// The bounds of a swing.
  public var bounds: SwingBounds
  /// Whether a candidate that hardly turns along gravity is judged by its total rotation.
  public var countsTotalRotation = true

  /// Makes a judge; the start is searched no further back than the bounds allow.
  public init(finder: SwingStartFinder = SwingStartFinder(), bounds: SwingBounds = SwingBounds()) {
    self.finder = finder
    self.finder.maxDurationS = bounds.duration.upperBound
    self.bounds = bounds
  }
}

/// A judge with the words of its checks; one object is shared by all candidates of a recording, as there are very many.
final class AppliedJudge: Sendable {
  let judge: SwingJudge
  private let remarks: (peak: String, threshold: String)

  init(_ judge: SwingJudge, rateHz: Double) {
    self.judge = judge
    remarks = judge.finder.remarks(rate: rateHz)
  }

  /// The checks of a swing that starts somewhere, up to the first that fails.
  ///
  /// - Parameter end: the name of the end of the swing.
  func checks(_ start: SwingStartFinder.Start, anchorTime: Double, upTo end: String) -> [SwingCheck] {
    var checks = judge.finder.checks(peakRate: start.peakRate, threshold: start.rateThreshold, remarks)
    for check in judge.bounds.checks(
      duration: anchorTime - start.time, rotation: start.accumulatedRotation, upTo: end)
    {
      checks.append(check)
      guard check.passed else { break }
    }
    return checks
  }
}

/// The bounds of a swing's duration and rotation.
///
/// Times to contact seen in the field: baseball about 0.15 s, golf's downswing 0.23-0.30 s, tennis 0.15-0.30 s, table
/// tennis 0.06-0.2 s.
public struct SwingBounds: Hashable, Sendable {
  /// Allowed time from the start to the anchor, in s.
  public var duration: ClosedRange<Double>
  /// Allowed magnitude of the accumulated rotation along gravity, in rad.
  public var rotation: ClosedRange<Double>

  /// Makes bounds.
  public init(duration: ClosedRange<Double> = 0.04...1.2, rotation: ClosedRange<Double> = 0.15...7) {
    self.duration = duration
    self.rotation = rotation
  }

  /// Checks a swing's duration and rotation, from its start to the time that `end` names, against the bounds.
  package func checks(duration seconds: Double, rotation radians: Double, upTo end: String) -> [SwingCheck] {
    [
      SwingCheck(
        "duration", seconds, unit: "s", lowest: duration.lowerBound, highest: duration.upperBound,
        remark: "from the start to the \(end)"),
      SwingCheck(
        "accumulated rotation", abs(radians), unit: "rad", lowest: rotation.lowerBound, highest: rotation.upperBound,
        remark: "from the start to the \(end)"),
    ]
  }

  /// Why a swing with this duration and rotation is rejected, and the value that decides; nil if it is not.
  package func fault(duration seconds: Double, rotation radians: Double) -> (reason: RejectionReason, value: Double)? {
    if !duration.contains(seconds) { return (.durationOutOfBounds, seconds) }
    if !rotation.contains(abs(radians)) { return (.rotationOutOfBounds, radians) }
    return nil
  }

  /// Why a swing with this duration and rotation is rejected, in a sentence; empty if it is not.
  func explanation(duration seconds: Double, rotation radians: Double) -> String {
    func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
    return switch fault(duration: seconds, rotation: radians)?.reason {
    case nil: ""
    case .durationOutOfBounds?:
      "the swing takes \(rounded(seconds)) s; expected \(duration.lowerBound) to \(duration.upperBound) s"
    default:
      "the wrist turns \(rounded(abs(radians))) rad; expected \(rotation.lowerBound) to \(rotation.upperBound) rad"
    }
  }
}

/// Judges candidates by the rotation along gravity, or by the total rotation if they hardly turn along gravity.
///
/// A serve or a smash turns about other axes: of 48 generated serves 45 turn by less than 0.5 rad along gravity.
final class SwingJudges: Sendable {
  /// The judge of the rotation along gravity.
  let along: AppliedJudge
  /// The judge of the total rotation; nil if the total rotation does not count.
  let aside: AppliedJudge?

  /// Smallest total rate of a swing before its impact, in rad/s. The limit is higher than along gravity: in swings and
  /// in other movements, the wrist turns faster in total than along gravity.
  static let minTotalRate = 6.0
  /// Smallest total rate before the peak of a burst, in rad/s; a burst is also compared with the recording's strokes.
  static let minTotalBurstRate = 4.0
  /// Smallest fraction of the largest total rate that counts as swinging: between two movements the total rate does not
  /// fall to 0, as the wrist changes its axis.
  static let totalRateFraction = 0.25
  /// Largest rate along gravity of a movement about another axis, as a fraction of its peak total rate.
  static let mostAlong = 0.8
  /// Smallest total rotation of a swing, in rad, unless the bound of the rotation along gravity is lower.
  static let minTotalRotation = 0.3

  init(_ judge: SwingJudge, rateHz: Double, minTotalRate: Double = minTotalRate) {
    along = AppliedJudge(judge, rateHz: rateHz)
    guard judge.countsTotalRotation else {
      aside = nil
      return
    }
    var total = judge
    total.finder.usesTotalRotation = true
    total.finder.minPeakRate = max(judge.finder.minPeakRate, minTotalRate)
    total.finder.minRateFraction = max(judge.finder.minRateFraction, Self.totalRateFraction)
    let rotation = judge.bounds.rotation
    total.bounds.rotation =
      min(Self.minTotalRotation, rotation.lowerBound)...2 * rotation.upperBound
    aside = AppliedJudge(total, rateHz: rateHz)
  }

  /// Judges the swing that ends at a time.
  ///
  /// - Parameters:
  ///   - candidate: Receives its start, and whether it turns aside.
  ///   - end: Index after the last sample of the swing.
  ///   - time: The time of the swing's end, in s.
  ///   - startsAside: Whether only the total rotation counts.
  /// - Throws: errors from reading the signals.
  func judge(
    _ candidate: inout SwingCandidate, before end: Int, at time: Double, _ motion: MotionSignals,
    startsAside: Bool = false
  ) throws {
    let rotation = try motion.rotationAlongGravity()
    if !startsAside {
      candidate.start = along.start(try along.judge.finder.start(before: end, at: time, in: rotation))
      if candidate.isSwing { return }
    }
    guard let aside else { return }
    let outcome = try aside.judge.finder.start(before: end, at: time, in: motion.total)
    if startsAside { candidate.start = aside.start(outcome) }
    guard case .found(var start) = outcome,
      aside.judge.bounds.fault(duration: time - start.time, rotation: start.accumulatedRotation) == nil
    else { return }
    // A movement along gravity is judged only by its rotation along gravity.
    guard try startsAside || Self.share(of: rotation, at: start) < Self.mostAlong else { return }
    try start.measureAlongGravity(before: end, until: time, in: rotation)
    candidate.start = .found(start, aside)
    candidate.turnsAside = true
  }

  /// The rate along gravity at the peak of the total rate, as a fraction of it.
  private static func share(of rotation: any Signal, at start: SwingStartFinder.Start) throws -> Double {
    let sample = try rotation.timeBase.nearestIndex(to: start.peakTime)
    return abs(Double(try rotation.sample(sample))) / start.peakRate
  }
}

extension SwingStartFinder.Start {
  /// Measures the rotation along gravity to the end and to the peak: the trapezoid rule, with the last rate until the
  /// end. Missing samples are skipped.
  ///
  /// - Throws: errors from reading `rotation`.
  mutating func measureAlongGravity(before end: Int, until time: Double, in rotation: any Signal) throws {
    var (sum, toPeak) = (0.0, 0.0)
    let range = sample..<max(sample + 1, end)
    try rotation.visit(range) { rates in
      try rotation.timeBase.visitTimes(range) { times in
        var before: (time: Double, rate: Double)?
        for index in rates.indices where rates[index].isFinite {
          let now = (time: times[index], rate: Double(rates[index]))
          if let before { sum += (now.time - before.time) * (now.rate + before.rate) / 2 }
          if now.time <= peakTime { toPeak = sum }
          before = now
        }
        if let before { sum += max(0, time - before.time) * before.rate }
      }
    }
    alongGravity = (sum, toPeak)
  }
}

extension SwingCandidate {
  /// The rotation by which the candidate is judged, in rad/s: along gravity, or in total.
  func rotation(in motion: MotionSignals) throws -> any Signal {
    turnsAside ? motion.total : try motion.rotationAlongGravity()
  }
}
