import HeadMotion
import Pipelines

/// The pose that all others are relative to, as named in the options.
public enum HeadReference: String, CaseIterable, Sendable {
  /// The first sample.
  case firstSample = "first_sample"
  /// The sample at a given time.
  case time
  /// The first second during which the head is still.
  case firstStillSecond = "first_still_second"
}

/// Options of `detectors.head_motion`.
public struct HeadMotionOptions: StageOptions {
  var reference = HeadReference.firstSample
  var referenceTimeS = 0.0
  var gapS = 0.5
  var maxGapTurnDeg = 30.0
  var stillRateRadS = 0.2
  var poseRateHz: Double? = 10
  var postures: PostureOptions? = PostureOptions()
  var repetitions: RepetitionOptions? = RepetitionOptions()

  /// The options with all defaults.
  public init() {}

  /// The table.
  public static var fields: [OptionField<Self>] {
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
  public func faults() -> [OptionFault] {
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
public struct PostureOptions: StageOptions {
  var timeConstantS = PostureRules.standardTimeConstantS
  var warningPitchDeg = -15.0
  var poorPitchDeg = -20.0
  var hysteresisDeg = 2.0
  var minDurationS = 1.0

  /// The options with all defaults.
  public init() {}

  /// The table.
  public static var fields: [OptionField<Self>] {
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
  public func faults() -> [OptionFault] {
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
