import Glibc

/// How a measured rotation rate agrees with the rotation that gravity or an attitude shows: the least squares factor
/// between them, and their correlation.
package struct RotationAgreement: Sendable, Hashable {
  private var products = 0.0
  private var measuredSquares = 0.0
  private var shownSquares = 0.0
  /// The number of pairs of samples.
  package private(set) var count = 0

  /// An agreement without samples.
  package init() {}

  /// The least squares ratio of shown to measured rotation: 1 if they agree, pi / 180 if deg/s were taken for rad/s.
  package var factor: Double { measuredSquares > 0 ? products / measuredSquares : .nan }

  /// The correlation, from -1 to 1; 0 without motion.
  package var correlation: Double {
    let norm = (measuredSquares * shownSquares).squareRoot()
    return norm > 0 && norm.isFinite ? products / norm : 0
  }

  /// The root mean square of the rotation that was shown, in rad/s.
  package var shownRMS: Double { count > 0 ? (shownSquares / Double(count)).squareRoot() : 0 }

  private mutating func add(measured: SIMD3<Double>, shown: SIMD3<Double>) {
    guard measured.isFinite, shown.isFinite else { return }
    products += (measured * shown).sum()
    measuredSquares += (measured * measured).sum()
    shownSquares += (shown * shown).sum()
    count += 1
  }

  /// Adds two neighbouring samples of gravity as unit vectors.
  ///
  /// A vector that rests in the world turns in the device's frame by g' = g x w.
  package mutating func add(
    gravity: SIMD3<Double>, next: SIMD3<Double>, rotation: SIMD3<Double>, intervalS: Double
  ) {
    add(measured: ((gravity + next) / 2).cross(rotation), shown: (next - gravity) / intervalS)
  }

  /// Adds two neighbouring attitudes as w x y z, which turn the device's frame into the world's. Their difference is
  /// the rotation from one to the next, in the device's frame.
  package mutating func add(
    attitude: SIMD4<Double>, next: SIMD4<Double>, rotation: SIMD3<Double>, intervalS: Double
  ) {
    let (u, v) = (SIMD3(-attitude.y, -attitude.z, -attitude.w), SIMD3(next.y, next.z, next.w))
    let scalar = attitude.x * next.x - (u * v).sum()
    let vector = v * attitude.x + u * next.x + u.cross(v)
    let length = (vector * vector).sum().squareRoot()
    guard length > 0 else { return add(measured: rotation, shown: .zero) }
    // The two signs of a quaternion are one rotation. The shorter way counts.
    let angle = 2 * atan2(length, abs(scalar))
    add(measured: rotation, shown: vector * ((scalar < 0 ? -angle : angle) / length / intervalS))
  }
}
