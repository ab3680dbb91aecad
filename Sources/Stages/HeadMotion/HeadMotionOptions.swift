import SPHeadMotion
import SPPipelines

/// The pose that all others are relative to, as named in the options.
package enum HeadReference: String, CaseIterable, Sendable {
  /// The first sample.
  case firstSample = "first_sample"
  /// The sample at a given time.
  case time
  /// The first second during which the head is still.
  case firstStillSecond = "first_still_second"
}

/// Options of `detectors.head_motion`.
package struct HeadMotionOptions: StageOptions {
  var reference = HeadReference.firstSample
  var referenceTimeS = 0.0
  var gapS = 0.5
  var maxGapTurnDeg = 30.0
  var stillRateRadS = 0.2
  var poseRateHz: Double? = 10
  var postures: PostureOptions? = PostureOptions()
  var repetitions: RepetitionOptions? = RepetitionOptions()

  package init() {}

  package static var fields: [OptionField<Self>] {
    [
      .choice("reference", \.reference, help: "Pose that the others are relative to."),
      .number(
        "reference_time_s", \.referenceTimeS, in: 0...604_800, unit: "s",
        help: "Time from the first sample to the reference, where reference is time."),
      .number(
        "gap_s", \.gapS, in: 0.05...60, unit: "s",
        help: "A longer time between two samples is a gap, in which there is no pose."),
      .number(
        "max_gap_turn_deg", \.maxGapTurnDeg, in: 0...180, unit: "deg",
        help: "Largest angle between the poses before and after a gap at which the reference is taken to have held."),
      .number(
        "still_rate_rad_s", \.stillRateRadS, in: .above(0, through: 10), unit: "rad/s",
        help: "Below this rate of rotation the head is still."),
      .optional(
        "pose_rate_hz", \.poseRateHz, .number(in: 0...1000), unit: "Hz",
        help: "Poses kept per second; 0 for one per sample, null for no poses."),
      .optional("postures", \.postures, .object, help: "Rules for postures; null for no postures."),
      .optional(
        "repetitions", \.repetitions, .object, help: "Rules for repetitions; null for no repetitions."),
    ]
  }

  /// A time is allowed only for a reference by time.
  package func faults() -> [OptionFault] {
    guard reference != .time, referenceTimeS != 0 else { return [] }
    return [
      OptionFault(
        "reference_time_s", "expected 0 s where reference is \(reference.rawValue), found \(referenceTimeS) s")
    ]
  }

  var rules: HeadRules {
    let rule: ReferenceRule =
      switch reference {
      case .firstSample: .firstSample
      case .time: .time(afterStartS: referenceTimeS)
      case .firstStillSecond: .firstStillSecond
      }
    return HeadRules(
      reference: rule, gapS: gapS, maxGapTurn: radians(maxGapTurnDeg), stillRate: stillRateRadS,
      poseRateHz: poseRateHz, postures: postures?.rules, repetitions: repetitions?.rules)
  }
}

/// The rules for postures.
package struct PostureOptions: StageOptions {
  var timeConstantS = PostureRules.standardTimeConstantS
  var warningPitchDeg = -15.0
  var poorPitchDeg = -20.0
  var hysteresisDeg = 2.0
  var minDurationS = 1.0

  package init() {}

  package static var fields: [OptionField<Self>] {
    [
      .number(
        "time_constant_s", \.timeConstantS, in: 0...60, unit: "s",
        help: "Time constant of the smoothing of pitch; the default keeps 0.8 per sample at 25 Hz; 0 does not smooth."),
      .number(
        "warning_pitch_deg", \.warningPitchDeg, in: -90...90, unit: "deg",
        help: "Below this pitch from the reference, posture is a warning."),
      .number(
        "poor_pitch_deg", \.poorPitchDeg, in: -90...90, unit: "deg",
        help: "Below this pitch from the reference, posture is poor."),
      .number(
        "hysteresis_deg", \.hysteresisDeg, in: 0...45, unit: "deg",
        help: "How far pitch has to rise above a limit again to be on its other side."),
      .number(
        "min_duration_s", \.minDurationS, in: 0...3600, unit: "s", help: "How long a new posture has to last to count."),
    ]
  }

  /// A poor posture must be below a warning.
  package func faults() -> [OptionFault] {
    guard poorPitchDeg > warningPitchDeg else { return [] }
    return [
      OptionFault(
        "poor_pitch_deg",
        "expected no more than warning_pitch_deg (\(warningPitchDeg) deg), found \(poorPitchDeg) deg")
    ]
  }

  var rules: PostureRules {
    PostureRules(
      timeConstantS: timeConstantS, warningPitch: radians(warningPitchDeg), poorPitch: radians(poorPitchDeg),
      hysteresis: radians(hysteresisDeg), minDurationS: minDurationS)
  }
}

private func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }

/// The rules for repetitions; the defaults are for push-ups.
package struct RepetitionOptions: StageOptions {
  var hysteresisM = 0.05
  var minDurationS = 0.6
  var maxDurationS = 8.0
  var minDepthM = 0.1
  var maxDepthM = 0.8
  var maxFaceAngleDeg = 65.0
  var fullDepthFraction = 0.6
  var maxRestS = 10.0
  var minRepetitions = 2

  package init() {}

  package static var fields: [OptionField<Self>] {
    [
      .number(
        "hysteresis_m", \.hysteresisM, in: .above(0, through: 1), unit: "m",
        help: "How far the head has to turn back, up or down, for a turning point."),
      .number(
        "min_duration_s", \.minDurationS, in: .above(0, through: 60), unit: "s",
        help: "Shortest repetition, from start to end."),
      .number(
        "max_duration_s", \.maxDurationS, in: .above(0, through: 60), unit: "s",
        help: "Longest repetition, from start to end."),
      .number(
        "min_depth_m", \.minDepthM, in: .above(0, through: 5), unit: "m", help: "Least depth of a repetition."),
      .number(
        "max_depth_m", \.maxDepthM, in: .above(0, through: 5), unit: "m", help: "Largest depth of a repetition."),
      .number(
        "max_face_angle_deg", \.maxFaceAngleDeg, in: 0...180, unit: "deg",
        help: "Largest angle between the direction of the face and straight down; 180 allows any, as in squats."),
      .number(
        "full_depth_share", \.fullDepthFraction, in: 0...1,
        help: "Fraction of a set's median depth below which a repetition is partial and does not count."),
      .number(
        "max_rest_s", \.maxRestS, in: .above(0, through: 3600), unit: "s",
        help: "Longest rest between two repetitions of a set, without the gaps in it."),
      .integer(
        "min_repetitions", \.minRepetitions, in: 1...1000,
        help: "Least number of repetitions of a set; fewer are not a set."),
    ]
  }

  /// Lower bounds must be below upper bounds.
  package func faults() -> [OptionFault] {
    var faults: [OptionFault] = []
    if minDurationS > maxDurationS {
      faults.append(
        OptionFault(
          "min_duration_s", "expected no more than max_duration_s (\(maxDurationS) s), found \(minDurationS) s"))
    }
    if minDepthM > maxDepthM {
      faults.append(
        OptionFault("min_depth_m", "expected no more than max_depth_m (\(maxDepthM) m), found \(minDepthM) m"))
    }
    return faults
  }

  var rules: RepetitionRules {
    // The bounds may be in the wrong order, since rules are also made from unchecked options.
    RepetitionRules(
      hysteresisM: hysteresisM, durationS: min(minDurationS, maxDurationS)...max(minDurationS, maxDurationS),
      depthM: min(minDepthM, maxDepthM)...max(minDepthM, maxDepthM), maxFaceAngle: maxFaceAngleDeg * .pi / 180,
      fullDepthFraction: fullDepthFraction, maxRestS: maxRestS, minCount: minRepetitions)
  }
}
