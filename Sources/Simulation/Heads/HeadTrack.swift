import Glibc
import SPSignals

/// A coordinate of the head over time: a sum of movements that follow each other.
struct HeadTrack: Sendable {
  /// A movement from 0 at its start; its final value is kept afterwards.
  struct Piece: Sendable {
    enum Shape: Sendable {
      /// Moves to `amount` and stays there.
      case step
      /// Moves to `amount`, holds, and moves back; `out` and `hold` are fractions of the length.
      case pulse(out: Double, hold: Double)
      /// Like `pulse`, but with cosine edges, which begin and end abruptly.
      case dip(out: Double, hold: Double)
      /// A wave that fades in and out, plus a wave of half the frequency with the relative amplitude `half`.
      case wave(hz: Double, half: Double)
    }

    var start: Double
    var length: Double
    var amount: Double
    var shape: Shape
  }

  private var pieces: [Piece] = []
  /// The value before each piece.
  private var offsets: [Double] = []
  private var ended: Double

  init(from value: Double = 0) { ended = value }

  /// When the last movement ends, in s.
  var end: Double { pieces.last.map { $0.start + $0.length } ?? 0 }
  /// The value after the last movement.
  var last: Double { ended }

  /// Adds a movement; a movement that would overlap the last movement is skipped.
  mutating func add(_ piece: Piece) {
    guard piece.start >= end, piece.length > 0 else { return }
    pieces.append(piece)
    offsets.append(ended)
    if case .step = piece.shape { ended += piece.amount }
  }

  mutating func step(by amount: Double, at start: Double, over length: Double) {
    add(Piece(start: start, length: length, amount: amount, shape: .step))
  }

  func value(at time: Double) -> Double {
    let next = partitionPoint(pieces.indices) { pieces[$0].start <= time }
    guard next > 0 else { return offsets.first ?? ended }
    let piece = pieces[next - 1]
    let fraction = (time - piece.start) / piece.length
    guard fraction < 1 else { return next < pieces.count ? offsets[next] : ended }
    return offsets[next - 1] + piece.amount * piece.value(fraction)
  }
}

extension HeadTrack.Piece {
  /// The movement at a fraction of its length, for an amount of 1.
  fileprivate func value(_ fraction: Double) -> Double {
    switch shape {
    case .step: Self.smooth(fraction)
    case .pulse(let out, let hold): Self.there(fraction, out, hold, Self.smooth)
    case .dip(let out, let hold): Self.there(fraction, out, hold) { (1 - cos(.pi * $0)) / 2 }
    case .wave(let hz, let half):
      Self.smooth(min(1, min(fraction, 1 - fraction) * length))
        * (sin(2 * .pi * hz * fraction * length) + half * sin(.pi * hz * fraction * length))
    }
  }

  private static func there(_ fraction: Double, _ out: Double, _ hold: Double, _ edge: (Double) -> Double) -> Double {
    if fraction < out { return edge(fraction / out) }
    if fraction < out + hold { return 1 }
    return edge((1 - fraction) / (1 - out - hold))
  }

  /// From 0 to 1 without a jump of the acceleration: 10 u^3 - 15 u^4 + 6 u^5, the least jerk (Flash and Hogan 1985).
  private static func smooth(_ u: Double) -> Double { u * u * u * (10 + u * (6 * u - 15)) }
}

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
