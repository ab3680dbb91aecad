import Glibc

/// Builds movements that a detector must not mistake for a swing.
enum DistractorBuilder {
  /// Draws a distractor of a kind for a subject.
  static func gesture(_ kind: DistractorKind, _ subject: Subject, _ random: inout RandomStream) -> Gesture {
    switch kind {
    case .clap:
      // Two hands that meet: short, bright, often repeated.
      shocks(
        kind, count: 1 + random.index(below: 4), every: 0.25...0.45, hz: 80...200, decay: 0.005...0.012,
        peak: 3...20, turning: 0.5...1.8, &random)
    case .tap:
      shocks(
        kind, count: 1 + random.index(below: 3), every: 0.2...0.4, hz: 100...250, decay: 0.004...0.010,
        peak: 1.5...6, turning: 0.1...0.6, &random)
    case .catch:
      // The ball's mass makes the hand's own shock slower and longer.
      shocks(
        kind, count: 1, every: 0.2...0.4, hz: 50...110, decay: 0.010...0.020, peak: 2...15,
        turning: 0.8...2, &random)
    case .drop: drop(&random)
    case .practice: practice(subject, &random)
    case .checkSwing: checkSwing(subject, &random)
    }
  }

  private static func shock(
    at onsetS: Double, hz: ClosedRange<Double>, decay: ClosedRange<Double>, peakG: Double,
    _ random: inout RandomStream
  ) -> Shock {
    let fractions = SIMD3(random.uniform(0.1...0.5), random.uniform(0.02...0.2), random.uniform(0.4...0.8))
    return Shock(
      onsetS: onsetS, frequencyHz: random.uniform(hz), decayS: random.uniform(decay), build: 0.3,
      peakG: peakG * random.sign(), fractions: fractions)
  }

  private static func shocks(
    _ kind: DistractorKind, count: Int, every spacingS: ClosedRange<Double>, hz: ClosedRange<Double>,
    decay: ClosedRange<Double>, peak: ClosedRange<Double>, turning: ClosedRange<Double>, _ random: inout RandomStream
  ) -> Gesture {
    var gesture = Gesture(kind: .distractor(kind, timeS: 0.4), lengthS: 0)
    var time = 0.4
    for _ in 0..<count {
      gesture.shocks.append(
        shock(at: time, hz: hz, decay: decay, peakG: random.logUniform(peak), &random))
      time += random.uniform(spacingS)
    }
    let endS = time + 0.4
    // The arm moves once for the whole group: there and back on every angle.
    for channel in [MotionChannel.yaw, .pitch, .roll] {
      let rate = random.sign() * random.uniform(turning)
      gesture.pulses += thereAndBack(channel, rate: rate, startS: 0, halfS: endS / 2)
    }
    gesture.lengthS = endS
    return gesture
  }

  /// Two pulses of opposite sign, each `halfS` long, that cancel.
  private static func thereAndBack(
    _ channel: MotionChannel, rate: Double, startS: Double, halfS: Double
  ) -> [RatePulse] {
    [
      RatePulse(channel: channel, startS: startS, riseS: halfS * 0.4, fallS: halfS * 0.6, rate: rate),
      RatePulse(channel: channel, startS: startS + halfS, riseS: halfS * 0.6, fallS: halfS * 0.4, rate: -rate),
    ]
  }

  /// A free fall of 0.3-0.5 s (0.4-1.2 m), the shock of landing, and rebounds.
  private static func drop(_ random: inout RandomStream) -> Gesture {
    let fallS = random.uniform(0.3...0.5)
    let landS = 0.4 + fallS
    var gesture = Gesture(kind: .distractor(.drop, timeS: landS), lengthS: landS + 1.2)
    gesture.pulses = [
      RatePulse(channel: .fall, startS: 0.4, riseS: 0.03, holdS: fallS - 0.035, fallS: 0.005, rate: 1)
    ]
    for channel in [MotionChannel.yaw, .pitch, .roll] {
      let rate = random.sign() * random.uniform(0.5...2)
      gesture.pulses += thereAndBack(channel, rate: rate, startS: 0.3, halfS: (landS + 0.3) / 2)
    }
    var time = landS
    var peakG = random.uniform(8...30)
    for _ in 0..<(2 + random.index(below: 2)) {
      gesture.shocks.append(shock(at: time, hz: 80...220, decay: 0.005...0.012, peakG: peakG, &random))
      time += random.uniform(0.1...0.25)
      peakG *= random.uniform(0.3...0.6)
    }
    return gesture
  }

  /// A weak rotation to and fro, as in a rehearsed movement: no more than two fifths of a swing's rate.
  private static func practice(_ subject: Subject, _ random: inout RandomStream) -> Gesture {
    let rate = subject.peakRadS * random.uniform(0.15...0.4) * random.sign()
    let half = random.uniform(0.5...0.9)
    let moment = 0.1 + half * 0.4
    var gesture = Gesture(kind: .distractor(.practice, timeS: moment), lengthS: 0.1 + 2 * half)
    gesture.pulses += thereAndBack(.yaw, rate: rate, startS: 0.1, halfS: half)
    gesture.pulses += thereAndBack(.pitch, rate: rate * subject.pitchFraction, startS: 0.1, halfS: half)
    gesture.pulses += thereAndBack(.roll, rate: rate * subject.rollFraction, startS: 0.1, halfS: half)
    return gesture
  }

  /// A swing that begins normally but is stopped before the contact; it reaches about half of a swing's rate.
  private static func checkSwing(_ subject: Subject, _ random: inout RandomStream) -> Gesture {
    let sign = -subject.direction
    let rate = subject.peakRadS * random.uniform(0.35...0.55)
    let rise = subject.timeToContactS * random.uniform(0.6...0.9)
    let back = RatePulse(
      channel: .yaw, startS: 0, riseS: 0.2, holdS: random.uniform(subject.profile.backswingHoldS), fallS: 0.15,
      rate: -sign * random.uniform(3...5))
    let go = RatePulse(channel: .yaw, startS: back.endS, riseS: rise, fallS: 0.10, rate: sign * rate)
    var recovery = RatePulse(channel: .yaw, startS: go.endS + 0.1, riseS: 0.3, holdS: 0.2, fallS: 0.4, rate: 1)
    recovery.rate = -(back.area + go.area) / recovery.area
    var gesture = Gesture(
      kind: .distractor(.checkSwing, timeS: go.startS + rise), lengthS: recovery.endS, pulses: [back, go, recovery])
    gesture.pulses += thereAndBack(
      .pitch, rate: rate * subject.pitchFraction, startS: go.startS, halfS: rise + 0.1)
    return gesture
  }
}

extension RandomStream {
  /// A number whose logarithm is uniform within the range's.
  mutating func logUniform(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound * pow(range.upperBound / range.lowerBound, unit())
  }
}
