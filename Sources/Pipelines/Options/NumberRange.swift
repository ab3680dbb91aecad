import SPBasics

/// The range of an option's numbers, for documentation and checks.
public struct NumberRange: Hashable, Sendable, CustomStringConvertible {
  /// The least number, if there is one.
  public let minimum: Double?
  /// The greatest number, if there is one.
  public let maximum: Double?
  /// Whether the minimum itself is not allowed.
  public let excludesMinimum: Bool
  /// Whether the maximum itself is not allowed.
  public let excludesMaximum: Bool

  /// Makes a range; a missing limit does not apply.
  public init(
    minimum: Double? = nil, maximum: Double? = nil, excludesMinimum: Bool = false, excludesMaximum: Bool = false
  ) {
    self.minimum = minimum
    self.maximum = maximum
    self.excludesMinimum = excludesMinimum
    self.excludesMaximum = excludesMaximum
  }

  /// All finite numbers.
  public static let unlimited = NumberRange()

  /// Whether a number is finite and within the limits.
  public func contains(_ number: Double) -> Bool {
    guard number.isFinite else { return false }
    if let minimum, excludesMinimum ? number <= minimum : number < minimum { return false }
    if let maximum, excludesMaximum ? number >= maximum : number > maximum { return false }
    return true
  }

  /// `0.1...10000`, `0..<1`, `>= 0`, `> 0`, `> 0, <= 1`; empty if unlimited.
  public var description: String {
    let low = minimum.map(JSONValue.text(of:))
    let high = maximum.map(JSONValue.text(of:))
    if let low, let high, !excludesMinimum {
      return low + (excludesMaximum ? "..<" : "...") + high
    }
    let parts = [
      low.map { (excludesMinimum ? "> " : ">= ") + $0 }, high.map { (excludesMaximum ? "< " : "<= ") + $0 },
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }
}

/// A limit of a range of numbers: `Int` or `Double`, so that `0...5` can be used as a range of doubles.
public protocol NumberBound: Comparable {
  /// The limit as a double.
  var number: Double { get }
}

extension Int: NumberBound {
  /// The integer as a double.
  public var number: Double { Double(self) }
}

extension Double: NumberBound {
  /// The number itself.
  public var number: Double { self }
}

/// A type that can be given as the range of an option: `0.1...10_000`, `0...`, `0..<1`, `.above(0)`.
public protocol NumberBounds {
  /// The range of numbers.
  var numberRange: NumberRange { get }
}

extension NumberRange: NumberBounds {
  /// The range itself.
  public var numberRange: NumberRange { self }
}

extension ClosedRange: NumberBounds where Bound: NumberBound {
  /// Both limits are allowed.
  public var numberRange: NumberRange { .init(minimum: lowerBound.number, maximum: upperBound.number) }
}

extension Range: NumberBounds where Bound: NumberBound {
  /// The upper limit itself is not allowed.
  public var numberRange: NumberRange {
    .init(minimum: lowerBound.number, maximum: upperBound.number, excludesMaximum: true)
  }
}

extension PartialRangeFrom: NumberBounds where Bound: NumberBound {
  /// A lower limit alone.
  public var numberRange: NumberRange { .init(minimum: lowerBound.number) }
}

extension PartialRangeThrough: NumberBounds where Bound: NumberBound {
  /// An upper limit alone.
  public var numberRange: NumberRange { .init(maximum: upperBound.number) }
}

extension NumberBounds where Self == NumberRange {
  /// Numbers greater than a limit, exclusive.
  public static func above(_ limit: Double) -> NumberRange {
    NumberRange(minimum: limit, excludesMinimum: true)
  }

  /// Numbers between a lower limit, exclusive, and an upper limit, inclusive.
  public static func above(_ limit: Double, through maximum: Double) -> NumberRange {
    NumberRange(minimum: limit, maximum: maximum, excludesMinimum: true)
  }

  /// Numbers between two limits, both exclusive.
  public static func between(_ minimum: Double, and maximum: Double) -> NumberRange {
    NumberRange(minimum: minimum, maximum: maximum, excludesMinimum: true, excludesMaximum: true)
  }
}
