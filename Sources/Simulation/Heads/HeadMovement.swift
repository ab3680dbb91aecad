import Glibc
import SPSignals

/// The position and orientation of a head over time.
struct HeadMovement: Sendable {
  var yaw = HeadTrack(), roll = HeadTrack()
  /// The pitch of the trunk and the pitch of the neck.
  var pitch = HeadTrack(), nod = HeadTrack()
  /// The height of the trunk, the dips of repetitions, and the steps of a walk, in m.
  var height = HeadTrack(from: 1.6), dips = HeadTrack(), steps = HeadTrack()
  /// Slow sway: frequency (rad/s), phase, and amplitudes of yaw, pitch, roll (rad) and height (m).
  var sway: [(rate: Double, phase: Double, amount: SIMD4<Double>)] = []

  /// The vector from the axis of the neck to the ear, in m.
  private static let lever = SIMD3<Double>(0, 0.02, 0.14)
  /// From the feet to the shoulders, in m: going down rotates the body about the feet.
  private static let bodyM = 1.5
  /// Time step of the differences for rates and accelerations, in s.
  private static let rateStepS = 1e-4
  private static let accelerationStepS = 1e-3

  func attitude(at time: Double) -> Quaternion {
    let sway = swayed(time)
    return Quaternion(
      EulerAngles(
        yaw: yaw.value(at: time) + sway.x,
        pitch: pitch.value(at: time) + nod.value(at: time) + dips.value(at: time) / Self.bodyM + sway.y,
        roll: roll.value(at: time) + sway.z))
  }

  /// The rotation rate, in rad/s, in the frame of the head.
  func rotationRate(at time: Double) -> SIMD3<Double> {
    let (before, after) = (attitude(at: time - Self.rateStepS), attitude(at: time + Self.rateStepS))
    return (before.conjugate * after).canonical.vector / Self.rateStepS
  }

  /// The ear's own acceleration, in m/s^2, in the world's frame.
  func acceleration(at time: Double) -> SIMD3<Double> {
    let step = Self.accelerationStepS
    return (place(at: time - step) - 2 * place(at: time) + place(at: time + step)) / (step * step)
  }

  private func place(at time: Double) -> SIMD3<Double> {
    let height = height.value(at: time) + dips.value(at: time) + steps.value(at: time) + swayed(time).w
    return attitude(at: time).rotate(Self.lever) + SIMD3(0, 0, height)
  }

  /// The ear's height, in m.
  func earHeight(at time: Double) -> Double { place(at: time).z }

  private func swayed(_ time: Double) -> SIMD4<Double> {
    sway.reduce(SIMD4<Double>.zero) { $0 + sin($1.rate * time + $1.phase) * $1.amount }
  }
}
