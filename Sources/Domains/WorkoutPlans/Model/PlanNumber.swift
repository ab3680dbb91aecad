import SPBasics

/// Numbers of plans as text.
enum PlanNumber {
  /// The shortest text that reads back as the same number; whole numbers without a fraction.
  static func text(_ number: Double) -> String {
    if number.isFinite { return JSONValue.text(of: number) }
    return number.isNaN ? "not a number" : number < 0 ? "-infinity" : "infinity"
  }
}
