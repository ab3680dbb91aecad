import Swingpipe
import Walking

/// Options of `detectors.walk`.
struct WalkOptions: StageOptions {
  var rules = WalkRules()

  static var fields: [OptionField<Self>] {
    [
      .number(
        "threshold_g", \.rules.thresholdG, in: .above(0, through: 10), unit: "g",
        help: "How far the smoothed magnitude of the acceleration rises above 1 g at a step."),
      .number(
        "smoothing_s", \.rules.smoothingS, in: .above(0, through: 1), unit: "s",
        help: "Time constant of the smoothing."),
      .number(
        "min_step_s", \.rules.minStepS, in: 0...10, unit: "s", help: "Shortest time between two steps."),
      .number(
        "max_step_s", \.rules.maxStepS, in: .above(0, through: 60), unit: "s",
        help: "Longest time between two steps of one walk."),
      .integer("min_steps", \.rules.minSteps, in: 2...1000, help: "Fewer steps are no walk."),
    ]
  }

  func faults() -> [OptionFault] {
    guard rules.maxStepS > rules.minStepS else {
      return [
        OptionFault(
          "max_step_s", "expected more than min_step_s (\(rules.minStepS) s), found \(rules.maxStepS) s")
      ]
    }
    return []
  }
}
