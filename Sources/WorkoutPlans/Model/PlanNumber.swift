/// Numbers of plans as text.
enum PlanNumber {
  /// The shortest spelling that reads back as the same number; whole ones without a fraction.
  static func text(_ number: Double) -> String {
    guard number.isFinite else { return number.isNaN ? "no number" : number < 0 ? "-infinity" : "infinity" }
    if number == number.rounded(), abs(number) < 0x1p53 { return String(Int(number)) }
    return "\(number)"
  }
}
