/// A stretch of walking: a sway of the arm and the jolts of the steps.
struct Walk: Sendable {
  /// Time over which the sway begins and ends, s.
  static let fadeS = 0.6

  var startS: Double
  /// A whole number of strides, so that the sway begins and ends at its zero crossing.
  var lengthS: Double
  var stepHz: Double
  /// Amplitudes of yaw, pitch, roll, rad.
  var sway: SIMD3<Double>
  /// Amplitude of the vertical acceleration, g.
  var stepG: Double
}

/// A movement with a beginning and an end that does not overlap others: a swing, a clap, a walk, a fidget.
///
/// All times are relative to the gesture's start, in s.
struct Gesture: Sendable {
  enum Kind: Sendable {
    /// A swing with its contact, its direction (sign of the rotation along gravity) and side of the body.
    case swing(contactS: Double, direction: Double, isBackhand: Bool)
    /// A distractor with its time.
    case distractor(DistractorKind, timeS: Double)
    /// Stillness, walking, small movements.
    case filler
  }

  var kind: Kind
  var lengthS: Double
  var pulses: [RatePulse] = []
  var shocks: [Shock] = []
  var walk: Walk?
}
