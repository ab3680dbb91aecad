import Signals

/// Times of a swing beside its start and its impact.
public struct TimingFeatures: Hashable, Sendable {
  /// Time from the anchor until the rate along gravity falls under the start's threshold, in s; nil if it does not
  /// within ``followThroughLimitS``.
  public var followThroughS: Double?
  /// Length of the backswing over that of the downswing; nil without a reversal of the rotation before the start.
  public var tempoRatio: Double?
  /// Time before the swing's motion (its backswing, where there is one) in which the rotation rate stayed under
  /// ``stillRate``, in s, at most ``stillnessLimitS``.
  public var stillnessBeforeS: Double?

  /// Rotation rate under which a wrist counts as still, in rad/s.
  public static let stillRate = 1.0
  /// Longest follow-through looked for, in s.
  public static let followThroughLimitS = 1.5
  /// Longest stillness and backswing looked for, in s.
  public static let stillnessLimitS = 5.0
  /// Longest pause between the backswing and the start, in s.
  public static let reversalLimitS = 0.2

  /// Measures the times of a swing.
  /// - Throws: whatever reading the signals throws.
  public init(of swing: Swing, in motion: MotionSignals) throws {
    let rotation = try motion.rotationAlongGravity()
    let timeBase = rotation.timeBase
    let sign: Double = swing.peakRate < 0 ? -1 : 1

    // Neither is followed across a gap.
    let after = try Self.indices(swing.anchorTime...swing.anchorTime + Self.followThroughLimitS, timeBase)
    let falling = try rotation.samples(after).firstIndex { !(sign * Double($0) >= swing.rateThreshold) }
    followThroughS = try falling.map { try timeBase.time(at: after.lowerBound + $0) - swing.anchorTime }

    let until = try timeBase.firstIndex(atOrAfter: swing.startTime)
    let first = try timeBase.firstIndex(atOrAfter: swing.startTime - Self.stillnessLimitS)
    let segmentStart = until < timeBase.count ? timeBase.segment(containing: until).samples.lowerBound : first
    let range = min(until, max(first, segmentStart))..<until
    let times = try timeBase.times(range)
    var motionStart = swing.startTime
    if let backswing = Self.backswing(try rotation.samples(range), Float(-sign), times, start: swing.startTime) {
      let downswing = swing.anchorTime - swing.startTime
      tempoRatio = downswing > 0 ? (backswing.upperBound - backswing.lowerBound) / downswing : nil
      motionStart = backswing.lowerBound
    }
    stillnessBeforeS = try Self.stillness(before: motionStart, range, times, motion.rotationRate)
  }

  /// The time before a moment in which the rotation rate stayed under ``stillRate``; nil where no sample lies before.
  ///
  /// - Parameter range: the samples at most looked at, with their stamps.
  private static func stillness(
    before moment: Double, _ range: Range<Int>, _ times: [Double], _ rate: Triaxial
  ) throws -> Double? {
    guard let last = times.lastIndex(where: { $0 < moment }) else { return nil }
    var stillSince: Double?
    // The samples are read back from the moment, a second or so at a time, until one is not still.
    var end = last + 1
    while end > 0 {
      let start = max(0, end - 256)
      let speeds = try rate.lengths(range.lowerBound + start..<range.lowerBound + end)
      for place in stride(from: end - 1, through: start, by: -1) {
        guard speeds[place - start] < stillRate else { return stillSince.map { moment - $0 } ?? 0 }
        stillSince = times[place]
      }
      end = start
    }
    return stillSince.map { moment - $0 } ?? 0
  }

  /// The samples of an interval that lie in the segment of the first of them.
  private static func indices(_ interval: ClosedRange<Double>, _ timeBase: TimeBase) throws -> Range<Int> {
    let range = try timeBase.indices(in: interval)
    guard !range.isEmpty else { return range }
    return range.clamped(to: timeBase.segment(containing: range.lowerBound).samples)
  }

  /// The time in which the wrist turned the other way at ``stillRate`` or more, right before the start.
  ///
  /// - Parameters:
  ///   - rates: the rate along gravity.
  ///   - sign: of the backswing's way.
  private static func backswing(
    _ rates: [Float], _ sign: Float, _ times: [Double], start: Double
  ) -> ClosedRange<Double>? {
    func turnsBack(_ index: Int) -> Bool { Double(sign * rates[index]) >= stillRate }
    guard let last = rates.indices.last(where: turnsBack), start - times[last] <= reversalLimitS else { return nil }
    let quiet = rates[..<last].indices.last { !turnsBack($0) }
    return times[(quiet ?? -1) + 1]...start
  }
}
