import Glibc

/// A channel driven by smooth pulses: an angle of the attitude, or free fall.
enum MotionChannel: UInt8, Sendable {
  case yaw, pitch, roll
  /// Fraction of gravity that a fall takes away; only the pulse's value counts, not its integral.
  case fall
}

/// A smooth trapezoid of the rate of one angle: a ramp up, a hold, and a ramp down.
///
/// The ramps are cycloidal, `u - sin(2 pi u) / (2 pi)` for u from 0 to 1: the jerk is continuous as well, so that no
/// movement looks like a shock in the high-passed acceleration. Half of the rate is reached half-way.
///
/// Angle, rate and angular acceleration are all closed expressions and continuous, so that attitude, rotation rate and
/// lever-arm acceleration agree exactly. The area of a pulse is `rate (rise / 2 + hold + fall / 2)`.
struct RatePulse: Sendable {
  var channel: MotionChannel
  /// Start, s.
  var startS: Double
  var riseS: Double
  var holdS: Double = 0
  var fallS: Double
  /// The rate at the top, rad/s, signed.
  var rate: Double

  var endS: Double { startS + riseS + holdS + fallS }
  var area: Double { rate * (riseS / 2 + holdS + fallS / 2) }

  /// Angle (rad), rate (rad/s) and acceleration (rad/s^2) at a time on the pulse's own clock.
  func value(at timeS: Double) -> (angle: Double, rate: Double, acceleration: Double) {
    let time = timeS - startS
    guard time > 0 else { return (0, 0, 0) }
    if time < riseS {
      return ramp(time, riseS)
    }
    if time < riseS + holdS {
      return (rate * (time - riseS / 2), rate, 0)
    }
    let rest = riseS + holdS + fallS - time
    guard rest > 0 else { return (area, 0, 0) }
    let mirrored = ramp(rest, fallS)
    return (area - mirrored.angle, mirrored.rate, -mirrored.acceleration)
  }

  private func ramp(_ time: Double, _ length: Double) -> (angle: Double, rate: Double, acceleration: Double) {
    let turn = 2 * Double.pi
    let fraction = time / length
    let phase = turn * fraction
    let cosine = cos(phase)
    let angle = rate * length * (fraction * fraction / 2 + (cosine - 1) / (turn * turn))
    return (angle, rate * (fraction - sin(phase) / turn), rate / length * (1 - cosine))
  }
}
