/// Everything that determines the dives of a recording.
public struct SubmersionRules: Hashable, Sendable {
  /// The depths at which states change.
  public var limits = DepthLimits()
  /// How long a measurement is valid, in s: after that the depth is unknown until the next measurement.
  public var maxAgeS = 60.0
  /// A surfacing that is shorter than this is part of the dive, in s.
  public var debounceS = 15.0
  /// A depth up to this may be at the surface, in m. It matters only if depths are the only evidence of being under
  /// water: dive computers write about 0 m at the surface, while watches write nothing. It is also the least depth from
  /// the pressure that counts as under water.
  public var surfaceDepthM = 0.3
  /// A dive is over if depths at the surface continue for longer than this, in s, or if no measurement or no depth
  /// comes for as long. Training agencies and dive computers take ten minutes as the shortest interval between two
  /// dives.
  public var surfaceTimeS = 600.0
  /// The time over which rates of descent and ascent are computed, in s.
  public var rateWindowS = 10.0
  /// An ascent that is faster than this is flagged, in m/s. 0.3 m/s is the 18 m/min of recreational training.
  public var maxAscentRateMS = 0.3
  /// The density of the water.
  public var density = WaterDensity.en13319
  /// The pressure at the surface if the recording does not have it, in kPa; by default the standard atmosphere.
  public var surfacePressureKPa = 101.325
  /// Depths that differ from those computed from the pressure by more than this are flagged, in m.
  public var maxPressureDifferenceM = 0.5
  /// How the temperature of the water is found.
  public var temperature = TemperatureRules()

  /// Makes the default rules.
  public init() {}

  /// Checks that the rules are valid.
  /// - Throws: ``SubmersionError`` for the first invalid rule.
  package func validate() throws(SubmersionError) {
    try Self.check(limits.shallowM, "shallow limit", "more than 0 m") { $0 > 0 }
    try Self.check(limits.approachMarginM, "approach margin", "0 m or more") { $0 >= 0 }
    try Self.check(limits.maxM, "maximum depth", "the shallow limit and the approach margin together, or more") {
      $0 >= limits.shallowM + limits.approachMarginM
    }
    try Self.check(maxAgeS, "longest age of a measurement", "more than 0 s") { $0 > 0 }
    try Self.check(debounceS, "shortest surfacing", "0 s or more") { $0 >= 0 }
    try Self.check(surfaceDepthM, "depth at the surface", "0 m or more, and less than the shallow limit") {
      $0 >= 0 && $0 < limits.shallowM
    }
    try Self.check(surfaceTimeS, "longest time at the surface", "the shortest surfacing or more") { $0 >= debounceS }
    try Self.check(rateWindowS, "window of the rates", "more than 0 s") { $0 > 0 }
    try Self.check(maxAscentRateMS, "largest rate of ascent", "more than 0 m/s") { $0 > 0 }
    try Self.check(surfacePressureKPa, "pressure at the surface", "more than 0 kPa") { $0 > 0 }
    try Self.check(maxPressureDifferenceM, "largest difference of depths", "more than 0 m") { $0 > 0 }
    try Self.check(temperature.maxUncertaintyDegC, "largest uncertainty of a temperature", "more than 0 degC") {
      $0 > 0
    }
    try Self.check(Double(temperature.sampleCount), "number of settled temperatures", "1 or more") { $0 >= 1 }
    try Self.check(temperature.fitDurationS, "time that a temperature is fitted over", "more than 0 s") { $0 > 0 }
  }

  private static func check(
    _ value: Double, _ rule: String, _ expected: String, _ isSound: (Double) -> Bool
  ) throws(SubmersionError) {
    // NaN fails every comparison, and infinity is not a limit.
    if !value.isFinite || !isSound(value) { throw SubmersionError(rule: rule, value: value, expected: expected) }
  }
}

/// An invalid rule.
public struct SubmersionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The rule as text.
  public var rule: String
  /// Its value.
  public var value: Double
  /// The expected values.
  public var expected: String

  /// The rule, its value and the expected values, in a line.
  public var description: String { "the \(rule) is \(value); expected \(expected)" }
}
