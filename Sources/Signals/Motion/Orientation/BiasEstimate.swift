/// A Kalman filter for the bias of a rotation rate.
///
/// Between two updates the covariance grows by q. A measurement with covariance W and matrix H changes it to
/// `P - P H' (W + H P H')^-1 H P`. After many updates the standard deviation reaches s, which determines W:
/// `1 / s^2 = 1 / (s^2 + q) + 1 / W`, so `W = s^2 (s^2 + q) / q`.
///
/// - At rest the measurement is the rotation rate after a low-pass, with H = 1.
/// - In motion the measurement is the rate at which the inclination was corrected. A bias error b drives the horizontal
///   axes with the rate R b, where R turns the sensor's frame into the world's. The corrections follow with the delay
///   of the low-pass, so R and R b pass the same low-pass. About the vertical the measurement is a bias of 0 with
///   little weight.
struct BiasEstimate: Sendable {
  /// The bias, in rad/s.
  private(set) var bias = SIMD3<Double>.zero
  /// Its covariance, in (rad/s)^2.
  private(set) var covariance: SymmetricMatrix
  /// The number of samples from one update to the next.
  let stride: Int

  private let periodS: Double
  private let design: VectorLowPass.Design
  private let initialVariance: Double
  private let growth: Double
  private let motionVariance: SIMD3<Double>
  private let restVariance: SIMD3<Double>
  private let limit: Double

  /// The rows of R, and R b, after the low-pass.
  private var rows = (x: VectorLowPass(), y: VectorLowPass(), z: VectorLowPass())
  private var turnedBias = VectorLowPass()

  /// The number of samples from one update to the next, for a rate in Hz. Updates come 100 to 200 times a second,
  /// because a bias changes slowly.
  static func stride(rateHz: Double) -> Int { max(1, Int(rateHz / 100)) }

  init(_ settings: OrientationSettings, rateHz: Double) {
    stride = Self.stride(rateHz: rateHz)
    periodS = 1 / rateHz
    let updateRateHz = rateHz / Double(stride)
    design = VectorLowPass.Design(tauS: settings.tauS, rateHz: updateRateHz)
    let initial = settings.initialBiasSD * settings.initialBiasSD
    let growth = initial / (settings.biasForgettingS * updateRateHz)
    func measured(_ variance: Double) -> Double { variance * (variance + growth) / growth }
    let motion = settings.motionBiasSD * settings.motionBiasSD
    let vertical = measured(motion / max(settings.verticalWeight, 1e-10))
    motionVariance = SIMD3(measured(motion), measured(motion), vertical)
    restVariance = SIMD3(repeating: measured(settings.restBiasSD * settings.restBiasSD))
    (initialVariance, self.growth, limit) = (initial, growth, settings.largestBias)
    covariance = SymmetricMatrix(diagonal: SIMD3(repeating: initial))
  }

  /// Begins new low-passes after a gap.
  mutating func restart() {
    rows = (VectorLowPass(), VectorLowPass(), VectorLowPass())
    turnedBias = VectorLowPass()
  }

  /// Takes the measurements of the last samples.
  ///
  /// - Parameters:
  ///   - orientation: The present orientation.
  ///   - tilts: The sum, over `stride` samples, of the direction that was turned upright.
  ///   - restingRate: The rotation rate after a low-pass, in rad/s; nil in motion.
  mutating func update(_ orientation: Quaternion, tilts: SIMD3<Double>, restingRate: SIMD3<Double>?) {
    let turn = RotationMatrix(orientation)
    let matrix = RotationMatrix(
      x: rows.x.update(turn.x, design), y: rows.y.update(turn.y, design), z: rows.z.update(turn.z, design))
    let turned = turnedBias.update(turn * bias, design)
    if covariance.xx < initialVariance { covariance.xx += growth }
    if covariance.yy < initialVariance { covariance.yy += growth }
    if covariance.zz < initialVariance { covariance.zz += growth }
    if let restingRate {
      measure(.identity, restingRate - bias, restVariance)
    } else {
      // A rotation about -y corrects a tilt towards x, and a rotation about x corrects a tilt towards y.
      let period = Double(stride) * periodS
      let rate = SIMD3(turned.x - tilts.y / period, turned.y + tilts.x / period, 0)
      measure(matrix, rate - matrix * bias, motionVariance)
    }
  }

  private mutating func measure(_ h: RotationMatrix, _ difference: SIMD3<Double>, _ variance: SIMD3<Double>) {
    // The columns of P H'.
    let (x, y, z) = (covariance * h.x, covariance * h.y, covariance * h.z)
    var sum = SymmetricMatrix(
      diagonal: SIMD3(dot(x, h.x) + variance.x, dot(y, h.y) + variance.y, dot(z, h.z) + variance.z))
    (sum.xy, sum.xz, sum.yz) = (dot(x, h.y), dot(x, h.z), dot(y, h.z))
    let inverse = sum.inverse
    // The columns of the gain.
    let gainX = x * inverse.xx + y * inverse.xy + z * inverse.xz
    let gainY = x * inverse.xy + y * inverse.yy + z * inverse.yz
    let gainZ = x * inverse.xz + y * inverse.yz + z * inverse.zz
    let e = clamped(difference)
    bias = clamped(bias + gainX * e.x + gainY * e.y + gainZ * e.z)
    covariance.xx -= gainX.x * x.x + gainY.x * y.x + gainZ.x * z.x
    covariance.yy -= gainX.y * x.y + gainY.y * y.y + gainZ.y * z.y
    covariance.zz -= gainX.z * x.z + gainY.z * y.z + gainZ.z * z.z
    covariance.xy -= gainX.x * x.y + gainY.x * y.y + gainZ.x * z.y
    covariance.xz -= gainX.x * x.z + gainY.x * y.z + gainZ.x * z.z
    covariance.yz -= gainX.y * x.z + gainY.y * y.z + gainZ.y * z.z
  }

  @inline(__always)
  private func clamped(_ v: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(min(max(v.x, -limit), limit), min(max(v.y, -limit), limit), min(max(v.z, -limit), limit))
  }
}

/// A symmetric matrix with three rows.
struct SymmetricMatrix: Sendable {
  var xx, yy, zz, xy, xz, yz: Double

  init(diagonal: SIMD3<Double>) {
    (xx, yy, zz) = (diagonal.x, diagonal.y, diagonal.z)
    (xy, xz, yz) = (0, 0, 0)
  }

  /// The inverse, by cofactors.
  var inverse: SymmetricMatrix {
    let (a, b, c) = (yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy)
    let scale = 1 / (xx * a + xy * b + xz * c)
    var result = SymmetricMatrix(diagonal: SIMD3(a, xx * zz - xz * xz, xx * yy - xy * xy) * scale)
    (result.xy, result.xz, result.yz) = (b * scale, c * scale, (xy * xz - xx * yz) * scale)
    return result
  }

  static func * (m: SymmetricMatrix, v: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
      m.xx * v.x + m.xy * v.y + m.xz * v.z, m.xy * v.x + m.yy * v.y + m.yz * v.z, m.xz * v.x + m.yz * v.y + m.zz * v.z)
  }

  static func + (l: SymmetricMatrix, r: SymmetricMatrix) -> SymmetricMatrix {
    var sum = SymmetricMatrix(diagonal: SIMD3(l.xx + r.xx, l.yy + r.yy, l.zz + r.zz))
    (sum.xy, sum.xz, sum.yz) = (l.xy + r.xy, l.xz + r.xz, l.yz + r.yz)
    return sum
  }
}

/// A matrix with three rows.
struct RotationMatrix: Sendable {
  var x, y, z: SIMD3<Double>

  static let identity = RotationMatrix(x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1])

  init(x: SIMD3<Double>, y: SIMD3<Double>, z: SIMD3<Double>) { (self.x, self.y, self.z) = (x, y, z) }

  /// The matrix of a rotation: Kuipers, Quaternions and Rotation Sequences (1999).
  init(_ q: Quaternion) {
    let (w, x, y, z) = (q.scalar, q.vector.x, q.vector.y, q.vector.z)
    self.x = SIMD3(1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y))
    self.y = SIMD3(2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x))
    self.z = SIMD3(2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y))
  }

  static func * (m: RotationMatrix, v: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(dot(m.x, v), dot(m.y, v), dot(m.z, v))
  }
}
