import FoundationEssentials
import Glibc
import SPBasics
import SPPlots
import SPTables

/// Numbers, times and names as people read them.
enum Wording {
  /// A count with thin spaces between thousands.
  static func count(_ value: Int) -> String {
    let digits = String(value.magnitude)
    guard digits.count > 4 else { return "\(value)" }
    var groups: [Substring] = []
    var rest = digits[...]
    while !rest.isEmpty {
      groups.insert(rest.suffix(3), at: 0)
      rest = rest.dropLast(3)
    }
    return (value < 0 ? "−" : "") + groups.joined(separator: "\u{202F}")
  }

  /// A value with three significant digits, including zeros at the end, so that neighbouring values have the same form.
  static func number(_ value: Double) -> String {
    let size = abs(value)
    guard size >= 1e-4, size < 1e6 else { return DecimalText.text(value, significant: 3) }
    // A number that rounds up to the next power of ten has one decimal less.
    return DecimalText.text(value, decimals: max(0, 2 - Int(log10(size * 1.0005).rounded(.down))))
  }

  /// A value in a unit: minutes of a pace as on a clock, all other values as numbers.
  static func value(_ value: Double, _ unit: String?) -> String {
    DisplayUnit.isPace(unit) ? clock(60 * value) : number(value)
  }

  /// A probability with three decimals; `> 0.999` or `< 0.001` at the ends, as a model is never certain.
  static func chance(_ value: Double) -> String {
    value > 0.999 ? "> 0.999" : value < 0.001 ? "< 0.001" : DecimalText.text(value, decimals: 3)
  }

  /// Whether the values of a column are probabilities.
  static func isChance(_ column: String) -> Bool { column.hasSuffix("_probability") }

  /// A unit in the form that follows a number; empty for a ratio.
  static func unit(_ unit: String?) -> String {
    guard let unit, unit != "1" else { return "" }
    return ["degC": "°C", "degF": "°F", "deg": "°", "deg/s": "°/s", "deg/s^2": "°/s²"][unit]
      ?? unit.replacing("^2", with: "²")
  }

  /// `2026-11-21T12:42:27Z` as `21 November 2026, 12:42 UTC`; a text of another form is returned unchanged.
  static func moment(_ text: String) -> String {
    guard let moment = UTCTime.moment(text) else { return text }
    return "\(day(CalendarDay(of: moment, in: .gmt))), \(UTCTime.text(moment, decimals: 0).dropFirst(11).prefix(5)) UTC"
  }

  /// `21 November 2026`.
  static func day(_ day: CalendarDay) -> String {
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
      "December",
    ]
    let (year, month, day) = day.civil
    return "\(day) \(months[month - 1]) \(year)"
  }

  /// Days in a sentence: one day, or the first and the last day; nil without days.
  static func days(_ days: [CalendarDay]) -> String? {
    guard let first = days.min(), let last = days.max() else { return nil }
    return first == last ? day(first) : "\(day(first)) to \(day(last))"
  }

  /// A duration in a suitable unit: s, min or h.
  static func duration(_ seconds: Double) -> String {
    if seconds < 60 { return "\(number(seconds)) s" }
    if seconds < 5400 { return "\(number(seconds / 60)) min" }
    return "\(number(seconds / 3600)) h"
  }

  /// A title for a column: the words of its name, without the unit at the end.
  static func title(of column: ColumnDescription) -> String {
    var words = column.name.split(separator: "_").map(String.init)
    let unit = unitWords[column.unit ?? ""] ?? []
    if words.count > unit.count, Array(words.suffix(unit.count)) == unit { words.removeLast(unit.count) }
    return words.joined(separator: " ").capitalizedFirst
  }

  private static let unitWords = [
    "s": ["s"], "ms": ["ms"], "g": ["g"], "Hz": ["hz"], "rad": ["rad"], "rad/s": ["rad", "s"], "m/s": ["m", "s"],
    "g/s": ["g", "s"], "rad/s^2": ["rad", "s2"], "m": ["m"], "W": ["w"], "bpm": ["bpm"], "rpm": ["rpm"], "deg": ["deg"],
    "degC": ["deg", "c"], "K": ["k"], "kJ": ["kj"], "mL": ["ml"], "s/km": ["s", "per", "km"],
    "s/100 m": ["s", "per", "100m"],
  ]

  /// A duration as on a clock: `2:05` for 125 s, `1:02:05` for an hour more. A duration that is not finite, or too
  /// large for `Int`, is written as a number.
  static func clock(_ seconds: Double) -> String {
    guard let whole = Int(exactly: seconds.rounded()) else { return number(seconds) }
    let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
  }

  /// Names in a sentence: `a, b and c`.
  static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }

  /// `1 recording`, `2 recordings`.
  static func counted(_ count: Int, _ noun: String) -> String {
    "\(self.count(count)) \(inflected(noun, for: Double(count)))"
  }
}
