import FoundationEssentials

/// A day of the Gregorian calendar, without a time zone.
public struct CalendarDay: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Days since 1970-01-01.
  public let number: Int

  /// Makes a day from its count since 1970-01-01.
  public init(number: Int) { self.number = number }

  /// The day of a date; nil for a date that does not exist, such as 2026-02-29, and for years outside 1 to 9999.
  ///
  /// Source: H. Hinnant, "chrono-compatible low-level date algorithms", `days_from_civil`,
  /// https://howardhinnant.github.io/date_algorithms.html.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day)
    else { return nil }
    // Years begin in March here, so that the leap day is their last.
    let shifted = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    number = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
  }

  /// How many days a month has.
  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Reads a day in the form `2026-11-22`; nil for any other text.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2], text.utf8.allSatisfy({ $0 < 0x3A && $0 != 0x2B }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// The day at a moment in a time zone.
  public init(of moment: Date, in zone: NamedTimeZone) {
    let local = moment.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: moment))
    number = Int((local / 86_400).rounded(.down))
  }

  /// Year, month (1 to 12) and day of the month, by `civil_from_days` of the same source.
  public var civil: (year: Int, month: Int, day: Int) {
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
    return "\(Digits.text(year, 4))-\(Digits.text(month, 2))-\(Digits.text(day, 2))"
  }

  /// Whether a day is before another.
  public static func < (first: CalendarDay, second: CalendarDay) -> Bool { first.number < second.number }

  /// The day that comes `days` days after another; before it for a negative number.
  public static func + (day: CalendarDay, days: Int) -> CalendarDay { CalendarDay(number: day.number + days) }
}
