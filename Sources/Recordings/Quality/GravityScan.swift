import Signals

/// One pass over attitude and gravity.
///
/// For unit vectors u (measured gravity) and p (gravity computed from the attitude), |u - p|^2 = 2 - 2 u·p. One dot
/// product per row and reading of the attitude therefore gives the residuals of both signs of gravity.
struct GravityScan {
  /// Norms are taken of at most this many evenly spaced rows.
  private static let normLimit = 65_536
  /// The readings of the attitude: its conventions, regardless of gravity's sign.
  private static let readings = GravityConvention.allCases.filter { !$0.isGravityOpposite }

  private let normStep: Int
  private var rows = 0
  /// Sums of 1 - u·p, ordered as `readings`. They are small for the convention that fits, so no digits of its residual
  /// are lost by cancellation.
  private var distances = SIMD4<Double>.zero
  private var gravityNorms: [Float] = []
  private var attitudeNorms: [Float] = []

  /// - Parameter count: the number of rows to come.
  init(count: Int) { normStep = max(1, (count + Self.normLimit - 1) / Self.normLimit) }

  /// Scans the next rows: the attitude's four components and gravity's three, as recorded.
  mutating func add(attitude: [[Float]], gravity: [[Float]]) {
    let (first, second, third, fourth) = (attitude[0], attitude[1], attitude[2], attitude[3])
    let (x, y, z) = (gravity[0], gravity[1], gravity[2])
    for index in x.indices {
      add(
        SIMD4(Double(first[index]), Double(second[index]), Double(third[index]), Double(fourth[index])),
        SIMD3(Double(x[index]), Double(y[index]), Double(z[index])))
    }
  }

  @inline(__always)
  private mutating func add(_ attitude: SIMD4<Double>, _ gravity: SIMD3<Double>) {
    let gravityNorm = (gravity * gravity).sum().squareRoot()
    let square = (attitude * attitude).sum()
    // Comparisons with NaN are false. Zeros mark missing values.
    guard gravityNorm > 0, gravityNorm.isFinite, square > 0, square.isFinite else { return }
    if rows.isMultiple(of: normStep) {
      gravityNorms.append(Float(gravityNorm))
      attitudeNorms.append(Float(square.squareRoot()))
    }
    rows += 1
    let unit = gravity / gravityNorm
    let scalarFirst = Self.products(of: unit, attitude, square: square)
    let scalarLast = Self.products(
      of: unit, SIMD4(attitude[3], attitude[0], attitude[1], attitude[2]), square: square)
    distances +=
      1 - SIMD4(scalarFirst.direct, scalarFirst.conjugated, scalarLast.direct, scalarLast.conjugated)
  }

  /// The products of a unit vector with (0, 0, -1) rotated by the attitude's inverse, and by the attitude.
  @inline(__always)
  private static func products(
    of unit: SIMD3<Double>, _ attitude: SIMD4<Double>, square: Double
  ) -> (direct: Double, conjugated: Double) {
    let (w, x, y, z) = (attitude[0], attitude[1], attitude[2], attitude[3])
    let vertical = unit.z * (2 * (x * x + y * y) / square - 1)
    // Conjugation changes the sign of the terms that contain w.
    let even = 2 * (-x * z * unit.x - y * z * unit.y) / square + vertical
    let odd = 2 * (w * y * unit.x - w * x * unit.y) / square
    return (even + odd, even - odd)
  }

  /// The result; nil if no row has both.
  var agreement: GravityAgreement? {
    guard rows > 0 else { return nil }
    var residuals: [GravityAgreement.Residual] = []
    for (index, reading) in Self.readings.enumerated() {
      let mean = distances[index] / Double(rows)
      var opposite = reading
      opposite.isGravityOpposite = true
      residuals.append(.init(convention: reading, rmsG: max(0, 2 * mean).squareRoot()))
      residuals.append(.init(convention: opposite, rmsG: max(0, 4 - 2 * mean).squareRoot()))
    }
    return GravityAgreement(
      rows: rows, residuals: residuals, gravityNormMedianG: Double(Statistics.median(gravityNorms)),
      attitudeNormMedian: Double(Statistics.median(attitudeNorms)))
  }
}
