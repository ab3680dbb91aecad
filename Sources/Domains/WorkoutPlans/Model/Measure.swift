import SPBasics

/// A unit for the quantities of plans.
public protocol PlanUnit: RawRepresentable<String>, CaseIterable, Hashable, Sendable where AllCases == [Self] {
  /// The quantity in file keys: `distance` of `distance_mi`.
  static var quantity: String { get }
  /// The values that a plan can have, in the quantity's base unit.
  static var plausible: ClosedRange<Double> { get }
  /// The symbol of the unit: `mi`, `km/h`.
  var symbol: String { get }
  /// Converts a value to the quantity's base unit: m, s, kJ, m/s, W, beats or revolutions per minute.
  func base(_ value: Double) -> Double
  /// Converts a value in the base unit to this unit.
  func value(ofBase base: Double) -> Double
}

/// A quantity as written: a number and its unit, so that 2 mi stay 2 mi.
public struct Measure<Unit: PlanUnit>: Hashable, Sendable {
  /// The number.
  public var value: Double
  /// The unit.
  public var unit: Unit

  /// Makes a measure; validation checks whether its number is valid.
  public init(_ value: Double, _ unit: Unit) {
    self.value = value
    self.unit = unit
  }

  /// The value in the quantity's base unit.
  public var base: Double { unit.base(value) }

  /// The same quantity in another unit.
  package func converted(to unit: Unit) -> Measure { Measure(unit.value(ofBase: base), unit) }
}

/// A range of a quantity: both ends in one unit, the smaller number first.
///
/// For a pace, in min/km, the smaller number is the faster pace.
public struct MeasureRange<Unit: PlanUnit>: Hashable, Sendable {
  /// The numbers.
  public var values: ClosedRange<Double>
  /// The unit.
  public var unit: Unit

  /// Makes a range.
  public init(_ values: ClosedRange<Double>, _ unit: Unit) {
    self.values = values
    self.unit = unit
  }

  /// The range in the quantity's base unit: for a pace the slower speed comes first.
  public var base: ClosedRange<Double> {
    let ends = [unit.base(values.lowerBound), unit.base(values.upperBound)]
    return min(ends[0], ends[1])...max(ends[0], ends[1])
  }

  /// The same range in another unit.
  package func converted(to unit: Unit) -> MeasureRange {
    let ends = [unit.value(ofBase: base.lowerBound), unit.value(ofBase: base.upperBound)]
    return MeasureRange(min(ends[0], ends[1])...max(ends[0], ends[1]), unit)
  }
}

extension PlanUnit {
  /// `WorkoutPlan.quantities`.
  public static var plausible: ClosedRange<Double> { WorkoutPlan.quantities }

  /// The key of a value in this unit: `distance_mi`.
  var key: String { Self.quantity + "_" + rawValue }

  /// The keys of all units, in their order.
  static var keys: [String] { allCases.map(\.key) }

  /// The unit with a key; nil for any other key.
  init?(key: String) {
    guard let unit = Self.allCases.first(where: { $0.key == key }) else { return nil }
    self = unit
  }
}

/// Numbers of plans as text.
enum PlanNumber {
  /// The shortest text that reads back as the same number; whole numbers without a fraction.
  static func text(_ number: Double) -> String {
    if number.isFinite { return JSONValue.text(of: number) }
    return number.isNaN ? "not a number" : number < 0 ? "-infinity" : "infinity"
  }
}
