/// The format of numbers in reasons and explanations.
enum Words {
  /// A number without needless digits: whole ones as such, others with three decimals at most.
  static func number(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
    let rounded = (value * 1000).rounded() / 1000
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}
