/// An instant in coordinated universal time, to the microsecond, as tables keep it.
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
    let date = Self.date(daysSince1970: days)
    let digits = [
      Self.padded(date.year, 4), "-", Self.padded(date.month, 2), "-", Self.padded(date.day, 2), "T",
      Self.padded(ofDay / 3600, 2), ":", Self.padded(ofDay / 60 % 60, 2), ":", Self.padded(ofDay % 60, 2), ".",
      Self.padded(fraction, 6), "Z",
    ]
    return digits.joined()
  }

  /// Quotient and remainder, rounded down, so that times before 1970 count forward, too.
  private static func split(_ value: Int64, _ unit: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: unit)
    return remainder < 0 ? (quotient - 1, remainder + unit) : (quotient, remainder)
  }

  private static func padded(_ value: Int64, _ width: Int) -> String {
    let digits = String(value.magnitude)
    let text = String(repeating: "0", count: max(0, width - digits.count)) + digits
    return value < 0 ? "-" + text : text
  }

  /// The date of a day of the Gregorian calendar, by Howard Hinnant's `civil_from_days`
  /// ("chrono-Compatible Low-Level Date Algorithms", 2014), in years that begin in March.
  private static func date(daysSince1970 days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let (era, dayOfEra) = split(shifted, 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let fromMarch = (5 * dayOfYear + 2) / 153
    let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * fromMarch + 2) / 5 + 1)
  }
}
