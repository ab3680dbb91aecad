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
  package func factor(to other: Unit) -> Double? {
    guard dimension == other.dimension else { return nil }
    return self == other ? 1 : scale / other.scale
  }
}

extension Unit {
  /// Standard gravity, 9.80665 m/s^2 (the third CGPM, 1901). It is never the gram, because sensors do not measure mass.
  public static let g = Unit(symbol: "g", dimension: .acceleration, scale: 9.80665)
  /// A thousandth of standard gravity.
  package static let milliG = Unit(symbol: "mg", dimension: .acceleration, scale: 9.80665e-3)
  /// Metres per second squared.
  package static let metersPerSecondSquared = Unit(symbol: "m/s^2", dimension: .acceleration, scale: 1)
  /// Standard gravities per second (jerk).
  package static let gPerSecond = Unit(symbol: "g/s", dimension: .jerk, scale: 9.80665)
  /// Metres per second cubed (jerk).
  package static let metersPerSecondCubed = Unit(symbol: "m/s^3", dimension: .jerk, scale: 1)
  /// Radians per second.
  package static let radiansPerSecond = Unit(symbol: "rad/s", dimension: .rotationRate, scale: 1)
  /// Degrees per second.
  package static let degreesPerSecond = Unit(symbol: "deg/s", dimension: .rotationRate, scale: .pi / 180)
  /// Revolutions per minute.
  package static let revolutionsPerMinute = Unit(symbol: "rpm", dimension: .rotationRate, scale: .pi / 30)
  /// Radians per second squared.
  package static let radiansPerSecondSquared = Unit(symbol: "rad/s^2", dimension: .angularAcceleration, scale: 1)
  /// Radians.
  package static let radians = Unit(symbol: "rad", dimension: .angle, scale: 1)
  /// Degrees of angle.
  package static let degrees = Unit(symbol: "deg", dimension: .angle, scale: .pi / 180)
}

extension Unit {
  /// Seconds.
  public static let seconds = Unit(symbol: "s", dimension: .time, scale: 1)
  /// Milliseconds.
  package static let milliseconds = Unit(symbol: "ms", dimension: .time, scale: 1e-3)
  /// Microseconds.
  package static let microseconds = Unit(symbol: "us", dimension: .time, scale: 1e-6)
  /// Nanoseconds.
  package static let nanoseconds = Unit(symbol: "ns", dimension: .time, scale: 1e-9)
  /// Minutes.
  package static let minutes = Unit(symbol: "min", dimension: .time, scale: 60)
  /// Hours.
  package static let hours = Unit(symbol: "h", dimension: .time, scale: 3600)
  /// Events per second.
  package static let hertz = Unit(symbol: "Hz", dimension: .frequency, scale: 1)
  /// Heart beats per minute.
  package static let beatsPerMinute = Unit(symbol: "bpm", dimension: .heartRate, scale: 1.0 / 60)
}

extension Unit {
  /// A pure number; its symbol is `1`, as in UDUNITS.
  package static let dimensionless = Unit(symbol: "1", dimension: .none, scale: 1)
  /// Hundredths.
  package static let percent = Unit(symbol: "%", dimension: .none, scale: 0.01)
  /// Metres.
  package static let meters = Unit(symbol: "m", dimension: .length, scale: 1)
  /// Centimetres.
  package static let centimeters = Unit(symbol: "cm", dimension: .length, scale: 1e-2)
  /// Millimetres.
  package static let millimeters = Unit(symbol: "mm", dimension: .length, scale: 1e-3)
  /// Kilometres.
  package static let kilometers = Unit(symbol: "km", dimension: .length, scale: 1e3)
  /// Metres per second.
  package static let metersPerSecond = Unit(symbol: "m/s", dimension: .speed, scale: 1)
  /// Kilometres per hour.
  package static let kilometersPerHour = Unit(symbol: "km/h", dimension: .speed, scale: 1 / 3.6)
  /// Pascals.
  package static let pascals = Unit(symbol: "Pa", dimension: .pressure, scale: 1)
  /// Hectopascals, which are millibars.
  package static let hectopascals = Unit(symbol: "hPa", dimension: .pressure, scale: 1e2)
  /// Kilopascals.
  package static let kilopascals = Unit(symbol: "kPa", dimension: .pressure, scale: 1e3)
  /// Bars.
  package static let bars = Unit(symbol: "bar", dimension: .pressure, scale: 1e5)
  /// Watts.
  package static let watts = Unit(symbol: "W", dimension: .power, scale: 1)
  /// Litres.
  package static let liters = Unit(symbol: "L", dimension: .volume, scale: 1e-3)
  /// Millilitres.
  package static let milliliters = Unit(symbol: "mL", dimension: .volume, scale: 1e-6)
  /// Degrees Celsius.
  package static let degreesCelsius = Unit(symbol: "degC", dimension: .temperature, scale: 1)
}

extension Unit {
  /// All units that `init(symbol:)` knows.
  public static let known: [Unit] = spellings.map(\.unit)

  /// The unit with a symbol as spelled in files; nil if the symbol is not known.
  ///
  /// Case matters, surrounding spaces do not. The symbol is a preferred symbol or another usual spelling: `m/s2`, `m
  /// s-2`, `m/s²`, `dps`, `degree/s`, `µs`, `sec`, `beats/min`, and the empty string for a pure number.
  public init?(symbol: String) {
    guard let unit = Unit.bySpelling[Unit.plain(symbol)] else { return nil }
    self = unit
  }

  /// One form for the many ways to write powers, products and spaces.
  private static func plain(_ symbol: String) -> String {
    // Most symbols are in that form already, and a program reads all known symbols when it first needs a unit.
    let isPlain = symbol.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "%"): true
      default: false
      }
    }
    if isPlain { return symbol }
    var text = ""
    for character in symbol {
      switch character {
      case "²": text += "2"
      case "³": text += "3"
      case "⁻": text += "-"
      case "¹": text += "1"
      case "µ", "μ": text += "u"
      case "°": text += "deg"
      case "·", "*", ".", "_": text += " "
      case "^", "(", ")", "{", "}": continue
      default: text.append(character)
      }
    }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static let bySpelling: [String: Unit] = {
    var units: [String: Unit] = [:]
    for (unit, others) in spellings {
      for spelling in [unit.symbol] + others { units[plain(spelling)] = unit }
    }
    return units
  }()

  private static let spellings: [(unit: Unit, others: [String])] = [
    (.g, ["G", "g0", "gravity", "standard gravity"]),
    (.milliG, ["milli-g"]),
    (.metersPerSecondSquared, ["m/s2", "m s-2", "m/s/s", "m/sec2", "meters/second2", "metres/second2", "m/second2"]),
    (.gPerSecond, ["g s-1"]),
    (.metersPerSecondCubed, ["m/s3", "m s-3"]),
    (.radiansPerSecond, ["rad s-1", "rad/sec", "radian/s", "radians/s", "radians/second"]),
    (.degreesPerSecond, ["deg s-1", "dps", "deg/sec", "degree/s", "degrees/s", "degrees/second", "degree s-1"]),
    (.revolutionsPerMinute, ["r/min", "rev/min"]),
    (.radiansPerSecondSquared, ["rad/s2", "rad s-2"]),
    (.radians, ["radian", "radians"]),
    (.degrees, ["degree", "degrees"]),
    (.seconds, ["sec", "second", "seconds"]),
    (.milliseconds, ["msec", "mSecs", "millisecond", "milliseconds"]),
    (.microseconds, ["usec", "microsecond", "microseconds"]),
    (.nanoseconds, ["nsec", "nanosecond", "nanoseconds"]),
    (.minutes, ["minute", "minutes"]),
    (.hours, ["hr", "hour", "hours"]),
    (.hertz, ["hz", "hertz", "s-1", "1/s"]),
    (.beatsPerMinute, ["beats/min", "beats per minute", "count/min"]),
    (.dimensionless, ["", "none", "dimensionless", "unitless"]),
    (.percent, ["percent"]),
    (.meters, ["meter", "meters", "metre", "metres"]),
    (.centimeters, []),
    (.millimeters, []),
    (.kilometers, []),
    (.metersPerSecond, ["m s-1", "m/sec"]),
    (.kilometersPerHour, ["km h-1", "kph"]),
    (.pascals, ["pascal"]),
    (.hectopascals, ["mbar", "millibar"]),
    (.kilopascals, ["kilopascal"]),
    (.bars, []),
    (.watts, ["watt", "watts"]),
    (.liters, ["l", "liter", "litre"]),
    (.milliliters, ["ml", "milliliter", "millilitre"]),
    (.degreesCelsius, ["C", "celsius", "Celsius", "degree Celsius", "degrees Celsius"]),
  ]
}
