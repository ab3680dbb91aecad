import Glibc

/// A quaternion. A quaternion of length 1 turns vectors from the device's frame into the world's.
///
/// Formulas: Kuipers, Quaternions and Rotation Sequences (1999), sections 5.4 to 5.13.
@frozen
package struct Quaternion: Hashable, Sendable {
  /// The scalar component, w.
  package var scalar: Double
  /// The components x, y and z.
  package var vector: SIMD3<Double>

  /// Makes a quaternion from its components, without normalizing it.
  @inlinable
  package init(scalar: Double, vector: SIMD3<Double>) {
    self.scalar = scalar
    self.vector = vector
  }

  /// The identity: no rotation.
  package static let identity = Quaternion(scalar: 1, vector: .zero)

  /// The Euclidean norm; 1 for a rotation.
  @inlinable
  package var length: Double { (scalar * scalar + (vector * vector).sum()).squareRoot() }

  /// The same rotation with length 1; nil for a quaternion of zeros or with a component that is not finite.
  @inlinable
  package var normalized: Quaternion? {
    let length = length
    guard length > 0, length.isFinite else { return nil }
    return Quaternion(scalar: scalar / length, vector: vector / length)
  }

  /// The opposite rotation, of a quaternion of length 1.
  @inlinable
  package var conjugate: Quaternion { Quaternion(scalar: scalar, vector: -vector) }

  /// The quaternion of the same rotation whose scalar is not negative.
  @inlinable
  package var canonical: Quaternion { scalar < 0 ? Quaternion(scalar: -scalar, vector: -vector) : self }

  /// The product of two rotations (Hamilton product): applies `right` first, then `left`.
  @inlinable @inline(__always)
  package static func * (left: Quaternion, right: Quaternion) -> Quaternion {
    Quaternion(
      scalar: left.scalar * right.scalar - (left.vector * right.vector).sum(),
      vector: left.scalar * right.vector + right.scalar * left.vector + cross(left.vector, right.vector))
  }

  /// Turns a vector from the device's frame into the world's: `v + 2 w (u x v) + 2 u x (u x v)`.
  @inlinable @inline(__always)
  package func rotate(_ v: SIMD3<Double>) -> SIMD3<Double> {
    let once = Self.cross(vector, v)
    return v + 2 * scalar * once + 2 * Self.cross(vector, once)
  }

  /// The vector product.
  @inlinable @inline(__always)
  static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }
}

extension Quaternion {
  /// The rotation by an angle, in rad, about an axis of length 1.
  package init(angle: Double, about axis: SIMD3<Double>) {
    self.init(scalar: cos(angle / 2), vector: sin(angle / 2) * axis)
  }

  /// The rotation by a vector whose direction is the axis and whose length is the angle, in rad.
  ///
  /// A rotation rate times a duration is such a vector.
  package init(rotationVector: SIMD3<Double>) {
    let angle = (rotationVector * rotationVector).sum().squareRoot()
    guard angle > 0 else {
      self = .identity
      return
    }
    self.init(angle: angle, about: rotationVector / angle)
  }

  /// The angle by which a rotation of length 1 turns, in rad, from 0 to pi.
  package var angle: Double {
    2 * atan2((vector * vector).sum().squareRoot(), abs(scalar))
  }

  /// The part of a rotation of length 1 that turns about an axis of length 1.
  ///
  /// The rest is the rotation's product with the conjugate of this part. It turns about an axis at a right angle to the
  /// given axis. After a half turn about such an axis this part is undefined, and the result is the identity.
  ///
  /// Source: P. Dobrowolski, "Swing-twist decomposition in Clifford algebra", arXiv:1506.05481 (2015).
  package func twist(about axis: SIMD3<Double>) -> Quaternion {
    let along = (vector * axis).sum()
    return Quaternion(scalar: scalar, vector: along * axis).normalized ?? .identity
  }
}
