/// A unit of measurement: its symbol, its physical dimension, and its size in SI base units.
///
/// Two units of one dimension convert into each other by a factor (`g` and `m/s^2`, `deg/s` and `rad/s`, `ms` and `s`).
public struct Unit: Hashable, Sendable, CustomStringConvertible {
  /// The preferred symbol, used in tables and files.
  public let symbol: String
  /// What the unit measures.
  public let dimension: Dimension
  /// The number of SI base units in one of this unit.
  public let scale: Double

  /// The symbol.
  public var description: String { symbol }

  /// Makes a unit that is not in the list of known symbols.
  public init(symbol: String, dimension: Dimension, scale: Double) {
    self.symbol = symbol
    self.dimension = dimension
    self.scale = scale
  }

  /// The factor for converting values from this unit to `other`; nil if they do not convert.
  public func factor(to other: Unit) -> Double? {
    guard dimension == other.dimension else { return nil }
    return self == other ? 1 : scale / other.scale
  }
}

extension Unit {
  /// Standard gravity, 9.80665 m/s^2 (the third CGPM, 1901). Never the gram: sensors do not weigh.
  public static let g = Unit(symbol: "g", dimension: .acceleration, scale: 9.80665)
  /// A thousandth of standard gravity.
  public static let milliG = Unit(symbol: "mg", dimension: .acceleration, scale: 9.80665e-3)
  /// Metres per second squared.
  public static let metersPerSecondSquared = Unit(symbol: "m/s^2", dimension: .acceleration, scale: 1)
  /// Standard gravities per second (jerk).
  public static let gPerSecond = Unit(symbol: "g/s", dimension: .jerk, scale: 9.80665)
  /// Metres per second cubed (jerk).
  public static let metersPerSecondCubed = Unit(symbol: "m/s^3", dimension: .jerk, scale: 1)
  /// Radians per second.
  public static let radiansPerSecond = Unit(symbol: "rad/s", dimension: .rotationRate, scale: 1)
  /// Degrees per second.
  public static let degreesPerSecond = Unit(symbol: "deg/s", dimension: .rotationRate, scale: .pi / 180)
  /// Revolutions per minute.
  public static let revolutionsPerMinute = Unit(symbol: "rpm", dimension: .rotationRate, scale: .pi / 30)
  /// Radians per second squared.
  public static let radiansPerSecondSquared = Unit(symbol: "rad/s^2", dimension: .angularAcceleration, scale: 1)
  /// Radians.
  public static let radians = Unit(symbol: "rad", dimension: .angle, scale: 1)
  /// Degrees of angle.
  public static let degrees = Unit(symbol: "deg", dimension: .angle, scale: .pi / 180)
}

extension Unit {
  /// Seconds.
  public static let seconds = Unit(symbol: "s", dimension: .time, scale: 1)
  /// Milliseconds.
  public static let milliseconds = Unit(symbol: "ms", dimension: .time, scale: 1e-3)
  /// Microseconds.
  public static let microseconds = Unit(symbol: "us", dimension: .time, scale: 1e-6)
  /// Nanoseconds.
  public static let nanoseconds = Unit(symbol: "ns", dimension: .time, scale: 1e-9)
  /// Minutes.
  public static let minutes = Unit(symbol: "min", dimension: .time, scale: 60)
  /// Hours.
  public static let hours = Unit(symbol: "h", dimension: .time, scale: 3600)
  /// Events per second.
  public static let hertz = Unit(symbol: "Hz", dimension: .frequency, scale: 1)
  /// Heart beats per minute.
  public static let beatsPerMinute = Unit(symbol: "bpm", dimension: .heartRate, scale: 1.0 / 60)
}

extension Unit {
  /// A pure number; its symbol is `1`, as in UDUNITS.
  public static let dimensionless = Unit(symbol: "1", dimension: .none, scale: 1)
  /// Hundredths.
  public static let percent = Unit(symbol: "%", dimension: .none, scale: 0.01)
  /// Metres.
  public static let meters = Unit(symbol: "m", dimension: .length, scale: 1)
  /// Centimetres.
  public static let centimeters = Unit(symbol: "cm", dimension: .length, scale: 1e-2)
  /// Millimetres.
  public static let millimeters = Unit(symbol: "mm", dimension: .length, scale: 1e-3)
  /// Kilometres.
  public static let kilometers = Unit(symbol: "km", dimension: .length, scale: 1e3)
  /// Metres per second.
  public static let metersPerSecond = Unit(symbol: "m/s", dimension: .speed, scale: 1)
  /// Kilometres per hour.
  public static let kilometersPerHour = Unit(symbol: "km/h", dimension: .speed, scale: 1 / 3.6)
  /// Pascals.
  public static let pascals = Unit(symbol: "Pa", dimension: .pressure, scale: 1)
  /// Hectopascals, which are millibars.
  public static let hectopascals = Unit(symbol: "hPa", dimension: .pressure, scale: 1e2)
  /// Kilopascals.
  public static let kilopascals = Unit(symbol: "kPa", dimension: .pressure, scale: 1e3)
  /// Bars.
  public static let bars = Unit(symbol: "bar", dimension: .pressure, scale: 1e5)
  /// Watts.
  public static let watts = Unit(symbol: "W", dimension: .power, scale: 1)
  /// Litres.
  public static let liters = Unit(symbol: "L", dimension: .volume, scale: 1e-3)
  /// Millilitres.
  public static let milliliters = Unit(symbol: "mL", dimension: .volume, scale: 1e-6)
  /// Degrees Celsius.
  public static let degreesCelsius = Unit(symbol: "degC", dimension: .temperature, scale: 1)
}
