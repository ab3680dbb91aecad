import Glibc

/// Yaw, pitch and roll of a rotation: about z, then about the turned x, then about the turned y.
///
/// In Apple's frames of headphones and of the phone, x points to the right, y to the front and z upwards. Yaw is then
/// positive to the left, pitch is positive upwards, and roll is positive to the right.
///
/// The rotation matrix is `R = Rz(yaw) Rx(pitch) Ry(roll)`. For the quaternion w, x, y, z of length 1:
/// - `yaw = atan2(2 (w z - x y), 1 - 2 (x^2 + z^2))`
/// - `pitch = asin(2 (w x + y z))`
/// - `roll = atan2(2 (w y - x z), 1 - 2 (x^2 + y^2))`
///
/// Source: J. Diebel, "Representing attitude: Euler angles, unit quaternions, and rotation vectors", Stanford
/// University (2006), sequence (3, 1, 2); Core Motion's `CMAttitude` gives the same three angles.
package struct EulerAngles: Hashable, Sendable {
  /// About z, in rad, from -pi to pi.
  package var yaw: Double
  /// About x, in rad, from -pi/2 to pi/2.
  package var pitch: Double
  /// About y, in rad, from -pi to pi.
  package var roll: Double

  /// Makes a set of angles, in rad.
  package init(yaw: Double, pitch: Double, roll: Double) {
    self.yaw = yaw
    self.pitch = pitch
    self.roll = roll
  }

  /// If the sine of the pitch has at least this magnitude, yaw and roll count as one rotation. The pitch is then within
  /// some 0.08 degrees of straight up or down.
  static let poleSine = 0.999_999

  /// The angles of a rotation of length 1.
  ///
  /// If the pitch is straight up or down, the roll is 0 and the yaw is the whole turn about the vertical.
  package init(_ rotation: Quaternion) {
    let (w, x, y, z) = (rotation.scalar, rotation.vector.x, rotation.vector.y, rotation.vector.z)
    let sine = 2 * (w * x + y * z)
    guard abs(sine) < Self.poleSine else {
      self.init(
        yaw: atan2(2 * (x * y + w * z), 1 - 2 * (y * y + z * z)), pitch: sine > 0 ? .pi / 2 : -.pi / 2, roll: 0)
      return
    }
    self.init(
      yaw: atan2(2 * (w * z - x * y), 1 - 2 * (x * x + z * z)), pitch: asin(sine),
      roll: atan2(2 * (w * y - x * z), 1 - 2 * (x * x + y * y)))
  }
}

/// Cosine and sine of each angle of a rotation, for means of directions. The angles themselves are not computed.
package struct EulerDirections: Hashable, Sendable {
  /// Cosine and sine of the yaw.
  package var yaw: SIMD2<Double>
  /// Cosine and sine of the pitch.
  package var pitch: SIMD2<Double>
  /// Cosine and sine of the roll.
  package var roll: SIMD2<Double>

  /// The directions of the angles that `EulerAngles.init(_:)` gives, for a rotation of length 1.
  package init(_ rotation: Quaternion) {
    let (w, x, y, z) = (rotation.scalar, rotation.vector.x, rotation.vector.y, rotation.vector.z)
    let sine = 2 * (w * x + y * z)
    guard abs(sine) < EulerAngles.poleSine else {
      yaw = Self.unit(1 - 2 * (y * y + z * z), 2 * (x * y + w * z))
      pitch = SIMD2(0, sine > 0 ? 1 : -1)
      roll = SIMD2(1, 0)
      return
    }
    yaw = Self.unit(1 - 2 * (x * x + z * z), 2 * (w * z - x * y))
    pitch = SIMD2((1 - sine * sine).squareRoot(), sine)
    roll = Self.unit(1 - 2 * (x * x + y * y), 2 * (w * y - x * z))
  }

  private static func unit(_ cosine: Double, _ sine: Double) -> SIMD2<Double> {
    SIMD2(cosine, sine) / (cosine * cosine + sine * sine).squareRoot()
  }
}

extension Quaternion {
  /// The rotation of these angles.
  package init(_ angles: EulerAngles) {
    self =
      Quaternion(angle: angles.yaw, about: [0, 0, 1]) * Quaternion(angle: angles.pitch, about: [1, 0, 0])
      * Quaternion(angle: angles.roll, about: [0, 1, 0])
  }
}
