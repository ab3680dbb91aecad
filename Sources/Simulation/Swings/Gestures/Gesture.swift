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

/// Motion of a subject between swings: standing still, fidgeting, walking.
enum FillerBuilder {
  /// Draws an activity of at most the given length, s.
  static func gesture(room: Double, _ random: inout RandomStream) -> Gesture {
    let choice = random.unit()
    if choice < 0.3, room > 4 {
      return walk(lengthS: min(room, random.uniform(4...15)), &random)
    }
    if choice < 0.65, room > 0.8 {
      return fidget(lengthS: min(room, random.uniform(0.8...2)), &random)
    }
    return Gesture(kind: .filler, lengthS: min(room, random.uniform(0.5...4)))
  }

  /// Steps of about 2 Hz that sway the wrist by 0.5-2 rad/s and jolt it by 0.3 g.
  private static func walk(lengthS: Double, _ random: inout RandomStream) -> Gesture {
    let stepHz = random.uniform(1.7...2.2)
    let rate = random.uniform(0.5...2)
    let fractions = SIMD3(
      random.sign() * random.uniform(0.3...1), random.sign() * random.uniform(0.3...1),
      random.sign() * random.uniform(0.3...1))
    let walk = Walk(
      startS: 0, lengthS: (lengthS * stepHz).rounded(.down) / stepHz, stepHz: stepHz,
      sway: fractions * (rate / (2 * Double.pi * stepHz)), stepG: random.uniform(0.2...0.4))
    return Gesture(kind: .filler, lengthS: lengthS, walk: walk)
  }

  /// A small movement there and back on each angle.
  private static func fidget(lengthS: Double, _ random: inout RandomStream) -> Gesture {
    var gesture = Gesture(kind: .filler, lengthS: lengthS)
    for channel in [MotionChannel.yaw, .pitch, .roll] {
      let rate = random.sign() * random.uniform(0.1...1.2)
      let quarter = lengthS / 4
      gesture.pulses += [
        RatePulse(channel: channel, startS: 0, riseS: quarter, fallS: quarter, rate: rate),
        RatePulse(channel: channel, startS: 2 * quarter, riseS: quarter, fallS: quarter, rate: -rate),
      ]
    }
    return gesture
  }
}
