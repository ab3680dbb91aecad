import Foundation

/// Converts instants between text and seconds since 1970.
enum InstantText {
  /// A time as text in ISO 8601 and UTC, to the millisecond; nil for an invalid text.
  static func iso8601(_ text: String) -> String? { seconds(text).map(iso8601) }

  /// A time in seconds since 1970-01-01T00:00:00Z; nil for an invalid text.
  static func seconds(_ text: String) -> Double? {
    let bytes = Array(text.utf8) + [UInt8](repeating: 0, count: DecimalNumber.padding)
    return bytes.withUnsafeBufferPointer { buffer -> Double? in
      guard var cursor = buffer.baseAddress else { return nil }
      guard let instant = ClockText.instant(at: &cursor, separator: 0) else { return nil }
      while cursor.pointee == UInt8(ascii: " ") { cursor += 1 }
      // Trailing text, such as AM or PM, could change its meaning.
      return cursor.pointee == 0 ? instant : nil
    }
  }

  /// Seconds since 1970-01-01T00:00:00Z as text in ISO 8601, to the millisecond.
  static func iso8601(_ seconds: Double) -> String {
    // The formatter truncates. A quarter of a millisecond keeps a Double slightly below a whole millisecond from losing
    // it.
    let rounded = ((seconds * 1000).rounded() + 0.25) / 1000
    return Date(timeIntervalSince1970: rounded).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}
