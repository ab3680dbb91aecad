/// Estimates the orientation of a sensor from its rotation rate and acceleration, sample by sample.
///
/// The filter integrates the rotation rate minus its bias. The result is the orientation in a frame that drifts slowly,
/// and so is almost inertial. In this frame a low-pass of the specific force leaves gravity. The smallest rotation that
/// turns this vector upright corrects the inclination. A Kalman filter estimates the bias: at rest from the rotation
/// rate, in motion from the corrections. The heading is arbitrary and drifts, since the filter uses no magnetometer.
///
/// A result depends only on earlier samples, so it is the same however a recording is cut into blocks.
///
/// Source: Laidig and Seel (2023); see `OrientationSettings`.
package struct OrientationFilter: Sendable {
  private let settings: OrientationSettings
  private let periodS: Double
  private let design: VectorLowPass.Design
  private let restDesign: VectorLowPass.Design

  private var frames = InclinedFrame()
  private var force = VectorLowPass()
  private var rest = RestDetector()
  private var estimate: BiasEstimate
  private var hold: RateHold
  /// The sum of the tilts corrected since the last estimate of the bias, and their number.
  private var tilts = (sum: SIMD3<Double>.zero, count: 0)

  /// Makes a filter for a sampling rate, in Hz.
  package init(rateHz: Double, settings: OrientationSettings = OrientationSettings()) {
    self.settings = settings
    let rateHz = OrientationSettings.usableRateHz(rateHz)
    periodS = 1 / rateHz
    design = VectorLowPass.Design(tauS: settings.tauS, rateHz: rateHz)
    restDesign = VectorLowPass.Design(tauS: settings.restTauS, rateHz: rateHz)
    estimate = BiasEstimate(settings, rateHz: rateHz)
    hold = RateHold(longest: Int(settings.longestHoldS * rateHz))
  }

  /// The rotation that turns the sensor's frame into the world's, whose z axis points up.
  package var orientation: Quaternion { frames.orientation }

  /// Whether an acceleration has shown where up is since the start or the last `restart()`.
  package private(set) var isLevelled = false

  /// The estimated bias of the rotation rate, in rad/s.
  package var bias: SIMD3<Double> { estimate.bias }

  /// The covariance of the bias, in (rad/s)^2.
  var covariance: SymmetricMatrix { estimate.covariance }

  /// Whether the sensor is at rest.
  package var isAtRest: Bool { rest.timeS >= settings.restAfterS }

  /// Begins anew after a gap: the next acceleration sets the inclination, and the bias stays.
  package mutating func restart() {
    force = VectorLowPass()
    rest = RestDetector()
    estimate.restart()
    tilts = (.zero, 0)
    hold.restart()
    isLevelled = false
  }

  /// Takes the next sample.
  ///
  /// - Parameters:
  ///   - rotationRate: in rad/s. The last rate replaces a missing one. After many missing ones the filter restarts.
  ///   - acceleration: in g, pointing down at rest, as phones and watches report it; not finite if missing.
  /// - Returns: the rotation that turns the sensor's frame into the world's, whose z axis points up.
  @discardableResult
  package mutating func update(rotationRate: SIMD3<Double>, acceleration: SIMD3<Double>) -> Quaternion {
    if hold.isTooLong, rotationRate.isFinite { restart() }
    let rate = hold.filled(rotationRate)
    frames.turn(by: (rate - estimate.bias) * periodS)
    guard acceleration.isFinite else { return orientation }
    rest.update(rate, acceleration, restDesign, settings, periodS)
    // The specific force points up at rest.
    guard let tilt = frames.level(by: force.update(frames.inertial(-acceleration), design)) else { return orientation }
    isLevelled = true
    let result = orientation
    tilts = (tilts.sum + tilt, tilts.count + 1)
    if tilts.count == estimate.stride { estimateBias(result) }
    return result
  }

  @inline(never)
  private mutating func estimateBias(_ orientation: Quaternion) {
    estimate.update(orientation, tilts: tilts.sum, restingRate: isAtRest ? rest.rate : nil)
    tilts = (.zero, 0)
  }
}

/// The two rotations whose product is the orientation.
struct InclinedFrame: Sendable {
  /// From the sensor's frame to the almost inertial one.
  private var strapdown = Quaternion.identity
  /// From the almost inertial frame to the world's.
  private var inclination = Quaternion.identity

  @inline(__always)
  var orientation: Quaternion { inclination * strapdown }

  /// A vector of the sensor's frame, in the almost inertial frame.
  @inline(__always)
  func inertial(_ v: SIMD3<Double>) -> SIMD3<Double> { strapdown.rotate(v) }

  /// Turns the sensor by a rotation vector in its own frame, in rad.
  @inline(__always)
  mutating func turn(by v: SIMD3<Double>) {
    strapdown = (strapdown * Quaternion(stepVector: v)).renormalized
  }

  /// Turns a vector of the almost inertial frame upright.
  ///
  /// - Returns: its direction in the world's frame before the correction; nil for a vector without a direction.
  @inline(__always)
  mutating func level(by up: SIMD3<Double>) -> SIMD3<Double>? {
    let seen = inclination.rotate(up)
    let length = dot(seen, seen).squareRoot()
    guard length > 0 else { return nil }
    let tilt = seen / length
    inclination = (Quaternion(uprighting: tilt) * inclination).renormalized
    return tilt
  }
}

/// Replaces missing rotation rates by the last known rate.
struct RateHold: Sendable {
  let longest: Int
  private var last = SIMD3<Double>.zero
  private var missing = 0

  init(longest: Int) { self.longest = longest }

  /// Whether more rates in a row are missing than the last rate may replace.
  var isTooLong: Bool { missing > longest }

  @inline(__always)
  mutating func filled(_ rate: SIMD3<Double>) -> SIMD3<Double> {
    guard rate.isFinite else {
      missing += 1
      return isTooLong ? .zero : last
    }
    (last, missing) = (rate, 0)
    return rate
  }

  mutating func restart() { (last, missing) = (.zero, 0) }
}

/// Detects rest: rotation rate and acceleration stay close to their low-pass for a while.
struct RestDetector: Sendable {
  private var lowRate = VectorLowPass()
  private var lowAcceleration = VectorLowPass()
  /// The rotation rate after the low-pass, in rad/s.
  private(set) var rate = SIMD3<Double>.zero
  /// The time since the last motion, in s.
  private(set) var timeS = 0.0

  @inline(__always)
  mutating func update(
    _ rate: SIMD3<Double>, _ acceleration: SIMD3<Double>, _ design: VectorLowPass.Design,
    _ settings: OrientationSettings, _ periodS: Double
  ) {
    self.rate = lowRate.update(rate, design)
    let turn = rate - self.rate
    let shake = acceleration - lowAcceleration.update(acceleration, design)
    let limit = settings.largestBias
    let isStill =
      dot(turn, turn) < settings.restRotationRate * settings.restRotationRate
      && dot(shake, shake) < settings.restAccelerationG * settings.restAccelerationG
      && abs(self.rate.x) <= limit && abs(self.rate.y) <= limit && abs(self.rate.z) <= limit
    timeS = isStill ? timeS + periodS : 0
  }
}

@inline(__always)
func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { a.x * b.x + a.y * b.y + a.z * b.z }

extension Quaternion {
  /// The quaternion with a length closer to 1, by a step of Newton's method. One step is enough after each product of
  /// unit quaternions.
  @inline(__always)
  var renormalized: Quaternion {
    let scale = 1.5 - 0.5 * (scalar * scalar + dot(vector, vector))
    return Quaternion(scalar: scalar * scale, vector: vector * scale)
  }

  /// The rotation by a short rotation vector, in rad, by Taylor series of cos(h) and sin(h) / h in the half angle h.
  ///
  /// The series are exact to 1e-15 up to the limit; longer vectors use the general formula.
  @inline(__always)
  init(stepVector v: SIMD3<Double>) {
    let h = 0.25 * dot(v, v)
    guard h < 0.05 else {
      self.init(rotationVector: v)
      return
    }
    let cosine = 1 - h / 2 * (1 - h / 12 * (1 - h / 30 * (1 - h / 56 * (1 - h / 90))))
    let sine = 1 - h / 6 * (1 - h / 20 * (1 - h / 42 * (1 - h / 72 * (1 - h / 110))))
    self.init(scalar: cosine, vector: 0.5 * sine * v)
  }

  /// The smallest rotation that turns a vector of length 1 to the z axis.
  @inline(__always)
  init(uprighting v: SIMD3<Double>) {
    // A vector that points down turns about any horizontal axis.
    guard v.z > -0.999_999_999 else {
      self.init(scalar: 0, vector: [1, 0, 0])
      return
    }
    let w = ((v.z + 1) / 2).squareRoot()
    self.init(scalar: w, vector: SIMD3(v.y / (2 * w), -v.x / (2 * w), 0))
  }
}
