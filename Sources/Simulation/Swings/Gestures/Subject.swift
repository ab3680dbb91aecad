/// The constants of a session: a subject's posture, habits and arm.
struct Subject: Sendable {
  let profile: SportProfile
  /// Angles at rest: yaw, pitch, roll, rad.
  let base: SIMD3<Double>
  /// The vector from the sensor to the axis of rotation in the body frame, m.
  let pivot: SIMD3<Double>
  /// Sign of a forehand's rotation along gravity.
  let direction: Double
  /// Fraction of backhands.
  let backhandShare: Double
  /// The subject's usual peak rate, rad/s, and time to contact, s.
  let peakRadS: Double
  let timeToContactS: Double
  /// Signed fractions of the peak rate with which pitch and roll move.
  let pitchFraction: Double
  let rollFraction: Double
  let wobbles: [MotionTrack.Wobble]

  init(_ settings: SimulationSettings) {
    var random = RandomStream(settings, .subject)
    profile = SportProfile(settings.sport)
    base = SIMD3(random.uniform(-3...3), random.uniform(-0.4...0.4), random.uniform(-0.5...0.5))
    // With the crown on its right, the watch's x axis points to the hand on a left wrist and to the elbow on a right
    // wrist.
    let toElbow = settings.wrist == .right ? 1.0 : -1.0
    let arm = random.uniform(profile.leverArmM)
    pivot = SIMD3(toElbow * arm, random.uniform(-0.1...0.1), random.uniform(-0.06...0.06))
    // Real sessions of right-handers turn in either direction, depending on how the watch is worn and on the stroke
    // practised.
    let habit = random.sign()
    direction = (settings.dominantHand == .right ? -1 : 1) * habit
    let mixes = random.chance(1.0 / 3)
    let fraction = random.uniform(0.2...0.5)
    backhandShare = settings.backhandShare ?? (settings.sport.hasBackhand && mixes ? fraction : 0)
    peakRadS = random.uniform(profile.peakRadS)
    timeToContactS = random.uniform(profile.timeToContactS)
    pitchFraction = random.sign() * random.uniform(0.2...0.5)
    rollFraction = random.sign() * random.uniform(0.3...0.8)
    // Posture drifts over tens of seconds; physiological tremor of the hand has 8-10 Hz and some hundredths of a g.
    wobbles = [(0.02...0.08, 0.03), (0.1...0.3, 0.012), (8.0...10.0, 0.000_06)].map { range, amplitude in
      func vector() -> SIMD3<Double> {
        SIMD3(random.bell(), random.bell(), random.bell()) * amplitude
      }
      return MotionTrack.Wobble(
        angularHz: 2 * Double.pi * random.uniform(range), phase: random.uniform(0...6), sine: vector(),
        cosine: vector())
    }
  }
}
