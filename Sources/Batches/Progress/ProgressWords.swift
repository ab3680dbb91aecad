import SPBasics

/// Numbers of progress as text.
enum ProgressWords {
  /// Bytes in decimal units: `812 B`, `3.4 MB`, `120 GB`.
  static func bytes(_ count: Double) -> String { "\(number(count, inUnitOf: count)) \(unit(of: count).name)" }

  /// A part of a number of bytes, in the unit of the whole: `1.2 of 5.0 GB`.
  static func bytes(_ part: Double, of whole: Double) -> String {
    "\(number(part, inUnitOf: whole)) of \(bytes(whole))"
  }

  /// A fraction in whole percent, rounded down, so that 100 % means all.
  static func percent(_ fraction: Double) -> String { "\(Int(100 * max(0, min(1, fraction)))) %" }

  /// Seconds of recording per second: `0.8x`, `1660x`.
  static func factor(_ value: Double) -> String { "\(digits(value))x" }

  /// An approximate duration: `45 s`, `2 min 40 s`, `23 min`, `3 h 05 min`, `2 d 4 h`.
  static func about(_ seconds: Double) -> String {
    let seconds = max(0, seconds)
    if seconds < 59.5 { return "\(Int(seconds.rounded())) s" }
    if seconds < 595 {
      let tens = 10 * Int((seconds / 10).rounded())
      return tens % 60 == 0 ? "\(tens / 60) min" : "\(tens / 60) min \(tens % 60) s"
    }
    let minutes = whole(seconds / 60)
    if minutes < 60 { return "\(minutes) min" }
    if minutes < 24 * 60 { return "\(minutes / 60) h \(padded(minutes % 60)) min" }
    let hours = whole(seconds / 3600)
    return "\(hours / 24) d \(hours % 24) h"
  }

  /// An elapsed time in clock form: `0:07`, `12:34`, `1:02:03`.
  static func clock(_ seconds: Double) -> String {
    let seconds = Int(clamping: Int64(max(0, min(1e12, seconds))))
    let (minutes, hours) = (seconds / 60 % 60, seconds / 3600)
    let tail = ":\(padded(seconds % 60))"
    return hours > 0 ? "\(hours):\(padded(minutes))\(tail)" : "\(minutes)\(tail)"
  }

  /// A measured time: `0.85 s`, `12.3 s`, else as in ``about(_:)``.
  static func measured(_ seconds: Double) -> String {
    if seconds < 9.995 { return String(printf: "%.2f s", seconds) }
    return seconds < 59.95 ? String(printf: "%.1f s", seconds) : about(seconds)
  }

  private static func whole(_ value: Double) -> Int { Int(min(1e12, value).rounded()) }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func unit(of count: Double) -> (name: String, size: Double) {
    let units = [("TB", 1e12), ("GB", 1e9), ("MB", 1e6), ("kB", 1e3)]
    return units.first { count >= $0.1 } ?? ("B", 1)
  }

  private static func number(_ count: Double, inUnitOf whole: Double) -> String {
    let size = unit(of: whole).size
    return size == 1 ? String(printf: "%.0f", count) : digits(count / size)
  }

  /// At least two digits: `0.0`, `3.4`, `12`.
  private static func digits(_ value: Double) -> String { String(printf: value < 9.95 ? "%.1f" : "%.0f", value) }
}
