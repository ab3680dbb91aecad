import SPSignals

/// Rotation and speed of the wrist from a swing's start to its anchor.
public struct RotationFeatures: Hashable, Sendable {
  /// Largest rate of rotation along gravity, signed, in rad/s.
  @SinglePrecision public var peakAlongGravity: Double
  /// Largest magnitude of the rotation rate, in rad/s.
  @SinglePrecision public var peakRate: Double
  /// Time from the peak along gravity to the anchor, in ms.
  @SinglePrecision public var peakLeadMS: Double
  /// Rate of rotation along gravity at the impact, interpolated between samples, signed, in rad/s. It is nil without an
  /// impact, if one of the samples around it is missing, and if a gap separates them.
  @OptionalSinglePrecision public var alongGravityAtImpact: Double? = nil
  /// Largest angular acceleration of the rotation rate after a 30 Hz low-pass, in rad/s^2; nil if the device motion's
  /// rate is too low for it, see ``isRateTooLow``, or a sample is missing.
  @OptionalSinglePrecision public var peakAngularAcceleration: Double? = nil
  /// Largest speed, in m/s: the user acceleration, turned into the world's frame and integrated from zero speed at the
  /// start. It is nil without user acceleration or attitude, and if a sample is missing. It is an estimate: it drifts,
  /// and ignores any speed at the start.
  @OptionalSinglePrecision public var peakHandSpeedEstimate: Double? = nil
  /// Mean magnitude of the user acceleration over the first third of the swing, in g: at the wrist, the resultant of
  /// centripetal and tangential acceleration. It is nil without user acceleration, and if a sample is missing.
  @OptionalSinglePrecision public var rotationalAcceleration: Double? = nil
  /// Whether the rate of the device motion is too low for the angular acceleration: see `SwingMeter.smoothingHz`.
  public var isRateTooLow: Bool

  /// Standard gravity, in m/s^2 (ISO 80000-3).
  static let standardGravity = 9.80665

  /// Measures a swing; nil if the device motion has fewer than two samples in it.
  /// - Parameters:
  ///   - swing: the swing.
  ///   - motion: the device motion of its recording.
  ///   - smoothRate: the rotation rate after a 30 Hz low-pass; nil if its rate is too low for one.
  /// - Throws: errors from reading the signals.
  public init?(of swing: Swing, in motion: MotionSignals, smoothRate: Triaxial?) throws {
    let rotation = try motion.rotationAlongGravity()
    let timeBase = rotation.timeBase
    let range = try timeBase.indices(in: swing.startTime...swing.anchorTime)
    guard range.count >= 2 else { return nil }
    var peak: (place: Int, rate: Double)?
    try rotation.visit(range) { along in
      let sign = Self.sign(of: swing, along)
      peak = Self.largest(along, sign: sign).map { (place: $0, rate: Double(along[$0])) }
    }
    guard let peak else { return nil }
    peakAlongGravity = peak.rate
    var fastest = 0.0
    try motion.rotationRate.visit(range) { x, y, z in fastest = largestLength(x, y, z) }
    peakRate = fastest
    alongGravityAtImpact = try swing.impact.flatMap { try Self.value(of: rotation, at: $0.time) }
    isRateTooLow = smoothRate == nil
    let evenStepS = timeBase.sharesTimestamps ? 1 / timeBase.rate : nil
    var peakTime = 0.0
    var (slope, speed, mean): (Double?, Double?, Double?)
    try timeBase.visitTimes(range) { times in
      peakTime = times[peak.place]
      try smoothRate?.visit(range) { x, y, z in slope = Self.peakSlope(x, y, z, times, evenStepS) }
      try motion.userAcceleration?.visit(range) { x, y, z in
        mean = Self.meanOfFirstThird(x, y, z)
        try motion.attitude?.visit(range) { (w, i, j, k) in
          speed = Self.peakSpeed(x, y, z, turnedBy: w, i, j, k, times)
        }
      }
    }
    peakLeadMS = 1000 * (swing.anchorTime - peakTime)
    (peakAngularAcceleration, peakHandSpeedEstimate, rotationalAcceleration) = (slope, speed, mean)
  }

  /// The sign of a swing's direction along gravity. For a swing that is judged by the total rotation, it is the sign of
  /// the largest rate along gravity.
  private static func sign(of swing: Swing, _ along: Span<Float>) -> Float {
    guard swing.turnsAside else { return swing.peakRate < 0 ? -1 : 1 }
    var largest: Float = 0
    for index in along.indices where abs(along[index]) > abs(largest) { largest = along[index] }
    return largest < 0 ? -1 : 1
  }

  /// The position of the largest rate in the swing's direction; the first of equal rates.
  private static func largest(_ along: Span<Float>, sign: Float) -> Int? {
    var peak: Int?
    for index in along.indices where along[index].isFinite {
      if let highest = peak, !(sign * along[highest] < sign * along[index]) { continue }
      peak = index
    }
    return peak
  }

  /// The mean magnitude of the first third of the vectors; nil if one is missing.
  private static func meanOfFirstThird(_ x: Span<Float>, _ y: Span<Float>, _ z: Span<Float>) -> Double? {
    let count = max(1, x.count / 3)
    let mean = (0..<count).reduce(0) { $0 + vector($1, x, y, z).length } / Double(count)
    return mean.isFinite ? mean : nil
  }

  /// The value between the two samples around `time`; nil outside of the recording, in a gap, and next to a missing
  /// sample.
  private static func value(of signal: any Signal, at time: Double) throws -> Double? {
    let timeBase = signal.timeBase
    let next = try timeBase.firstIndex(atOrAfter: time)
    guard next < signal.count, next > timeBase.segment(containing: next).samples.lowerBound else { return nil }
    let (first, last) = (Double(try signal.sample(next - 1)), Double(try signal.sample(next)))
    let (before, after) = (try timeBase.time(at: next - 1), try timeBase.time(at: next))
    guard after > before else { return last.isFinite ? last : nil }
    let value = first + (last - first) * (time - before) / (after - before)
    return value.isFinite ? value : nil
  }

  /// The largest change over time; nil if a vector is missing.
  ///
  /// - Parameter evenStepS: the time from one vector to the next, in s, if several mostly share a timestamp.
  private static func peakSlope(
    _ x: Span<Float>, _ y: Span<Float>, _ z: Span<Float>, _ times: Span<Double>, _ evenStepS: Double?
  ) -> Double? {
    var largest = 0.0
    // The last vector before the timestamp increased.
    var (before, beforeTime) = (vector(0, x, y, z), times[0])
    for index in 1..<x.count {
      let now = vector(index, x, y, z)
      let step = evenStepS ?? times[index] - beforeTime
      guard step > 0 else { continue }
      let slope = (now - before).length / step
      if !(slope <= largest) {
        guard slope.isFinite else { return nil }
        largest = slope
      }
      (before, beforeTime) = (now, times[index])
    }
    return largest
  }

  /// The largest speed; nil if a sample is missing.
  private static func peakSpeed(
    _ x: Span<Float>, _ y: Span<Float>, _ z: Span<Float>, turnedBy w: Span<Float>, _ i: Span<Float>, _ j: Span<Float>,
    _ k: Span<Float>, _ times: Span<Double>
  ) -> Double? {
    @inline(__always) func world(_ index: Int) -> SIMD3<Double> {
      Quaternion(scalar: Double(w[index]), vector: vector(index, i, j, k)).rotate(vector(index, x, y, z))
        * standardGravity
    }
    var speed = SIMD3<Double>.zero
    var largestSquare = 0.0
    var before = world(0)
    for index in 1..<x.count {
      let now = world(index)
      speed += (now + before) / 2 * (times[index] - times[index - 1])
      // A single root at the end gives the same result as a root for each sample.
      largestSquare = max(largestSquare, (speed * speed).sum())
      before = now
    }
    // After a missing sample, all speeds are NaN.
    return speed.sum().isFinite ? largestSquare.squareRoot() : nil
  }
}
