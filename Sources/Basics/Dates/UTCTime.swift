import FoundationEssentials

/// Instants in coordinated universal time as text in ISO 8601, by the Gregorian calendar, whose rules hold for all
/// years, also those before it was introduced. Leap seconds are not counted.
package enum UTCTime {
  /// The seconds since 1970-01-01T00:00:00Z of an instant such as `2026-11-21T09:30:00.123Z`; nil for any other text.
  ///
  /// An instant has these parts, which programs write in several forms:
  ///
  /// - Day: A date that exists, in the years 1 to 9999. `T`, `t` or a space follows.
  /// - Time: Hours of one or two digits, minutes and seconds. `24:00:00` is the end of the day. The leap second
  ///   `23:59:60` in UTC is read as the second after it.
  /// - Decimals: Optionally `.` or `,` and decimals, of which nine count.
  /// - Zone: `Z`, `z`, `+02:00`, `+0200`, `+02` or nothing, which means UTC. Spaces may come before the first four
  ///   forms and at the end.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - needsZone: Whether an instant without `Z` or an offset is rejected.
  package static func seconds(_ text: String, needsZone: Bool = false) -> Double? {
    // Minus is part of the date, too, which is ten characters long.
    guard !needsZone || text.utf8.dropFirst(10).contains(where: { "Zz+-".utf8.contains($0) }) else { return nil }
    let bytes = Array(text.utf8) + [0]
    return bytes.withUnsafeBufferPointer { buffer -> Double? in
      guard var cursor = buffer.baseAddress, let instant = ClockText.instant(at: &cursor, separator: 0) else {
        return nil
      }
      while cursor.pointee == UInt8(ascii: " ") { cursor += 1 }
      // Trailing text, such as AM or PM, could change its meaning.
      return cursor == buffer.baseAddress.map { $0 + bytes.count - 1 } ? instant : nil
    }
  }

  /// The offset from UTC that an instant such as `2026-11-21T11:30:00+02:00` states, in s; nil for an instant in UTC,
  /// and for any other text.
  package static func offset(_ text: String) -> Int? {
    guard let instant = seconds(text), !text.utf8.contains(where: { "Zz".utf8.contains($0) }) else { return nil }
    // Date and time of day come before the sign of the offset; a date has minus signs, too.
    guard let sign = text.utf8.dropFirst(10).firstIndex(where: { "+-".utf8.contains($0) }) else { return nil }
    return seconds(String(text[..<sign])).map { Int(($0 - instant).rounded()) }
  }

  /// The moment of an instant with `Z` or an offset; nil for any other text.
  package static func moment(_ text: String) -> Date? {
    seconds(text, needsZone: true).map { Date(timeIntervalSince1970: $0) }
  }

  /// `2026-11-21T09:30:00.123Z`, without decimals that are not asked for: they are cut off.
  ///
  /// A moment outside of the years 1 to 9999 is written as the nearest within them.
  /// - Parameters:
  ///   - moment: the moment.
  ///   - decimals: how many decimals of the second, 0 to 6.
  package static func text(_ moment: Date, decimals: Int = 3) -> String {
    // From 2001, as a Date counts, so that nothing is rounded.
    let since2001 = min(max(-63_113_904_000, moment.timeIntervalSinceReferenceDate), 252_423_993_599.999)
    let whole = since2001.rounded(.down)
    let nanoseconds = Int64((since2001 - whole) * 1e9)
    let units = nanoseconds / power(of: 10, 9 - decimals)
    return text(units: (Int64(whole) + 978_307_200) * power(of: 10, decimals) + units, decimals: decimals)
  }

  /// `20261121T093000Z`, for names of files, which sort by time and hold no colon.
  package static func fileName(_ moment: Date) -> String {
    text(moment, decimals: 0).filter { $0 != "-" && $0 != ":" }
  }

  /// `2026-11-21T09:30:00.123Z`, the nearest millisecond; nil outside of the years 1 to 9999.
  package static func text(nearest secondsSince1970: Double) -> String? {
    let milliseconds = (secondsSince1970 * 1000).rounded()
    guard years.contains(milliseconds / 1000) else { return nil }
    return text(units: Int64(milliseconds), decimals: 3)
  }

  /// The same in a local time, with its offset from UTC: `2026-11-21T11:30:00.123+02:00`.
  /// - Parameter offsetS: Local time minus UTC, in s. Only whole minutes count.
  package static func text(nearest secondsSince1970: Double, offsetS: Int) -> String? {
    let minutes = offsetS / 60
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let zone = "\(minutes < 0 ? "-" : "+")\(two(abs(minutes) / 60)):\(two(abs(minutes) % 60))"
    return text(nearest: secondsSince1970 + Double(60 * minutes)).map { $0.dropLast() + zone }
  }

  /// The years 1 to 9999, in seconds since 1970-01-01T00:00:00Z. Other years cannot be read.
  package static let years = -62_135_596_800.0..<253_402_300_800

  /// `2026-11-21T09:30:00.123456Z`, the instant that many microseconds after 1970-01-01T00:00:00Z.
  package static func text(microseconds: Int64) -> String { text(units: microseconds, decimals: 6) }

  /// - Parameters:
  ///   - units: the time since 1970-01-01T00:00:00Z in units of the last decimal.
  ///   - decimals: how many decimals of a second are written.
  private static func text(units: Int64, decimals: Int) -> String {
    let (seconds, fraction) = divide(units, by: power(of: 10, decimals))
    let (days, ofDay) = divide(seconds, by: 86_400)
    let clock = [ofDay / 3600, ofDay / 60 % 60, ofDay % 60].map { Digits.text(Int($0), 2) }.joined(separator: ":")
    let end = decimals > 0 ? "." + Digits.text(Int(fraction), decimals) : ""
    return "\(CalendarDay(number: Int(days)))T\(clock)\(end)Z"
  }

  /// Quotient, rounded down, and remainder, which is never negative, also for times before 1970.
  private static func divide(_ value: Int64, by unit: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: unit)
    return remainder < 0 ? (quotient - 1, remainder + unit) : (quotient, remainder)
  }

  private static func power(of base: Int64, _ exponent: Int) -> Int64 {
    (0..<exponent).reduce(1) { power, _ in power * base }
  }
}

/// Writes whole numbers with zeros before them.
enum Digits {
  /// `0007` for 7 with a width of 4.
  static func text(_ value: Int, _ width: Int) -> String {
    let digits = String(value.magnitude)
    let text = String(repeating: "0", count: max(0, width - digits.count)) + digits
    return value < 0 ? "-" + text : text
  }
}
