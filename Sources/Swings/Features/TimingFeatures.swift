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

    // Nearly all that is looked for lies right before the swing.
    let near = try Self.lead(of: swing, in: motion, rotation, within: Self.usualLeadS)
    let lead = try near.isCut ? Self.lead(of: swing, in: motion, rotation, within: Self.stillnessLimitS) : near
    let downswing = swing.anchorTime - swing.startTime
    tempoRatio = lead.backswing.flatMap { downswing > 0 ? ($0.upperBound - $0.lowerBound) / downswing : nil }
    stillnessBeforeS = lead.stillnessS
  }

  /// What lies before a swing's start.
  private struct Lead {
    var backswing: ClosedRange<Double>?
    var stillnessS: Double?
    /// Whether the backswing or the stillness may go on ahead of what was looked at.
    var isCut = false
  }

  /// How far before the start is looked at first, in s.
  private static let usualLeadS = 1.0

  private static func lead(
    of swing: Swing, in motion: MotionSignals, _ rotation: any Signal, within seconds: Double
  ) throws -> Lead {
    let timeBase = rotation.timeBase
    let sign: Double = swing.peakRate < 0 ? -1 : 1
    let until = try timeBase.firstIndex(atOrAfter: swing.startTime)
    let first = try timeBase.firstIndex(atOrAfter: swing.startTime - seconds)
    let segmentStart = until < timeBase.count ? timeBase.segment(containing: until).samples.lowerBound : first
    let range = min(until, max(first, segmentStart))..<until
    let times = try timeBase.times(range)
    let rates = try rotation.samples(range).map { -sign * Double($0) }
    var lead = Lead()
    var motionStart = swing.startTime
    if let (start, isCut) = backswingStart(rates: rates, times: times, start: swing.startTime) {
      lead.backswing = start...swing.startTime
      lead.isCut = isCut
      motionStart = start
    }
    let still = try stillness(before: motionStart, range, times, motion.rotationRate)
    lead.stillnessS = still.seconds
    // A lead that begins where the segment does is as long as it can be.
    lead.isCut = (lead.isCut || still.isCut) && (range.lowerBound > segmentStart || until == timeBase.count)
    return lead
  }

  /// The time before a moment in which the rotation rate stayed under ``stillRate``; nil where no sample lies before.
  ///
  /// - Parameter range: the samples at most looked at, with their stamps.
  /// - Returns: the time, and whether it reaches to the first of the samples.
  private static func stillness(
    before moment: Double, _ range: Range<Int>, _ times: [Double], _ rate: Triaxial
  ) throws -> (seconds: Double?, isCut: Bool) {
    guard var place = times.lastIndex(where: { $0 < moment }) else { return (nil, true) }
    var stillSince: Double?
    // Most swings follow motion: the samples are read back from the moment, a few at a time, until one is not still.
    var end = place + 1
    while end > 0 {
      let start = max(0, end - 64)
      let speeds = try rate.vectors(range.lowerBound + start..<range.lowerBound + end).map(\.length)
      while place >= start {
        guard speeds[place - start] < stillRate else { return (stillSince.map { moment - $0 } ?? 0, false) }
        stillSince = times[place]
        place -= 1
      }
      end = start
    }
    return (stillSince.map { moment - $0 } ?? 0, true)
  }

  /// The samples of an interval that lie in the segment of the first of them.
  private static func indices(_ interval: ClosedRange<Double>, _ timeBase: TimeBase) throws -> Range<Int> {
    let range = try timeBase.indices(in: interval)
    guard !range.isEmpty else { return range }
    return range.clamped(to: timeBase.segment(containing: range.lowerBound).samples)
  }

  /// When the wrist began to turn the other way, at ``stillRate`` or more, right before the start.
  ///
  /// - Parameter rates: the rate along gravity, positive the backswing's way.
  /// - Returns: nil where it did not; else the moment, and whether that is the first sample of all.
  private static func backswingStart(
    rates: [Double], times: [Double], start: Double
  ) -> (startTime: Double, isCut: Bool)? {
    guard let last = rates.lastIndex(where: { $0 >= stillRate }), start - times[last] <= reversalLimitS else {
      return nil
    }
    let quiet = rates[..<last].lastIndex { !($0 >= stillRate) }
    return (times[(quiet ?? -1) + 1], quiet == nil)
  }
}
