import Foundation

/// A day as calendars count them, in the Gregorian calendar, without a time zone.
public struct LocalDay: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Days since 1970-01-01.
  public let number: Int

  /// Makes a day from its count since 1970-01-01.
  public init(number: Int) { self.number = number }

  /// The day of a date; nil for one that no calendar has, as 2026-02-29.
  ///
  /// Source: H. Hinnant, "chrono-compatible low-level date algorithms", `days_from_civil`,
  /// https://howardhinnant.github.io/date_algorithms.html.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    number = era * 146_097 + dayOfEra - 719_468
    // A day beyond the end of its month comes back as one of the next.
    guard civil == (year, month, day) else { return nil }
  }

  /// The day of a text, `2026-11-22`; nil for any other.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2], text.utf8.allSatisfy({ $0 < 0x3A && $0 != 0x2B }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// The day that it is somewhere at a moment.
  public init(of moment: Date, in zone: TimeZone) {
    let local = moment.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: moment))
    number = Int((local / 86_400).rounded(.down))
  }

  /// Year, month and day: the reverse, `civil_from_days`.
  private var civil: (year: Int, month: Int, day: Int) {
    let z = number + 719_468
    let era = (z >= 0 ? z : z - 146_096) / 146_097
    let dayOfEra = z - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  /// `2026-11-22`.
  public var description: String {
    let (year, month, day) = civil
    return String(format: "%04d-%02d-%02d", year, month, day)
  }

  /// Whether a day is before another.
  public static func < (first: LocalDay, second: LocalDay) -> Bool { first.number < second.number }

  /// A day so many days later.
  public static func + (day: LocalDay, days: Int) -> LocalDay { LocalDay(number: day.number + days) }
}

/// A day, perhaps with the time on a clock in the schedule's time zone.
public struct LocalTime: Hashable, Sendable, CustomStringConvertible {
  /// The day.
  public let day: LocalDay
  /// Minutes since midnight as a clock on the wall shows them; nil for any time of that day.
  public let minutes: Int?

  /// Any time of a day.
  public init(_ day: LocalDay) {
    self.day = day
    minutes = nil
  }

  /// Makes a time; nil for minutes that no day has.
  public init?(_ day: LocalDay, minutes: Int) {
    guard (0..<1440).contains(minutes) else { return nil }
    self.day = day
    self.minutes = minutes
  }

  /// The time of a text, `2026-11-22` or `2026-11-22T07:30`; nil for any other.
  public init?(_ text: String) {
    let parts = text.split(separator: "T", omittingEmptySubsequences: false)
    guard let first = parts.first, parts.count <= 2, let day = LocalDay(String(first)) else { return nil }
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
    day.description + (minutes.map { String(format: "T%02d:%02d", $0 / 60, $0 % 60) } ?? "")
  }

  /// The moment of the time in a time zone; of a day the noon of its clock.
  ///
  /// Where clocks are put back an hour comes twice: the first is meant. Where they are put forward an hour is missing:
  /// then there is no moment, and nil is returned.
  public func moment(in zone: TimeZone) -> Date? {
    let local = Double(day.number) * 86_400 + 60 * Double(minutes ?? 720)
    // Clocks change by far less than a day, and never twice within two.
    let offsets = [-86_400.0, 86_400].map { zone.secondsFromGMT(for: Date(timeIntervalSince1970: local + $0)) }
    let moments = offsets.map { Date(timeIntervalSince1970: local - Double($0)) }
    return zip(moments, offsets).filter { zone.secondsFromGMT(for: $0) == $1 }.map(\.0).min()
  }
}
