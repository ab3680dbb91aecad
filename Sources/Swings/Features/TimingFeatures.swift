import Motion
import Signals

/// Times of a swing besides its start and its impact.
public struct TimingFeatures: Hashable, Sendable {
  /// Time from the anchor until the rate along gravity falls below the start's threshold, in s; nil if it does not
  /// within ``followThroughLimitS``.
  @OptionalSinglePrecision public var followThroughS: Double? = nil
  /// Duration of the backswing divided by that of the downswing; nil without a reversal of the rotation before
  /// the start.
  @OptionalSinglePrecision public var tempoRatio: Double? = nil
  /// Time before the swing's motion (or its backswing, if there is one) during which the rotation rate stayed
  /// below ``stillRate``, in s, at most ``stillnessLimitS``.
  @OptionalSinglePrecision public var stillnessBeforeS: Double? = nil

  /// Rotation rate below which a wrist counts as still, in rad/s.
  public static let stillRate = 1.0
  /// Longest follow-through searched, in s.
  public static let followThroughLimitS = 1.5
  /// Longest stillness and backswing searched, in s.
  public static let stillnessLimitS = 5.0
  /// Longest pause between the backswing and the start, in s.
  public static let reversalLimitS = 0.2

  /// Measures the times of a swing.
  /// - Throws: errors from reading the signals.
  public init(of swing: Swing, in motion: MotionSignals) throws {
    let rotation = try motion.rotationAlongGravity()
    let timeBase = rotation.timeBase
    let sign: Double = swing.peakRate < 0 ? -1 : 1

    // Neither is followed across a gap.
    let after = try Self.indices(swing.anchorTime...swing.anchorTime + Self.followThroughLimitS, timeBase)
    let falling = try Searching.first(in: after) { piece in
      var place: Int?
      try rotation.visit(piece) { rates in
        place = rates.indices.first { !(sign * Double(rates[$0]) >= swing.rateThreshold) }
      }
      return place
    }
    followThroughS = try falling.map { try timeBase.time(at: $0) - swing.anchorTime }

    let until = try timeBase.firstIndex(atOrAfter: swing.startTime)
    let first = try timeBase.firstIndex(atOrAfter: swing.startTime - Self.stillnessLimitS)
    let segmentStart = until < timeBase.count ? timeBase.segment(containing: until).samples.lowerBound : first
    let range = min(until, max(first, segmentStart))..<until
    var motionStart = swing.startTime
    if let backswing = try Self.backswingStart(range, of: rotation, sign: -sign, before: swing.startTime) {
      let downswing = swing.anchorTime - swing.startTime
      tempoRatio = downswing > 0 ? (swing.startTime - backswing) / downswing : nil
      motionStart = backswing
    }
    stillnessBeforeS = try Self.stillness(before: motionStart, range, motion.rotationRate)
  }

  /// The time before a given time during which the rotation rate stayed below ``stillRate``; nil if there are no
  /// samples before it.
  ///
  /// - Parameter range: the samples that may be read, in one segment.
  private static func stillness(before moment: Double, _ range: Range<Int>, _ rate: Triaxial) throws -> Double? {
    guard !range.isEmpty else { return nil }
    let timeBase = rate.timeBase
    let segment = timeBase.segment(containing: range.lowerBound)
    let range = range.lowerBound..<min(range.upperBound, try timeBase.firstIndex(atOrAfter: moment, in: segment))
    guard !range.isEmpty else { return nil }
    let moving = try lastMoving(in: range, rate)
    let still = moving.map { $0 + 1 } ?? range.lowerBound
    return still < range.upperBound ? moment - (try timeBase.time(at: still)) : 0
  }

  /// The last sample of a range in which the wrist is not still.
  private static func lastMoving(in range: Range<Int>, _ rate: Triaxial) throws -> Int? {
    try Searching.last(in: range) { piece in
      var place: Int?
      try rate.visit(piece) { x, y, z in
        place = x.indices.last { index in
          let (x, y, z) = (Double(x[index]), Double(y[index]), Double(z[index]))
          return !((x * x + y * y + z * z).squareRoot() < stillRate)
        }
      }
      return place
    }
  }

  /// The samples of an interval that lie in the segment of its first sample.
  private static func indices(_ interval: ClosedRange<Double>, _ timeBase: TimeBase) throws -> Range<Int> {
    let range = try timeBase.indices(in: interval)
    guard !range.isEmpty else { return range }
    return range.clamped(to: timeBase.segment(containing: range.lowerBound).samples)
  }

  /// When the wrist began to turn in the other direction at ``stillRate`` or more, right before the start; nil if it
  /// did not.
  ///
  /// - Parameters:
  ///   - range: the samples that may be read, in one segment, up to the start.
  ///   - rotation: the rate along gravity.
  ///   - sign: the sign of the backswing's direction.
  ///   - start: the start of the swing, in s.
  private static func backswingStart(
    _ range: Range<Int>, of rotation: any Signal, sign: Double, before start: Double
  ) throws -> Double? {
    guard !range.isEmpty else { return nil }
    func last(in range: Range<Int>, turningBack isBack: Bool) throws -> Int? {
      try Searching.last(in: range) { piece in
        var place: Int?
        try rotation.visit(piece) { rates in
          place = rates.indices.last { (sign * Double(rates[$0]) >= stillRate) == isBack }
        }
        return place
      }
    }
    let timeBase = rotation.timeBase
    let segment = timeBase.segment(containing: range.lowerBound)
    let recent = try timeBase.firstIndex(atOrAfter: start - reversalLimitS, in: segment)
    let late = min(range.upperBound, max(range.lowerBound, recent))..<range.upperBound
    guard let turning = try last(in: late, turningBack: true) else { return nil }
    let quiet = try last(in: range.lowerBound..<turning, turningBack: false)
    return try timeBase.time(at: quiet.map { $0 + 1 } ?? range.lowerBound)
  }
}
