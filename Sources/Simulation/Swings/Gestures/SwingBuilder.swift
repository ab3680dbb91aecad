/// A swing drawn for a subject: backswing, bell, follow-through and recovery, solved for its peak rate and timing.
struct SwingBuilder: Sendable {
  private let base: SIMD3<Double>
  private let direction: Double
  private let isBackhand: Bool
  private let peakRadS: Double
  private let timeToContactS: Double
  private let contactLagS: Double
  private let fallS: Double
  private let backswing: RatePulse
  private let bumpFraction: Double
  private let bumpPlace: Double
  private let tailFraction: Double
  private let pace: Pace
  private let recoveryRadS: Double
  private let recoveryDelayS: Double
  private let pitchRadS: Double
  private let rollRadS: Double

  /// The rate and rise of the bell alone. Because of all further movements and the backswing's end, they differ from
  /// the peak and timing of the whole swing.
  private var bellRadS: Double
  private var bellRiseS: Double
  /// From the peak of the bell alone to the contact, s. Further movements shift the peak of the whole swing.
  private var contactOffsetS: Double

  private init(_ subject: Subject, _ pace: Pace, isBackhand: Bool, calm: Double, _ random: inout RandomStream) {
    let profile = subject.profile
    self.pace = pace
    base = subject.base
    self.isBackhand = isBackhand
    direction = subject.direction * (isBackhand ? -1 : 1)
    // The posture's drift moves peaks and times by up to a few percent: targets stay that far inside their range.
    peakRadS = Self.near(subject.peakRadS, 0.1 * random.bell(), profile.peakRadS)
    timeToContactS = Self.near(subject.timeToContactS, 0.1 * random.bell(), profile.timeToContactS)
    contactLagS = random.uniform(0...min(0.025, 0.15 * timeToContactS))
    fallS = random.uniform(profile.fallS)
    let rise = random.uniform(0.15...0.30)
    let hold = pace.backswingHoldFraction * random.uniform(profile.backswingHoldS)
    backswing = RatePulse(
      channel: .yaw, startS: 0, riseS: rise, holdS: hold, fallS: random.uniform(0.12...0.20),
      rate: random.uniform(pace.backswingRadS))
    bumpFraction = random.uniform(0.2...0.6)
    bumpPlace = random.uniform(0.25...0.75)
    tailFraction = random.uniform(0.05...0.2)
    recoveryRadS = min(random.uniform(pace.recoveryRadS), 0.6 * peakRadS)
    recoveryDelayS = random.uniform(pace.recoveryDelayS)
    let pitch = calm * subject.pitchFraction * peakRadS * random.uniform(0.7...1.3)
    rollRadS = calm * subject.rollFraction * peakRadS * random.uniform(0.7...1.3)
    bellRadS = peakRadS
    // A cycloidal ramp reaches 10 % of its top after 0.259 of its length.
    bellRiseS = (timeToContactS - contactLagS) / 0.741
    contactOffsetS = contactLagS
    // The arm drops by no more than about a radian.
    let pitchLimit = 1 / (0.6 * bellRiseS)
    pitchRadS = max(-pitchLimit, min(pitchLimit, pitch))
  }

  private static func near(_ typical: Double, _ deviation: Double, _ range: ClosedRange<Double>) -> Double {
    max(range.lowerBound * 1.06, min(range.upperBound * 0.94, typical * (1 + deviation)))
  }

  /// Draws a swing, and redraws it with calmer pitch and roll until its peak and timing are within the range.
  static func gesture(
    _ subject: Subject, _ pace: Pace, isBackhand: Bool, _ random: inout RandomStream
  ) -> Gesture {
    var calm = 1.0
    while true {
      var builder = SwingBuilder(subject, pace, isBackhand: isBackhand, calm: calm, &random)
      let fits = builder.solve()
      // In the last attempt, pitch and roll hardly move: the bell alone always has the intended times and rates.
      if fits || calm < 0.05 { return builder.gesture() }
      calm *= 0.6
    }
  }

  /// Moves the bell's rate and rise until the whole movement has the required peak and time to contact.
  private mutating func solve() -> Bool {
    let nominalRiseS = bellRiseS
    for _ in 0..<12 {
      guard let start = measured() else { return false }
      let peak = abs(start.peakRadS)
      let time = contactS - start.timeS
      let lag = contactS - start.peakTimeS
      if abs(peak - peakRadS) < 0.02 * peakRadS, abs(time - timeToContactS) < 0.02 * timeToContactS,
        abs(lag - contactLagS) <= 0.002
      {
        // A bell that became much narrower or was moved far is a jerk that no arm can make.
        return (0.7...1.4).contains(bellRiseS / nominalRiseS) && abs(contactOffsetS) < 0.35 * nominalRiseS
      }
      bellRadS *= max(0.7, min(1.4, peakRadS / peak))
      contactOffsetS += contactLagS - lag
      bellRiseS *= max(0.7, min(1.4, (timeToContactS - contactLagS) / max(0.01, time - lag)))
    }
    return false
  }

  private func measured() -> SwingStart? {
    let gesture = gesture()
    return SwingStart(contactS: contactS, direction: direction) { time in
      var state = WristState(angle: base)
      state.add(gesture.pulses, gesture.pulses.indices, at: time)
      return state.rotationAlongGravity
    }
  }

  /// The backswing's end overlaps the bell's foot, so that the rate crosses zero about 20 ms before the swing starts.
  private var bellStartS: Double { backswing.endS - 0.45 * bellRiseS }
  private var contactS: Double { bellStartS + bellRiseS + contactOffsetS }

  private func gesture() -> Gesture {
    // A positive rotation along gravity is a negative yaw.
    let sign = -direction
    var back = backswing
    back.rate *= -sign
    let backBump = Self.bump(on: back, bumpFraction, bumpPlace)
    back.rate *= 1 - bumpFraction
    let peakAt = bellStartS + bellRiseS
    let bell = RatePulse(channel: .yaw, startS: bellStartS, riseS: bellRiseS, fallS: fallS, rate: sign * bellRadS)
    let tail = RatePulse(
      channel: .yaw, startS: peakAt + 0.4 * fallS, riseS: 0.5 * fallS, fallS: 0.25, rate: sign * tailFraction * bellRadS
    )
    // The recovery brings the arm back as far as the pace leaves time for it.
    let net = (back.area + backBump.area + bell.area + tail.area) * sign
    let (rise, fall) = pace.recoveryRampsS
    let hold = max(0.05, min(pace.longestRecoveryHoldS, net / recoveryRadS - (rise + fall) / 2))
    var recovery = RatePulse(
      channel: .yaw, startS: bell.endS + recoveryDelayS, riseS: rise, holdS: hold, fallS: fall,
      rate: -sign * recoveryRadS)
    let recoveryBump = Self.bump(on: recovery, bumpFraction, 1 - bumpPlace)
    recovery.rate *= 1 - bumpFraction
    var pulses = [back, backBump, bell, tail, recovery, recoveryBump]
    pulses += pitchPulses(peakAt: peakAt)
    pulses += rollPulses(peakAt: peakAt, recovery: recovery)
    let lengthS = pulses.reduce(0) { max($0, $1.endS) }
    return Gesture(
      kind: .swing(contactS: contactS, direction: direction, isBackhand: isBackhand), lengthS: lengthS, pulses: pulses)
  }

  /// A pulse within a slow movement, so that the rate of the movement is not flat.
  private static func bump(on pulse: RatePulse, _ fraction: Double, _ place: Double) -> RatePulse {
    let first = pulse.startS + 0.25 * pulse.riseS
    let last = pulse.endS - 0.5 * pulse.fallS
    return RatePulse(
      channel: pulse.channel, startS: first, riseS: place * (last - first), fallS: (1 - place) * (last - first),
      rate: fraction * pulse.rate)
  }

  /// The arm lifts in the backswing, drops in the swing and lifts in the follow-through; the three cancel.
  private func pitchPulses(peakAt: Double) -> [RatePulse] {
    let half = backswing.endS / 2
    let lift = RatePulse(channel: .pitch, startS: 0, riseS: half, fallS: half, rate: 0.15 * pitchRadS)
    let drop = RatePulse(
      channel: .pitch, startS: peakAt - 0.8 * bellRiseS, riseS: 0.7 * bellRiseS, fallS: 0.5 * bellRiseS,
      rate: -pitchRadS)
    var finish = RatePulse(
      channel: .pitch, startS: peakAt + 0.1 * fallS, riseS: 0.6 * fallS, holdS: 0.05, fallS: fallS, rate: 1)
    finish.rate = -(lift.area + drop.area) / finish.area
    return [lift, drop, finish]
  }

  /// The forearm turns over around the contact and turns back with the recovery.
  private func rollPulses(peakAt: Double, recovery: RatePulse) -> [RatePulse] {
    let over = RatePulse(
      channel: .roll, startS: peakAt - 0.5 * bellRiseS, riseS: 0.6 * bellRiseS, fallS: 0.7 * fallS, rate: rollRadS)
    var back = recovery
    back.channel = .roll
    back.rate = 1
    back.rate = -over.area / back.area
    return [over, back]
  }
}
