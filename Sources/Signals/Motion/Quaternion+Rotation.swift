import Glibc

extension Quaternion {
  /// The rotation by an angle, in rad, about an axis of length 1.
  public init(angle: Double, about axis: SIMD3<Double>) {
    self.init(scalar: cos(angle / 2), vector: sin(angle / 2) * axis)
  }

  /// The rotation by a vector whose direction is the axis and whose length is the angle, in rad.
  ///
  /// Such a vector is a rotation rate times a duration.
  public init(rotationVector: SIMD3<Double>) {
    let angle = (rotationVector * rotationVector).sum().squareRoot()
    guard angle > 0 else {
      self = .identity
      return
    }
    self.init(angle: angle, about: rotationVector / angle)
  }

  /// The angle by which a rotation of length 1 turns, in rad, from 0 to pi.
  public var angle: Double {
    2 * atan2((vector * vector).sum().squareRoot(), abs(scalar))
  }

  /// The part of a rotation of length 1 that turns about an axis of length 1.
  ///
  /// The rest, the rotation's product with the conjugate of this part, turns about an axis at a right angle to it.
  /// After a half turn about such an axis this part is undefined, and the identity is returned.
  ///
  /// Source: P. Dobrowolski, "Swing-twist decomposition in Clifford algebra", arXiv:1506.05481 (2015).
  public func twist(about axis: SIMD3<Double>) -> Quaternion {
    let along = (vector * axis).sum()
    return Quaternion(scalar: scalar, vector: along * axis).normalized ?? .identity
  }
}
