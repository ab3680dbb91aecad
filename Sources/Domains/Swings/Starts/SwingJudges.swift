import SPSignals

/// Judges candidates by the rotation along gravity, or by the total rotation if they hardly turn along gravity.
///
/// A serve or a smash turns about other axes: of 48 generated serves 45 turn by less than 0.5 rad along gravity.
final class SwingJudges: Sendable {
  /// The judge of the rotation along gravity.
  let along: AppliedJudge
  /// The judge of the total rotation; nil if it does not count.
  let aside: AppliedJudge?

  /// Smallest total rate of a swing before its impact, in rad/s: the wrist turns faster in total than along gravity, and so it
  /// does in other movements.
  static let minTotalRate = 6.0
  /// The same before the peak of a burst, which is compared with the recording's strokes as well.
  static let minTotalBurstRate = 4.0
  /// Smallest fraction of the largest total rate that counts as swinging: between two movements the total rate does not fall
  /// to 0, as the wrist changes its axis.
  static let totalRateFraction = 0.25
  /// Largest rate along gravity at the peak of the total rate, as a fraction of it, of a movement about another axis.
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

  /// Judges the swing that ends at some time.
  ///
  /// - Parameters:
  ///   - candidate: receives its start, and whether it turns aside.
  ///   - end: index after the last sample of the swing.
  ///   - time: the time of the swing's end, in s.
  ///   - startsAside: whether only the total rotation counts.
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
  /// Measures the rotation along gravity to the end and to the peak: the trapezoid rule, with the last rate until the end.
  /// Missing samples are left out.
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
  /// The rotation that it is judged by, in rad/s: along gravity, or in total.
  func rotation(in motion: MotionSignals) throws -> any Signal {
    turnsAside ? motion.total : try motion.rotationAlongGravity()
  }
}
