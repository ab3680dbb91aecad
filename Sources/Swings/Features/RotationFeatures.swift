import Signals

/// Rotation and speed of the wrist from a swing's start to its anchor.
public struct RotationFeatures: Hashable, Sendable {
  /// Largest rate of rotation along gravity, signed, in rad/s.
  public var peakAlongGravity: Double
  /// Largest magnitude of the rotation rate, in rad/s.
  public var peakRate: Double
  /// Time from the peak along gravity to the anchor, in ms.
  public var peakLeadMS: Double
  /// Rate of rotation along gravity at the impact, interpolated between samples, signed, in rad/s; nil without one.
  public var alongGravityAtImpact: Double?
  /// Largest angular acceleration of the rotation rate after a 30 Hz low-pass, in rad/s^2; nil at rates too low for it.
  public var peakAngularAcceleration: Double?
  /// Largest speed from the user acceleration, turned into the world's frame and integrated with zero speed at the
  /// start, in m/s; nil without user acceleration or attitude. An estimate: it drifts, and knows no speed at the start.
  public var peakHandSpeedEstimate: Double?
  /// Mean magnitude of the user acceleration over the first third of the swing, in g: at the wrist that is the
  /// resultant of centripetal and tangential acceleration. Nil without user acceleration.
  public var rotationalAcceleration: Double?

  /// Standard gravity, in m/s^2 (ISO 80000-3).
  static let standardGravity = 9.80665

  /// Measures a swing; nil where the device motion has no two samples in it.
  /// - Parameters:
  ///   - swing: the swing.
  ///   - motion: the device motion of its recording.
  ///   - smoothRate: the rotation rate after a 30 Hz low-pass; nil at rates too low for one.
  /// - Throws: whatever reading the signals throws.
  public init?(of swing: Swing, in motion: MotionSignals, smoothRate: Triaxial?) throws {
    let rotation = try motion.rotationAlongGravity()
    let timeBase = rotation.timeBase
    let range = try timeBase.indices(in: swing.startTime...swing.anchorTime)
    guard range.count >= 2 else { return nil }
    let times = try timeBase.times(range)
    let along = try rotation.samples(range)
    let sign: Float = swing.peakRate < 0 ? -1 : 1
    guard let peak = along.indices.filter({ along[$0].isFinite }).max(by: { sign * along[$0] < sign * along[$1] })
    else { return nil }
    peakAlongGravity = Double(along[peak])
    peakLeadMS = 1000 * (swing.anchorTime - times[peak])
    peakRate = try motion.rotationRate.vectors(range).largestLength
    alongGravityAtImpact = try swing.impact.flatMap { try Self.value(of: rotation, at: $0.time) }
    peakAngularAcceleration = try smoothRate.map {
      Self.peakSlope(try $0.vectors(range), times)
    }
    if let user = motion.userAcceleration {
      let acceleration = try user.vectors(range)
      let third = acceleration.prefix(max(1, acceleration.count / 3))
      rotationalAcceleration = third.map(\.length).reduce(0, +) / Double(third.count)
      peakHandSpeedEstimate = try motion.attitude.map {
        Self.peakSpeed(acceleration, turnedBy: try $0.quaternions(range), times)
      }
    }
  }

  /// The value between the two samples around `time`; nil outside of the recording.
  private static func value(of signal: any Signal, at time: Double) throws -> Double? {
    let timeBase = signal.timeBase
    let next = try timeBase.firstIndex(atOrAfter: time)
    guard next > 0, next < signal.count else { return nil }
    let values = try signal.samples(next - 1..<next + 1).map(Double.init)
    let (before, after) = (try timeBase.time(at: next - 1), try timeBase.time(at: next))
    guard after > before else { return values[1] }
    return values[0] + (values[1] - values[0]) * (time - before) / (after - before)
  }

  private static func peakSlope(_ values: [SIMD3<Double>], _ times: [Double]) -> Double {
    var largest = 0.0
    for index in 1..<values.count where times[index] > times[index - 1] {
      largest = max(largest, (values[index] - values[index - 1]).length / (times[index] - times[index - 1]))
    }
    return largest
  }

  private static func peakSpeed(
    _ acceleration: [SIMD3<Double>], turnedBy attitude: [Quaternion], _ times: [Double]
  ) -> Double {
    let world = zip(acceleration, attitude).map { $1.rotate($0) * standardGravity }
    var speed = SIMD3<Double>.zero
    var largest = 0.0
    for index in 1..<world.count {
      speed += (world[index] + world[index - 1]) / 2 * (times[index] - times[index - 1])
      largest = max(largest, speed.length)
    }
    return largest
  }
}

/// A unit quaternion.
struct Quaternion {
  var scalar: Double
  var vector: SIMD3<Double>

  /// Turns a vector from the device's frame into the world's: v + 2 w (u x v) + 2 u x (u x v).
  func rotate(_ v: SIMD3<Double>) -> SIMD3<Double> {
    let once = cross(vector, v)
    return v + 2 * scalar * once + 2 * cross(vector, once)
  }

  private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }
}

extension Attitude {
  /// The quaternions of a range of samples.
  func quaternions(_ range: Range<Int>) throws -> [Quaternion] {
    let vectors = try Triaxial(x: x, y: y, z: z).vectors(range)
    return zip(try w.samples(range), vectors).map { Quaternion(scalar: Double($0), vector: $1) }
  }
}
