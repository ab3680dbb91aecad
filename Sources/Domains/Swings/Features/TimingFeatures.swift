import SPSignals

/// Times of a swing other than its start and its impact.
///
/// No time is measured across a gap, or across two or more missing samples in a row; a single missing sample is
/// skipped.
public struct TimingFeatures: Hashable, Sendable {
  /// Time from the anchor until the rate along gravity falls below the start's threshold, in s; nil if that takes
  /// longer than `followThroughLimitS`.
  @OptionalSinglePrecision public var followThroughS: Double? = nil
  /// Duration of the backswing divided by the duration of the downswing; nil without a reversal of the rotation before
  /// the start, and for a backswing whose beginning is cut off.
  @OptionalSinglePrecision public var tempoRatio: Double? = nil
  /// Time before the swing's motion, or before its backswing if any, during which the rotation rate stayed below
  /// `stillRate`, in s. It is at most `stillnessLimitS`, and nil if the beginning of the motion is cut off.
  @OptionalSinglePrecision public var stillnessBeforeS: Double? = nil

  /// Rotation rate below which a wrist counts as still, in rad/s.
  package static let stillRate = 1.0
  /// Longest follow-through searched, in s.
  package static let followThroughLimitS = 1.5
  /// Longest stillness and backswing searched, in s.
  package static let stillnessLimitS = 5.0
  /// Longest pause between the backswing and the start, in s.
  package static let reversalLimitS = 0.2

  /// Measures the times of a swing.
  /// - Throws: errors from reading the signals.
  public init(of swing: Swing, in motion: MotionSignals) throws {
    let rotation = try swing.candidate.rotation(in: motion)
    let timeBase = rotation.timeBase
    let sign: Double = swing.peakRate < 0 ? -1 : 1

    if case .found(let fallen) = try Self.fall(of: rotation, from: swing.anchorTime, sign, below: swing.rateThreshold) {
      followThroughS = try timeBase.time(at: fallen) - swing.anchorTime
    }

    let until = try timeBase.firstIndex(atOrAfter: swing.startTime)
    let first = try timeBase.firstIndex(atOrAfter: swing.startTime - Self.stillnessLimitS)
    let segmentStart = until < timeBase.count ? timeBase.segment(containing: until).samples.lowerBound : first
    let range = min(until, max(first, segmentStart))..<until
    var motionStart = swing.startTime
    switch try Self.backswingStart(range, of: rotation, sign: -sign, before: swing.startTime) {
    case .hidden: return
    case .none: break
    case .found(let sample):
      motionStart = try timeBase.time(at: sample)
      let downswing = swing.anchorTime - swing.startTime
      tempoRatio = downswing > 0 ? (swing.startTime - motionStart) / downswing : nil
    }
    stillnessBeforeS = try Self.stillness(before: motionStart, range, motion.rotationRate)
  }

  /// The first sample after a time whose rate is below a threshold.
  private static func fall(
    of rotation: any Signal, from time: Double, _ sign: Double, below threshold: Double
  ) throws -> SampleSearch {
    let timeBase = rotation.timeBase
    let range = try timeBase.indices(in: time...time + followThroughLimitS)
    guard let first = range.first else { return .none }
    let segment = timeBase.segment(containing: first)
    // A gap that begins right after the time hides the fall, and so does a later gap.
    guard segment.startTime <= time else { return .hidden }
    return try SampleSearch.first(in: range.clamped(to: segment.samples), of: rotation) { !(sign * $0 >= threshold) }
  }

  /// How long the rotation rate stayed below `stillRate` before a given time, in s; nil without samples before that
  /// time, and if missing samples hide the last motion.
  ///
  /// - Parameter range: the samples that may be read, in one segment.
  private static func stillness(before moment: Double, _ range: Range<Int>, _ rate: Triaxial) throws -> Double? {
    guard !range.isEmpty else { return nil }
    let timeBase = rate.timeBase
    let segment = timeBase.segment(containing: range.lowerBound)
    let range = range.lowerBound..<min(range.upperBound, try timeBase.firstIndex(atOrAfter: moment, in: segment))
    guard !range.isEmpty else { return nil }
    let still: Int
    switch try SampleSearch.last(in: range, ofLengthsOf: rate, where: { !($0 < stillRate) }) {
    case .none: still = range.lowerBound
    case .found(let moving): still = moving + 1
    case .hidden: return nil
    }
    return still < range.upperBound ? moment - (try timeBase.time(at: still)) : 0
  }

  /// The sample with which the wrist began to turn in the opposite direction at `stillRate` or more, right before the
  /// start. It is hidden if the wrist turned in that direction from the first sample on.
  ///
  /// - Parameters:
  ///   - range: The samples that may be read, in one segment, up to the start.
  ///   - rotation: The rate along gravity.
  ///   - sign: The sign of the backswing's direction.
  ///   - start: The start of the swing, in s.
  private static func backswingStart(
    _ range: Range<Int>, of rotation: any Signal, sign: Double, before start: Double
  ) throws -> SampleSearch {
    guard !range.isEmpty else { return .none }
    let timeBase = rotation.timeBase
    let segment = timeBase.segment(containing: range.lowerBound)
    let recent = try timeBase.firstIndex(atOrAfter: start - reversalLimitS, in: segment)
    let late = min(range.upperBound, max(range.lowerBound, recent))..<range.upperBound
    let turning = try SampleSearch.last(in: late, of: rotation) { !(sign * $0 < stillRate) }
    guard case .found(let turned) = turning else { return turning }
    switch try SampleSearch.last(in: range.lowerBound..<turned, of: rotation, where: { !(sign * $0 >= stillRate) }) {
    case .found(let quiet): return .found(quiet + 1)
    case .none, .hidden: return .hidden
    }
  }
}
