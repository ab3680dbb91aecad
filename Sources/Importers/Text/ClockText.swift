import Dates

/// Reads dates and times of day from bytes, as logging programs write them.
enum ClockText {
  /// An instant such as `2021-04-12 19:34:05.908 +0100`, in seconds since 1970-01-01T00:00:00Z; nil for anything else.
  ///
  /// Date and time are separated by a space or a T. The offset from UTC is `Z`, `+0100`, `+01:00` or missing, which
  /// means UTC. The cursor moves to the end of the instant.
  /// - Parameter separator: the separator of fields: if it is a comma, commas are not decimal signs.
  static func instant(at cursor: inout UnsafePointer<UInt8>, separator: UInt8) -> Double? {
    var place = cursor
    guard let year = digits(4, at: &place), take("-", at: &place), let month = digits(2, at: &place),
      take("-", at: &place), let day = digits(2, at: &place), take(" ", at: &place) || take("T", at: &place),
      let time = timeOfDay(at: &place, separator: separator),
      let days = CalendarDay(year: year, month: month, day: day)?.number,
      let offset = offset(at: &place)
    else { return nil }
    cursor = place
    return Double(days * 86_400 - offset) + time
  }

  /// A time of day such as `10:47:53.867`, in seconds since midnight; nil for anything else. The cursor moves to its
  /// end.
  /// - Parameter separator: the separator of fields: if it is a comma, commas are not decimal signs.
  static func timeOfDay(at cursor: inout UnsafePointer<UInt8>, separator: UInt8) -> Double? {
    var place = cursor
    guard let hour = digits(2, at: &place) ?? digits(1, at: &place), hour < 24, take(":", at: &place),
      let minute = digits(2, at: &place), minute < 60, take(":", at: &place)
    else { return nil }
    // Up to nine decimals are collected with the whole seconds in one integer, so that there is only one rounding.
    guard let second = digits(2, at: &place), second < 60 else { return nil }
    var (whole, scale) = (hour * 3600 + minute * 60 + second, 1)
    let hasComma = place.pointee == UInt8(ascii: ",") && separator != UInt8(ascii: ",")
    if place.pointee == UInt8(ascii: ".") || hasComma {
      let first = place + 1
      var end = first
      while end.pointee &- UInt8(ascii: "0") < 10 {
        if end - first < 9 {
          whole = whole * 10 + Int(end.pointee - UInt8(ascii: "0"))
          scale *= 10
        }
        end += 1
      }
      guard end > first else { return nil }
      place = end
    }
    cursor = place
    return Double(whole) / Double(scale)
  }

  /// Seconds by which the clock is ahead of UTC; 0 without an offset, nil for a broken one.
  private static func offset(at cursor: inout UnsafePointer<UInt8>) -> Int? {
    var place = cursor
    while place.pointee == UInt8(ascii: " ") { place += 1 }
    if take("Z", at: &place) {
      cursor = place
      return 0
    }
    let isBehind = place.pointee == UInt8(ascii: "-")
    guard isBehind || place.pointee == UInt8(ascii: "+") else { return 0 }
    place += 1
    guard let hours = digits(2, at: &place), hours < 24 else { return nil }
    _ = take(":", at: &place)
    guard let minutes = digits(2, at: &place), minutes < 60 else { return nil }
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
