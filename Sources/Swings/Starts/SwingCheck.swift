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
  /// Whether it can fail; false for a value that was set to its bound where it was beyond it.
  public var decides = true

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

  /// How far the value is from the bound that it is nearest to, as a share, -1 to 1: 0 at the bound, above 0 within, below
  /// 0 beyond it; nil without a value and a bound.
  ///
  /// It is 1 less the smaller of value and bound over the larger: 0.5 for a value of twice its smallest or of half its
  /// largest, -0.5 for one of half its smallest or of twice its largest. A bound of 0 or less is none, as values are sizes.
  public var margin: Double? {
    guard let value else { return nil }
    func margin(_ bound: Double?, isWithin: (Double, Double) -> Bool) -> Double? {
      guard let bound, bound > 0 else { return nil }
      let distance = 1 - max(0, min(value, bound)) / max(value, bound)
      return isWithin(value, bound) ? distance : -distance
    }
    let margins = (margin(lowest, isWithin: >=), margin(highest, isWithin: <=))
    return margins.0.map { min($0, margins.1 ?? $0) } ?? margins.1
  }

  /// Makes a check that failed without a number to compare.
  public static func failed(_ name: String, value: Double? = nil, unit: String? = nil, remark: String) -> SwingCheck {
    var check = SwingCheck(name, value, unit: unit, remark: remark)
    check.passed = false
    return check
  }
}
