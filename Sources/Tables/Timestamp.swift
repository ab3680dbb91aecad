import SPBasics

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
  public var description: String { UTCTime.text(microseconds: microseconds) }
}
