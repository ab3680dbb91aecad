import SPPipelines
import SPRecordings
import SPSwings

/// Options that both detectors of swings share: the rules for a start, and the bounds of a swing.
struct StartRules: Hashable, Sendable {
  var finder = SwingStartFinder()
  var minDurationS: Double
  var maxDurationS = 1.2
  var minRotationRad: Double
  var maxRotationRad = 7.0
  var countsTotalRotation = true

  /// Adopts a sport's bounds for the swing up to `end`.
  mutating func adopt(_ preset: SportPreset, upTo end: KeyPath<SportPreset.Extent, ClosedRange<Double>>) {
    let duration = preset.duration[keyPath: end]
    let rotation = preset.rotation[keyPath: end]
    (minDurationS, maxDurationS) = (duration.lowerBound, duration.upperBound)
    (minRotationRad, maxRotationRad) = (rotation.lowerBound, rotation.upperBound)
  }

  /// The judge that the options describe. The options must be checked already.
  var judge: SwingJudge {
    let bounds = SwingBounds(duration: minDurationS...maxDurationS, rotation: minRotationRad...maxRotationRad)
    var judge = SwingJudge(finder: finder, bounds: bounds)
    judge.countsTotalRotation = countsTotalRotation
    return judge
  }

  /// The faults of upper bounds that are below their lower bounds.
  func faults() -> [OptionFault] {
    var faults: [OptionFault] = []
    for (low, lowest, high, highest, unit) in [
      ("min_duration_s", minDurationS, "max_duration_s", maxDurationS, "s"),
      ("min_rotation_rad", minRotationRad, "max_rotation_rad", maxRotationRad, "rad"),
    ] where lowest > highest {
      faults.append(OptionFault(high, "expected at least \(low) (\(lowest) \(unit)), found \(highest) \(unit)"))
    }
    return faults
  }
}

/// Options of a stage that finds swings.
protocol SwingRuleOptions: StageOptions {
  var sport: Sport? { get set }
  var rules: StartRules { get set }

  /// Adopts the defaults of a sport.
  mutating func adopt(_ preset: SportPreset)
}

extension SwingRuleOptions {
  /// The row of the sport, which sets the defaults of other options.
  static var sportField: OptionField<Self> {
    OptionField.optional(
      "sport", \.sport, .choice,
      help: "Sport whose preset the defaults of other options are taken from; null for bounds that hold all sports."
    ).settingDefaults { options in
      if let sport = options.sport { options.adopt(SportPreset(sport)) }
    }
  }

  /// The rows of the rules. `end` names the end of a swing in their texts, such as "impact".
  static func ruleFields(upTo end: String) -> [OptionField<Self>] {
    [
      .number(
        "min_rate_rad_s", \.rules.finder.minRate, in: .above(0, through: 100), unit: "rad/s",
        help: "Smallest rate of rotation along gravity that counts as swinging."),
      .number(
        "min_rate_share", \.rules.finder.minRateFraction, in: 0..<1,
        help: "The same as a fraction of the swing's largest rate; the larger of the two counts."),
      .integer(
        "quiet_samples", \.rules.finder.quietSamples, in: 1...1000,
        help: """
          How many samples in a row, at 200 Hz, must stay under that rate for the swing to have started after them; at \
          other rates as many as take that time, and at least 2.
          """),
      .number(
        "min_duration_s", \.rules.minDurationS, in: 0...10, unit: "s", help: "Shortest time from start to \(end)."),
      .number(
        "max_duration_s", \.rules.maxDurationS, in: .above(0, through: 10), unit: "s",
        help: "Longest time from start to \(end)."),
      .number(
        "min_rotation_rad", \.rules.minRotationRad, in: 0...100, unit: "rad",
        help: "Smallest rotation along gravity from start to \(end), without sign."),
      .number(
        "max_rotation_rad", \.rules.maxRotationRad, in: .above(0, through: 100), unit: "rad",
        help: "Largest rotation along gravity from start to \(end), without sign."),
      .boolean(
        "total_rotation", \.rules.countsTotalRotation,
        help: """
          Whether a movement that turns too little along gravity is judged by its rotation about any axis, as serves and \
          smashes need; otherwise only the rotation along gravity counts.
          """),
    ]
  }
}
