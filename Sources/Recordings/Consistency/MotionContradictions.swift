import SPBasics
import SPSignals

/// Derives the contradictions of one motion stream from the evidence of a few stretches.
struct MotionContradictions {
  let stream: StreamName
  let evidence: MotionEvidence
  let hasGravity: Bool

  /// All contradictions of the stream.
  /// - Parameter comparesAcceleration: whether to compare with the accelerometer: false if its clock differs, or if the
  ///   motion is late.
  func found(comparesAcceleration: Bool) -> [Contradiction] {
    var found = [attitude, rotation].compactMap(\.self)
    let opposite = gravityAgainstAttitude
    if let opposite { found.append(opposite) }
    guard comparesAcceleration else { return found }
    if let zeros { found.append(zeros) }
    if let opposite {
      if opposite.kind == .gravity, let user = userAccelerationBesideGravity { found.append(user) }
    } else if let unrelated {
      found.append(unrelated)
    } else if let fault = accelerationSign ?? accelerationWithoutGravity {
      found.append(fault)
    }
    return found
  }

  private func contradiction(
    _ kind: Contradiction.Kind, _ cause: String, evidence: String,
    _ conventions: Set<RecordingCorrections.Convention> = [], advice: String? = nil, isMeaningless: Bool = false
  ) -> Contradiction {
    Contradiction(
      kind, of: stream, cause, evidence: evidence, corrections: RecordingCorrections(conventions), advice: advice,
      isMeaningless: isMeaningless)
  }

  private var attitude: Contradiction? {
    let reading = evidence.bestReading
    guard reading != .layout else { return nil }
    let causes =
      (reading.isScalarLast ? ["its components come in the order x y z w, not w x y z"] : [])
      + (reading.isInverse ? ["it takes vectors of the world to the device, not of the device to the world"] : [])
    var shown = "gravity agrees with it only then"
    if let best = evidence.rotationByAttitude[reading], let stated = evidence.rotationByAttitude[.layout] {
      shown =
        "it then turns as the rotation rate says, correlation \(figure(best.correlation)), and as stated "
        + figure(stated.correlation)
    }
    return contradiction(
      .attitude, "attitude: \(causes.joined(separator: ", and "))", evidence: shown, reading.conventions,
      isMeaningless: !hasGravity || stream == .headphoneMotion)
  }

  /// The factors by which a rotation rate may differ from the rate that gravity and attitude show.
  private static let usualFactor = 0.5...2.0
  private static let degrees = 180 / Double.pi

  private var rotation: Contradiction? {
    guard let rotation = evidence.rotation else { return nil }
    let factor = abs(rotation.factor)
    let shown =
      "gravity and attitude turn at \(figure(rotation.factor)) times this rate, correlation "
      + figure(rotation.correlation)
    if factor > 0.7 / Self.degrees, factor < 1.4 / Self.degrees {
      return contradiction(
        .rotationUnit, "rotation_rate is in deg/s, but was read as rad/s", evidence: shown, [.rotationRateInDegrees],
        isMeaningless: true)
    }
    if factor > 0.7 * Self.degrees, factor < 1.4 * Self.degrees {
      return contradiction(
        .rotationUnit, "rotation_rate is in rad/s, but was read as deg/s", evidence: shown, [.rotationRateInRadians],
        isMeaningless: true)
    }
    guard Self.usualFactor.contains(factor) else {
      return contradiction(
        .rotationUnit, "rotation_rate has another unit or scale than stated", evidence: shown,
        advice: "import it with a mapping that states its unit", isMeaningless: true)
    }
    guard rotation.correlation < 0 else { return nil }
    return contradiction(
      .rotationDirection, "rotation_rate turns the other way than gravity and attitude", evidence: shown,
      [.rotationRateOpposite])
  }

  /// Gravity with the opposite direction to the gravity that the attitude gives.
  private var gravityAgainstAttitude: Contradiction? {
    guard let cosine = evidence.gravityCosine, cosine < -0.9 else { return nil }
    let shown = "cosine between gravity and that of the attitude \(figure(cosine))"
    if let quiet = evidence.quietCosine(byAttitude: false), quiet > 0 {
      return contradiction(
        .attitude, "the attitude's vertical axis points down, not up", evidence: shown,
        advice: "import it without the attitude", isMeaningless: stream == .headphoneMotion)
    }
    return contradiction(.gravity, "gravity points up, not down", evidence: shown, [.gravityOpposite])
  }

  /// Another convention fits if its residual is below this fraction of the layout's residual, and below this limit in
  /// g.
  private static let (clearFraction, toleranceG) = (
    AccelerationAgreement.clearFraction, AccelerationAgreement.toleranceG
  )

  /// Device motion that differs from the accelerometer for all signs and all tested lags.
  private var unrelated: Contradiction? {
    guard let residuals = evidence.residuals, let best = residuals.values.min(), let motionG = evidence.motionG,
      best > Self.toleranceG, best > Self.clearFraction * motionG,
      let correlation = evidence.accelerationCorrelation, abs(correlation) < Self.clearFraction
    else { return nil }
    return contradiction(
      .unrelated, "it does not belong to accelerometer: gravity plus user acceleration is another movement",
      evidence: "correlation \(figure(correlation)), residual \(figure(best)) g rms by the best signs",
      advice: "check that both streams are of one sensor and one clock", isMeaningless: true)
  }

  /// A user acceleration with the opposite sign, in addition to gravity with the opposite sign.
  private var userAccelerationBesideGravity: Contradiction? {
    guard let residuals = evidence.residuals, let both = residuals[.bothNegated],
      let gravityAlone = residuals[.gravityNegated], both < Self.clearFraction * gravityAlone, both <= Self.toleranceG
    else { return nil }
    return contradiction(
      .userAcceleration, "user_acceleration has the opposite sign, too",
      evidence: "residual \(figure(both)) g rms, and \(figure(gravityAlone)) g as stated", [.userAccelerationOpposite])
  }

  private var accelerationSign: Contradiction? {
    if let residuals = evidence.residuals, let layout = residuals[.layout],
      let best = residuals.min(by: { ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue) })
    {
      guard best.key != .layout, best.value < Self.clearFraction * layout, best.value <= Self.toleranceG else {
        return nil
      }
      let shown = "residual \(figure(best.value)) g rms, and \(figure(layout)) g as gravity plus user acceleration"
      switch best.key {
      case .layout: return nil
      case .userAccelerationNegated:
        return contradiction(
          .userAcceleration, "user_acceleration has the opposite sign", evidence: shown, [.userAccelerationOpposite])
      case .gravityNegated:
        return contradiction(.gravity, "gravity points up, not down", evidence: shown, [.gravityOpposite])
      case .bothNegated: return accelerationOpposite(shown)
      }
    }
    let byAttitude = !hasGravity
    guard let cosine = evidence.quietCosine(byAttitude: byAttitude), cosine < 0 else { return nil }
    let shown = "cosine between the resting accelerometer and gravity \(figure(cosine))"
    if byAttitude || evidence.gravityCosine.map({ $0 > 0.9 }) ?? false { return accelerationOpposite(shown) }
    return contradiction(
      .gravity, "gravity points up, or the accelerometer reads +1 g upwards: at rest they are opposite",
      evidence: shown, [.gravityOpposite],
      advice: "if it is the accelerometer, with acceleration_opposite in place of gravity_opposite")
  }

  /// An acceleration without gravity has at most this vertical component in the mean, in g. It is 0.61 g or more in 114
  /// real and simulated recordings of swings, sports and everyday motion, whose user accelerations have -0.25 to 0.10 g.
  private static let leastVerticalG = 0.4
  /// The magnitude of calm means, in g, below which the acceleration has no gravity at all. It is 0.71 g or more in
  /// those recordings.
  private static let leastCalmG = 0.6

  private var accelerationWithoutGravity: Contradiction? {
    guard let verticalG = evidence.verticalG, abs(verticalG) < Self.leastVerticalG, evidence.calmG > 0 else {
      return nil
    }
    let isBare = evidence.calmG < Self.leastCalmG
    var found = contradiction(
      .userAccelerationInstead,
      isBare
        ? "the acceleration has no gravity, so it seems to be a user acceleration"
        : "the acceleration has no gravity where the device motion has it: the axes of both differ, or it is a user acceleration",
      evidence: "its mean along gravity is \(figure(verticalG)) g, not 1 g",
      advice: isBare ? "import an acceleration with gravity" : "import it with a mapping that states its axes")
    found.stream = .accelerometer
    return found
  }

  private func accelerationOpposite(_ shown: String) -> Contradiction {
    var opposite = contradiction(
      .acceleration, "the accelerometer reads +1 g upwards at rest, where the layout has gravity itself",
      evidence: shown, [.accelerationOpposite])
    opposite.stream = .accelerometer
    return opposite
  }

  /// A recording with more motion than this, in g, cannot have a user acceleration of 0.
  private static let leastMotionG = 0.05

  private var zeros: Contradiction? {
    guard evidence.hasUserAcceleration, evidence.isUserAccelerationZero, let motionG = evidence.motionG,
      motionG > Self.leastMotionG
    else { return nil }
    return contradiction(
      .zeros, "user_acceleration is 0 throughout, as where it was never written, so that hand speeds would be 0",
      evidence: "the acceleration less gravity is \(figure(motionG)) g rms",
      advice: "leave user_acceleration out of the file or the mapping")
  }

  private func figure(_ value: Double) -> String { String(printf: abs(value) < 0.1 ? "%.4f" : "%.2f", value) }
}
