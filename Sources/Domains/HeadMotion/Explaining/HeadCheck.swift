/// One check of a candidate: the measured value and the required bounds.
public struct HeadCheck: Hashable, Sendable {
  /// What was checked, in a few words: `depth`.
  public var name: String
  /// The measured value; nil if there is no number.
  public var value: Double?
  /// The value's unit; nil if there is no number.
  public var unit: String?
  /// The smallest allowed value; nil without a lower bound.
  public var lowest: Double?
  /// The largest allowed value; nil without an upper bound.
  public var highest: Double?
  /// Whether it passed.
  public var passed: Bool

  init(_ name: String, _ value: Double?, _ unit: String?, lowest: Double? = nil, highest: Double? = nil) {
    self.name = name
    self.value = value
    self.unit = unit
    self.lowest = lowest
    self.highest = highest
    passed = value.map { $0 >= lowest ?? -.infinity && $0 <= highest ?? .infinity } ?? true
  }

  static func fact(_ name: String, passed: Bool) -> HeadCheck {
    var check = HeadCheck(name, nil, nil)
    check.passed = passed
    return check
  }
}
