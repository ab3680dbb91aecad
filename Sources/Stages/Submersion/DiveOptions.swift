import Pipelines
import Submersion

/// Options of `detectors.dive`.
public struct DiveOptions: StageOptions {
  var rules = SubmersionRules()

  /// The options with all defaults.
  public init() {}

  /// The table.
  public static var fields: [OptionField<Self>] { depths + times + pressures + temperatures }

  private static var depths: [OptionField<Self>] {
    [
      .number(
        "max_depth_m", \.rules.limits.maxM, in: .above(0, through: 1000), unit: "m",
        help: "Depth beyond which a dive is past its maximum: 6 m, or 40 m for apps with the sensor's whole range."),
      .number(
        "approach_margin_m", \.rules.limits.approachMarginM, in: 0...1000, unit: "m",
        help: "How far above max_depth_m the approach to it begins."),
      .number(
        "shallow_depth_m", \.rules.limits.shallowM, in: .above(0, through: 100), unit: "m",
        help: "Down to this depth a submersion is shallow."),
      .number(
        "surface_depth_m", \.rules.surfaceDepthM, in: 0...100, unit: "m",
        help: "A depth up to this may be one at the surface; it matters where neither events nor states say so."),
    ]
  }

  private static var times: [OptionField<Self>] {
    [
      .number(
        "debounce_s", \.rules.debounceS, in: 0...86_400, unit: "s",
        help: "A surfacing that is shorter than this is part of the dive."),
      .number(
        "surface_time_s", \.rules.surfaceTimeS, in: 0...86_400, unit: "s",
        help: "A dive is over after depths at the surface, or no measurement or depth, for longer than this."),
      .number(
        "max_age_s", \.rules.maxAgeS, in: .above(0, through: 86_400), unit: "s",
        help: "For how long a measurement holds: after that the depth is not known until the next one."),
      .number(
        "rate_window_s", \.rules.rateWindowS, in: 0.1...3600, unit: "s",
        help: "Time over which rates of descent and ascent are taken."),
      .number(
        "max_ascent_rate_m_s", \.rules.maxAscentRateMS, in: .above(0, through: 100), unit: "m/s",
        help: "A faster ascent is flagged; 0.3 m/s are the 18 m/min of recreational training."),
    ]
  }

  private static var pressures: [OptionField<Self>] {
    [
      .choice(
        "density", \.rules.density,
        help: "Density of the water between depth and pressure: fresh 1000, en13319 1020, salt 1025 kg/m3."),
      .number(
        "surface_pressure_kpa", \.rules.surfacePressureKPa, in: .above(0, through: 200), unit: "kPa",
        help: "Pressure at the surface where the recording does not have it."),
      .number(
        "max_pressure_difference_m", \.rules.maxPressureDifferenceM, in: .above(0, through: 1000), unit: "m",
        help: "Depths that differ from those by pressure by more than this are flagged."),
    ]
  }

  private static var temperatures: [OptionField<Self>] {
    [
      .choice(
        "temperature", \.rules.temperature.choice,
        help: "Which temperature of the water is taken: of the fit, the settled one, or the best of them."),
      .number(
        "max_uncertainty_deg_c", \.rules.temperature.maxUncertaintyDegC, in: .above(0, through: 100), unit: "degC",
        help: "A temperature that is more uncertain than this is not taken."),
      .integer(
        "settled_samples", \.rules.temperature.sampleCount, in: 1...100_000,
        help: "Number of temperatures in a row that must be that certain for the first of them to count as settled."),
      .number(
        "fit_duration_s", \.rules.temperature.fitDurationS, in: .above(0, through: 86_400), unit: "s",
        help: "Time from a dive's first temperature that is fitted; later the water may have another temperature."),
    ]
  }

  /// The depths must ascend, and `surface_time_s` must be at least `debounce_s`.
  public func faults() -> [OptionFault] {
    let limits = rules.limits
    var faults: [OptionFault] = []
    if limits.maxM < limits.shallowM + limits.approachMarginM {
      faults.append(
        OptionFault(
          "max_depth_m",
          """
          expected at least shallow_depth_m and approach_margin_m together \
          (\(limits.shallowM + limits.approachMarginM) m), found \(limits.maxM) m
          """))
    }
    if rules.surfaceDepthM >= limits.shallowM {
      faults.append(
        OptionFault(
          "surface_depth_m", "expected less than shallow_depth_m (\(limits.shallowM) m), found \(rules.surfaceDepthM) m"
        ))
    }
    if rules.surfaceTimeS < rules.debounceS {
      faults.append(
        OptionFault(
          "surface_time_s", "expected at least debounce_s (\(rules.debounceS) s), found \(rules.surfaceTimeS) s"))
    }
    return faults
  }
}
