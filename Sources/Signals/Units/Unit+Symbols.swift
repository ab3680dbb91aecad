extension Unit {
  /// All units that `init(symbol:)` knows.
  public static let known: [Unit] = spellings.map(\.unit)

  /// The unit with a symbol as spelled in files, nil if it is not known.
  ///
  /// Case matters, surrounding spaces do not. Besides the preferred symbols it accepts other usual spellings:
  /// `m/s2`, `m s-2`, `m/s²`, `dps`, `degree/s`, `µs`, `sec`, `beats/min`, and the empty string for a pure
  /// number.
  public init?(symbol: String) {
    guard let unit = Unit.bySpelling[Unit.plain(symbol)] else { return nil }
    self = unit
  }

  /// One form for the many ways to write powers, products and blanks.
  private static func plain(_ symbol: String) -> String {
    // Most have that form already, and all of them are read at the first symbol of a program.
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
