/// One check of a candidate: the measured value and the required bounds.
public struct SwingCheck: Sendable {
  /// The checked quantity, in a few words: `duration`.
  public var name: String
  /// The measured value; nil without a number.
  public var value: Double?
  /// The value's unit.
  public var unit: String?
  /// The smallest allowed value; nil without a lower bound.
  public var lowest: Double?
  /// The largest allowed value; nil without an upper bound.
  public var highest: Double?
  /// The requirement of a check without bounds, in words; nil for a check with bounds.
  public var expectation: String?
  /// Whether the candidate passed.
  public var passed: Bool
  /// The origin of the bounds, or the reason for a failure, as a clause.
  public var remark: String? { words() }
  /// Whether the check can fail; false for a value that was limited to its bound.
  public var decides = true
  /// Makes the remark on request: every swing has checks, and few are shown.
  private var words: @Sendable () -> String?

  /// Makes a check of a value against bounds; without a value it fails.
  public init(
    _ name: String, _ value: Double?, unit: String?, lowest: Double? = nil, highest: Double? = nil,
    remark: @escaping @autoclosure @Sendable () -> String? = nil
  ) {
    self.name = name
    self.value = value
    self.unit = unit
    self.lowest = lowest
    self.highest = highest
    words = remark
    passed = value.map { $0 >= lowest ?? -.infinity && $0 <= highest ?? .infinity } ?? false
  }

  /// How far the value is from the nearest bound, as a fraction, -1 to 1; nil without a value and a bound.
  ///
  /// The fraction is 0 at the bound, above 0 within the bounds, and below 0 beyond them. Its size is 1 minus the
  /// smaller of value and bound divided by the larger. So it is 0.5 for twice the lower bound or half the upper bound.
  /// It is -0.5 for half the lower bound or twice the upper bound. A bound of 0 or less is ignored, as values are
  /// magnitudes.
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
  public static func failed(
    _ name: String, value: Double? = nil, unit: String? = nil, expectation: String? = nil,
    remark: @escaping @autoclosure @Sendable () -> String
  ) -> SwingCheck {
    var check = SwingCheck(name, value, unit: unit)
    check.expectation = expectation
    check.passed = false
    check.words = remark
    return check
  }
}

extension SwingCheck: Hashable {
  /// Whether two checks are the same, with the same remark.
  public static func == (first: SwingCheck, second: SwingCheck) -> Bool {
    first.name == second.name && first.value == second.value && first.unit == second.unit
      && first.lowest == second.lowest && first.highest == second.highest
      && first.expectation == second.expectation && first.passed == second.passed
      && first.decides == second.decides && first.remark == second.remark
  }

  /// Hashes the checked quantity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(value)
    hasher.combine(passed)
  }
}
