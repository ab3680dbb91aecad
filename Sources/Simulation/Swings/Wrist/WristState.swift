import Glibc

/// The three Euler angles with their first and second derivatives, and the vertical movement, at one time.
///
/// World from body is Rz(yaw) Ry(pitch) Rx(roll).
struct WristState: Sendable {
  /// Yaw, pitch, roll, rad.
  var angle: SIMD3<Double>
  /// rad/s.
  var rate = SIMD3<Double>.zero
  /// rad/s^2.
  var acceleration = SIMD3<Double>.zero
  /// Acceleration against gravity, g: 1 in free fall, where the accelerometer reads 0.
  var lift = 0.0

  mutating func add(_ pulses: [RatePulse], _ range: Range<Int>, at timeS: Double) {
    for index in range {
      let pulse = pulses[index]
      guard timeS > pulse.startS else { continue }
      let value = pulse.value(at: timeS)
      let axis: Int
      switch pulse.channel {
      case .yaw: axis = 0
      case .pitch: axis = 1
      case .roll: axis = 2
      case .fall:
        lift += value.rate
        continue
      }
      angle[axis] += value.angle
      rate[axis] += value.rate
      acceleration[axis] += value.acceleration
    }
  }

  /// Rate of rotation along gravity, rad/s: rotation rate times gravity is -(yaw' - roll' sin(pitch)).
  var rotationAlongGravity: Double { rate.z * sin(angle.y) - rate.x }

  /// Attitude as a unit quaternion w, x, y, z; half angles make it continuous in sign.
  var attitude: SIMD4<Double> {
    let half = angle / 2
    let (sy, cy) = (sin(half.x), cos(half.x))
    let (sp, cp) = (sin(half.y), cos(half.y))
    let (sr, cr) = (sin(half.z), cos(half.z))
    return SIMD4(
      cy * cp * cr + sy * sp * sr, cy * cp * sr - sy * sp * cr, cy * sp * cr + sy * cp * sr, sy * cp * cr - cy * sp * sr
    )
  }

  /// The motion in the body frame: gravity, rotation rate, and the acceleration of the sensor.
  func bodyMotion(pivot: SIMD3<Double>) -> BodyMotion {
    let (sp, cp) = (sin(angle.y), cos(angle.y))
    let (sr, cr) = (sin(angle.z), cos(angle.z))
    let gravity = SIMD3(sp, -cp * sr, -cp * cr)
    let (y1, p1, r1) = (rate.x, rate.y, rate.z)
    let (y2, p2, r2) = (acceleration.x, acceleration.y, acceleration.z)
    let rotation = SIMD3(r1 - y1 * sp, p1 * cr + y1 * sr * cp, -p1 * sr + y1 * cr * cp)
    let angular = SIMD3(
      r2 - y2 * sp - y1 * p1 * cp,
      p2 * cr - p1 * r1 * sr + y2 * sr * cp + y1 * r1 * cr * cp - y1 * p1 * sr * sp,
      -p2 * sr - p1 * r1 * cr + y2 * cr * cp - y1 * r1 * sr * cp - y1 * p1 * cr * sp)
    let lever = cross(rotation, cross(rotation, pivot)) + cross(angular, pivot)
    return BodyMotion(
      gravity: gravity, rotationRate: rotation, userAcceleration: lever / BodyMotion.standardGravity - lift * gravity)
  }
}

/// Gravity (g), rotation rate (rad/s) and user acceleration (g) in the body frame.
///
/// User acceleration has the inertial sign of the watch: the accelerometer reads gravity + user acceleration, which is
/// zero in free fall. User acceleration is therefore minus the sensor's own acceleration. With the pivot as the vector
/// from the sensor to the axis of rotation, it is w x (w x pivot) + w' x pivot, which points away from the axis.
struct BodyMotion: Sendable {
  /// Standard gravity, m/s^2 (CGPM 1901).
  static let standardGravity = 9.80665

  var gravity: SIMD3<Double>
  var rotationRate: SIMD3<Double>
  var userAcceleration: SIMD3<Double>
}

private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
  SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}
