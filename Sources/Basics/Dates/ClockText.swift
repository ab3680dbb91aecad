/// Reads dates and times of day from bytes, as programs write them. The last byte must not be a digit.
package enum ClockText {
  /// An instant such as `2021-04-12 19:34:05.908 +0100`, in seconds since 1970-01-01T00:00:00Z; nil for anything else.
  ///
  /// The cursor moves to the end of the instant. `UTCTime.seconds(_:needsZone:)` lists the accepted forms.
  /// - Parameter separator: The separator of fields. If it is a comma, commas are not decimal signs.
  package static func instant(at cursor: inout UnsafePointer<UInt8>, separator: UInt8) -> Double? {
    var place = cursor
    guard let year = digits(4, at: &place), take("-", at: &place), let month = digits(2, at: &place),
      take("-", at: &place), let day = digits(2, at: &place),
      take(" ", at: &place) || take("T", at: &place) || take("t", at: &place),
      let time = Time(at: &place, separator: separator),
      let days = CalendarDay(year: year, month: month, day: day)?.number,
      let offset = offset(at: &place)
    else { return nil }
    let start = days * 86_400 - offset
    guard time.isOfDay || time.isEndOfDay || time.isLeapSecond(onDayFrom: start) else { return nil }
    cursor = place
    return Double(start) + time.seconds
  }

  /// A time of day such as `10:47:53.867`, in seconds since midnight; nil for anything else.
  ///
  /// The cursor moves to the end of the time.
  /// - Parameter separator: The separator of fields. If it is a comma, commas are not decimal signs.
  package static func timeOfDay(at cursor: inout UnsafePointer<UInt8>, separator: UInt8) -> Double? {
    var place = cursor
    guard let time = Time(at: &place, separator: separator), time.isOfDay else { return nil }
    cursor = place
    return time.seconds
  }

  /// The time that a clock shows, from `0:00:00` to `24:59:60`.
  private struct Time {
    private let hour, minute, second: Int
    /// The decimals of the second as a whole number, and how many of these units a second has.
    private var (fraction, scale) = (0, 1)

    init?(at cursor: inout UnsafePointer<UInt8>, separator: UInt8) {
      var place = cursor
      guard let hour = digits(2, at: &place) ?? digits(1, at: &place), hour <= 24, take(":", at: &place),
        let minute = digits(2, at: &place), minute < 60, take(":", at: &place),
        let second = digits(2, at: &place), second <= 60
      else { return nil }
      (self.hour, self.minute, self.second) = (hour, minute, second)
      let hasComma = place.pointee == UInt8(ascii: ",") && separator != UInt8(ascii: ",")
      if place.pointee == UInt8(ascii: ".") || hasComma {
        let first = place + 1
        place = first
        while place.pointee &- UInt8(ascii: "0") < 10 {
          if place - first < 9 {
            fraction = fraction * 10 + Int(place.pointee - UInt8(ascii: "0"))
            scale *= 10
          }
          place += 1
        }
        guard place > first else { return nil }
      }
      cursor = place
    }

    private var wholeSeconds: Int { hour * 3600 + minute * 60 + second }
    /// Seconds since midnight. Whole seconds and decimals form one integer, so that the result is rounded only once.
    var seconds: Double { Double(wholeSeconds * scale + fraction) / Double(scale) }

    var isOfDay: Bool { hour < 24 && second < 60 }
    var isEndOfDay: Bool { hour == 24 && minute == 0 && second == 0 && fraction == 0 }
    /// Whether the time is 23:59:60 in UTC.
    /// - Parameter start: The local midnight before the time, in seconds since 1970-01-01T00:00:00Z.
    func isLeapSecond(onDayFrom start: Int) -> Bool {
      hour < 24 && second == 60 && (start + wholeSeconds).isMultiple(of: 86_400)
    }
  }

  /// Reads the local time minus UTC, in s; 0 without an offset, nil for an invalid offset.
  private static func offset(at cursor: inout UnsafePointer<UInt8>) -> Int? {
    var place = cursor
    while place.pointee == UInt8(ascii: " ") { place += 1 }
    if take("Z", at: &place) || take("z", at: &place) {
      cursor = place
      return 0
    }
    let isBehind = place.pointee == UInt8(ascii: "-")
    guard isBehind || place.pointee == UInt8(ascii: "+") else { return 0 }
    // After a blank, two digits alone may be the next field.
    let mayLackMinutes = place == cursor
    place += 1
    guard let hours = digits(2, at: &place), hours < 24 else { return nil }
    let hasColon = take(":", at: &place)
    guard let minutes = digits(2, at: &place) ?? (mayLackMinutes && !hasColon ? 0 : nil), minutes < 60 else {
      return nil
    }
    cursor = place
    return (isBehind ? -1 : 1) * (hours * 3600 + minutes * 60)
  }

  private static func digits(_ count: Int, at cursor: inout UnsafePointer<UInt8>) -> Int? {
    var value = 0
    for index in 0..<count {
      let digit = cursor[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value * 10 + Int(digit)
    }
    cursor += count
    return value
  }

  private static func take(_ character: Unicode.Scalar, at cursor: inout UnsafePointer<UInt8>) -> Bool {
    guard cursor.pointee == UInt8(ascii: character) else { return false }
    cursor += 1
    return true
  }
}
