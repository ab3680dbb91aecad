import Dates

/// An instant in coordinated universal time, to the microsecond, as tables store it.
public struct Timestamp: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// Microseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
  public var microseconds: Int64

  /// Takes microseconds since 1970-01-01T00:00:00Z.
  public init(microseconds: Int64) { self.microseconds = microseconds }

  /// The nearest microsecond to a number of seconds since 1970-01-01T00:00:00Z; nil if out of range.
  public init?(secondsSince1970 seconds: Double) {
    guard let microseconds = Int64(exactly: (seconds * 1e6).rounded()) else { return nil }
    self.microseconds = microseconds
  }

  /// Earlier instants come first.
  public static func < (one: Self, other: Self) -> Bool { one.microseconds < other.microseconds }

  /// ISO 8601 with six decimals: `2026-11-21T09:30:00.123456Z`.
  public var description: String {
    let (seconds, fraction) = Self.split(microseconds, 1_000_000)
    let (days, ofDay) = Self.split(seconds, 86_400)
    let date = CalendarDay(number: Int(days)).civil
    let digits = [
      Self.padded(Int64(date.year), 4), "-", Self.padded(Int64(date.month), 2), "-", Self.padded(Int64(date.day), 2),
      "T",
      Self.padded(ofDay / 3600, 2), ":", Self.padded(ofDay / 60 % 60, 2), ":", Self.padded(ofDay % 60, 2), ".",
      Self.padded(fraction, 6), "Z",
    ]
    return digits.joined()
  }

  /// Quotient, rounded down, and remainder, which is never negative, also for times before 1970.
  private static func split(_ value: Int64, _ unit: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: unit)
    return remainder < 0 ? (quotient - 1, remainder + unit) : (quotient, remainder)
  }

  private static func padded(_ value: Int64, _ width: Int) -> String {
    let digits = String(value.magnitude)
    let text = String(repeating: "0", count: max(0, width - digits.count)) + digits
    return value < 0 ? "-" + text : text
  }
}
