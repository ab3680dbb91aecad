import SPBasics

/// Numbers in explanations.
enum ExplainedNumber {
  /// Up to three decimals, without zeros at the end.
  static func text(_ value: Double) -> String {
    let text = String(printf: "%.3f", value)
    let trimmed = text.reversed().drop { $0 == "0" }
    return String((trimmed.first == "." ? trimmed.dropFirst() : trimmed).reversed())
  }

  /// A time on the recording's clock.
  static func clock(_ value: Double) -> String { String(printf: "%.3f s", value) }
  /// A duration.
  static func seconds(_ value: Double) -> String { String(printf: "%.1f s", value) }
}
