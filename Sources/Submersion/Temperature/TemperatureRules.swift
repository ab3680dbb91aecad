/// How the temperature of the water is found from that of a watch, which warms or cools to it.
public struct TemperatureRules: Hashable, Sendable {
  /// Which result is taken.
  public enum Choice: String, Hashable, Sendable, CaseIterable {
    /// The fit where its uncertainty is small enough, or else the settled value.
    case best
    /// The fit alone.
    case fit
    /// The settled value alone.
    case settled
  }

  /// Which result is taken.
  public var choice = Choice.best
  /// A result may be this uncertain, in degC.
  public var maxUncertaintyDegC = 0.5
  /// So many values one after another must be that certain for the first of them to count as settled.
  public var sampleCount = 5
  /// The time from a dive's first temperature that is fitted, in s: later the diver may be in water of another temperature.
  public var fitDurationS = 1200.0

  /// Rules with their defaults.
  public init() {}
}

/// The temperature of the water in a dive, and how it was found.
public struct WaterTemperature: Hashable, Sendable {
  /// How a temperature was found.
  public enum Method: String, Hashable, Sendable, CaseIterable {
    /// The end of a fitted exponential.
    case exponentialFit = "exponential_fit"
    /// The mean, if the values show no trend that could be fitted.
    case constant
    /// The first of several values that were certain enough.
    case settled
  }

  /// The temperature, in degC.
  public var degC: Double
  /// Its uncertainty, one standard deviation, in degC.
  public var uncertaintyDegC: Double
  /// How it was found.
  public var method: Method
  /// The time constant of the fit, in s.
  public var timeConstantS: Double?
  /// The temperature at the fit's beginning, in degC.
  public var startDegC: Double?
  /// The number of values that it is made of.
  public var sampleCount: Int
  /// The moment of the settled value, or the end of what was fitted, in s on the recording's clock.
  public var time: Double
}
