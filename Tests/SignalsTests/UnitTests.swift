import Testing

@testable import SPSignals

struct UnitTests {
  @Test(arguments: [
    ("g", Unit.g), ("m/s^2", .metersPerSecondSquared), ("m/s2", .metersPerSecondSquared),
    ("m s-2", .metersPerSecondSquared), ("m/s²", .metersPerSecondSquared), ("m·s⁻²", .metersPerSecondSquared),
    ("rad/s", .radiansPerSecond), ("deg/s", .degreesPerSecond), ("dps", .degreesPerSecond), ("°/s", .degreesPerSecond),
    ("s", .seconds), ("ms", .milliseconds), ("us", .microseconds), ("µs", .microseconds), ("ns", .nanoseconds),
    ("1", .dimensionless), ("", .dimensionless), (" Hz ", .hertz), ("m/s", .metersPerSecond), ("kPa", .kilopascals),
    ("degC", .degreesCelsius), ("m s^-1", .metersPerSecond),
  ])
  func spellings(symbol: String, unit: Unit) {
    #expect(Unit(symbol: symbol) == unit)
  }

  @Test(arguments: ["furlong", "S", "G/s", "m/s^4", "g g"])
  func unknownSymbolsAreNil(symbol: String) {
    #expect(Unit(symbol: symbol) == nil)
  }

  @Test func everyKnownUnitIsFoundByItsSymbol() {
    for unit in Unit.known { #expect(Unit(symbol: unit.symbol) == unit) }
  }

  // Factors by definition: standard gravity, pi / 180, powers of ten, 2 pi / 60.
  @Test(arguments: [
    (Unit.g, Unit.metersPerSecondSquared, 9.80665), (.metersPerSecondSquared, .g, 0.10197162129779283),
    (.degreesPerSecond, .radiansPerSecond, 0.017453292519943295), (.radians, .degrees, 57.29577951308232),
    (.milliseconds, .seconds, 1e-3), (.nanoseconds, .microseconds, 1e-3), (.hours, .minutes, 60),
    (.revolutionsPerMinute, .radiansPerSecond, 0.10471975511965977), (.g, .g, 1),
    (.kilometersPerHour, .metersPerSecond, 1 / 3.6),
  ])
  func factors(from: Unit, to: Unit, expected: Double) throws {
    let factor = try #require(from.factor(to: to))
    #expect(abs(factor / expected - 1) < 1e-15)
  }

  @Test(arguments: [
    (Unit.g, Unit.radiansPerSecond), (.hertz, .radiansPerSecond), (.beatsPerMinute, .hertz), (.seconds, .hertz),
    (.degrees, .dimensionless),
  ])
  func otherDimensionsDoNotConvert(from: Unit, to: Unit) {
    #expect(from.factor(to: to) == nil)
    #expect(to.factor(to: from) == nil)
  }

  @Test func aUnitIsDescribedByItsSymbol() {
    #expect("\(Unit.metersPerSecondSquared)" == "m/s^2")
  }
}
