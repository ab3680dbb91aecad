/// How to find the temperature of the water from the temperature of a watch, which warms or cools to it.
public struct TemperatureRules: Hashable, Sendable {
  /// Which result is taken.
  public enum Choice: String, Hashable, Sendable, CaseIterable {
    /// The fit if its uncertainty is small enough, or else the settled value.
    case best
    /// Only the fit.
    case fit
    /// Only the settled value.
    case settled
  }

  /// Which result is taken.
  public var choice = Choice.best
  /// The largest allowed uncertainty of a result, in degC.
  public var maxUncertaintyDegC = 0.5
  /// The number of consecutive values that must be this certain for the first of them to count as settled.
  public var sampleCount = 5
  /// The time fitted, from a dive's first temperature, in s: later the diver may be in water of another temperature.
  public var fitDurationS = 1200.0

  /// Makes the default rules.
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
  /// The number of values used.
  public var sampleCount: Int
  /// The moment of the settled value, or the end of the fitted values, in s on the recording's clock.
  public var time: Double
}

/// Finds the first temperature whose uncertainty stays below a limit for some samples, one sample at a time.
struct SettledTemperature: Sendable {
  private let rules: TemperatureRules
  private var candidate: TemperatureSample?
  private var count = 0
  /// The result, which does not change any more.
  private(set) var found: WaterTemperature?

  init(_ rules: TemperatureRules) { self.rules = rules }

  /// Takes the next temperature.
  mutating func add(_ sample: TemperatureSample) {
    guard found == nil else { return }
    // False for NaN as well: a value of unknown uncertainty is never certain enough.
    guard sample.uncertaintyDegC <= rules.maxUncertaintyDegC else {
      candidate = nil
      count = 0
      return
    }
    let first = candidate ?? sample
    candidate = first
    count += 1
    guard count == rules.sampleCount else { return }
    found = WaterTemperature(
      degC: first.degC, uncertaintyDegC: first.uncertaintyDegC, method: .settled, timeConstantS: nil, startDegC: nil,
      sampleCount: count, time: first.time)
  }
}
