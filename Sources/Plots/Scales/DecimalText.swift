import Glibc
import SPBasics

/// Numbers as text for people: without the noise of binary fractions, and with a true minus sign.
package enum DecimalText {
  /// A value with a number of decimals, such as `−0.25`; a value that rounds to zero has no sign.
  ///
  /// - Parameters:
  ///   - value: The value. A value that is not finite is `–`. A value with more than 15 digits in all is rounded to
  ///     three digits and written with a power of ten.
  ///   - decimals: Digits after the point, 0 to 15. With more than 6 the text has a power of ten (`1.5e−7`).
  package static func text(_ value: Double, decimals: Int) -> String {
    guard value.isFinite else { return "–" }
    let decimals = min(max(decimals, 0), 15)
    let scaled = (value * pow(10, Double(decimals))).rounded()
    guard abs(scaled) < 1e15 else {
      return String(printf: "%.3g", value).replacing("e+", with: "e").replacing("-", with: "−")
    }
    return text(Int(scaled), exponent: -decimals)
  }

  /// A value with a number of significant digits and no zeros at the end: `1.5`, `12.3`, `−0.042`.
  ///
  /// - Parameters:
  ///   - value: The value; a value that is not finite is `–`.
  ///   - digits: Significant digits, 1 to 15; digits before the point are never omitted.
  package static func text(_ value: Double, significant digits: Int) -> String {
    guard value.isFinite, value != 0 else { return value == 0 ? "0" : "–" }
    let magnitude = Int(log10(abs(value)).rounded(.down))
    let text = text(value, decimals: min(max(digits, 1), 15) - 1 - magnitude)
    guard text.contains("."), !text.contains("e") else { return text }
    let trimmed = String(text.reversed().drop { $0 == "0" }.reversed())
    return trimmed.hasSuffix(".") ? String(trimmed.dropLast()) : trimmed
  }

  /// The text of `integer * 10^exponent`: with `-exponent` decimals, or with a power of ten, such as `2e7`, for an
  /// exponent of at least 6 or below -6.
  static func text(_ integer: Int, exponent: Int) -> String {
    let sign = integer < 0 ? "−" : ""
    let digits = String(integer.magnitude)
    if exponent >= 6 || exponent < -6 { return integer == 0 ? "0" : sign + scientific(digits, exponent) }
    if exponent >= 0 { return sign + (integer == 0 ? "0" : digits + String(repeating: "0", count: exponent)) }
    let padded = String(repeating: "0", count: max(0, 1 - exponent - digits.count)) + digits
    return sign + padded.dropLast(-exponent) + "." + padded.suffix(-exponent)
  }

  private static func scientific(_ digits: String, _ exponent: Int) -> String {
    let power = exponent + digits.count - 1
    let fraction = String(digits.dropFirst().reversed().drop { $0 == "0" }.reversed())
    return "\(digits.prefix(1))\(fraction.isEmpty ? "" : "." + fraction)e\(power < 0 ? "−" : "")\(abs(power))"
  }
}
