import FoundationEssentials

/// A day, optionally with a time of day on a local clock.
public struct LocalTime: Hashable, Sendable, CustomStringConvertible {
  /// The day.
  public let day: CalendarDay
  /// Minutes since midnight on that clock; nil for any time of that day.
  public let minutes: Int?

  /// Any time of a day.
  public init(_ day: CalendarDay) {
    self.day = day
    minutes = nil
  }

  /// Makes a time; nil for minutes outside of a day.
  public init?(_ day: CalendarDay, minutes: Int) {
    guard (0..<1440).contains(minutes) else { return nil }
    self.day = day
    self.minutes = minutes
  }

  /// Parses a text, `2026-11-22` or `2026-11-22T07:30`; nil for any other.
  public init?(_ text: String) {
    let parts = text.split(separator: "T", omittingEmptySubsequences: false)
    guard let first = parts.first, parts.count <= 2, let day = CalendarDay(String(first)) else { return nil }
    self.day = day
    guard parts.count == 2 else {
      minutes = nil
      return
    }
    let clock = parts[1].split(separator: ":", omittingEmptySubsequences: false)
    guard clock.count == 2,
      clock.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let hour = Int(clock[0]), let minute = Int(clock[1]), hour < 24, minute < 60
    else { return nil }
    minutes = 60 * hour + minute
  }

  /// `2026-11-22` or `2026-11-22T07:30`.
  public var description: String {
    day.description + (minutes.map { "T\(Digits.text($0 / 60, 2)):\(Digits.text($0 % 60, 2))" } ?? "")
  }

  /// The moment of the time in a time zone; for a day, its noon.
  ///
  /// If clocks are set back, an hour occurs twice: the first is used. If they are set forward, an hour is missing: nil
  /// is returned for it.
  package func moment(in zone: NamedTimeZone) -> Date? {
    let local = Double(day.number) * 86_400 + 60 * Double(minutes ?? 720)
    // Clocks change by far less than a day, and never twice within two.
    let offsets = [-86_400.0, 86_400].map { zone.secondsFromGMT(for: Date(timeIntervalSince1970: local + $0)) }
    let moments = offsets.map { Date(timeIntervalSince1970: local - Double($0)) }
    return zip(moments, offsets).filter { zone.secondsFromGMT(for: $0) == $1 }.map(\.0).min()
  }
}
