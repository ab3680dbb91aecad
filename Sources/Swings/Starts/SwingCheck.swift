/// One check of a candidate: what was looked at, what was found, and what was asked for.
public struct SwingCheck: Hashable, Sendable {
  /// What was looked at, in a few words: `duration`.
  public var name: String
  /// What was found; nil where there is no number.
  public var value: Double?
  /// The value's unit.
  public var unit: String?
  /// The smallest value asked for; nil where any is small enough.
  public var lowest: Double?
  /// The largest value asked for; nil where any is large enough.
  public var highest: Double?
  /// Whether the candidate passed.
  public var passed: Bool
  /// Where the bounds come from, or what failed, in a clause.
  public var remark: String?

  /// Makes a check of a value against bounds; without a value it fails.
  public init(
    _ name: String, _ value: Double?, unit: String?, lowest: Double? = nil, highest: Double? = nil,
    remark: String? = nil
  ) {
    self.name = name
    self.value = value
    self.unit = unit
    self.lowest = lowest
    self.highest = highest
    self.remark = remark
    passed = value.map { $0 >= lowest ?? -.infinity && $0 <= highest ?? .infinity } ?? false
  }

  /// Makes a check that failed without a number to compare.
  public static func failed(_ name: String, value: Double? = nil, unit: String? = nil, remark: String) -> SwingCheck {
    var check = SwingCheck(name, value, unit: unit, remark: remark)
    check.passed = false
    return check
  }
}
