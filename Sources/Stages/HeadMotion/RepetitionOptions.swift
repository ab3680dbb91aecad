import HeadMotion
import Pipelines

/// The rules for repetitions; the defaults are for push-ups.
public struct RepetitionOptions: StageOptions {
  var hysteresisM = 0.05
  var minDurationS = 0.6
  var maxDurationS = 8.0
  var minDepthM = 0.1
  var maxDepthM = 0.8
  var maxFaceAngleDeg = 65.0
  var fullDepthFraction = 0.6
  var maxRestS = 10.0
  var minRepetitions = 2

  /// The options with all defaults.
  public init() {}

  /// The table.
  public static var fields: [OptionField<Self>] {
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

  /// Lower bounds lie below upper ones.
  public func faults() -> [OptionFault] {
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
    // The bounds may be in the wrong order, since rules are also made from options that were not checked.
    RepetitionRules(
      hysteresisM: hysteresisM, durationS: min(minDurationS, maxDurationS)...max(minDurationS, maxDurationS),
      depthM: min(minDepthM, maxDepthM)...max(minDepthM, maxDepthM), maxFaceAngle: maxFaceAngleDeg * .pi / 180,
      fullDepthFraction: fullDepthFraction, maxRestS: maxRestS, minCount: minRepetitions)
  }
}
