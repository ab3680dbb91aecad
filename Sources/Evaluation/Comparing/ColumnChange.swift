import SPSwings
import SPTables

/// The differences of a column's values between two runs, over the swings that both runs found.
package struct ColumnChange: Hashable, Sendable {
  /// The column.
  package let name: String
  /// Its unit, if it is a column of `SwingColumns` that has one.
  package let unit: String?
  /// The number of swings in which its values differ.
  package private(set) var count = 0
  /// The number of these swings for which one of the runs has no value.
  package private(set) var oneSidedCount = 0
  /// The largest absolute difference, in the column's unit; nil if no two numbers differ.
  package private(set) var largestDifference: Double?
  /// The largest difference divided by the larger absolute value, at most 2; nil if no two numbers differ, and for
  /// times, whose zero is arbitrary.
  package private(set) var largestRelative: Double?

  let kind: Kind

  /// The way in which values of a column are compared.
  enum Kind: Hashable, Sendable {
    /// Equal or not.
    case text
    /// Numbers, equal within a fraction of their absolute value.
    case number
    /// Times and durations in s, equal within a tolerance.
    case time
  }

  private static let descriptions = Dictionary(
    uniqueKeysWithValues: SwingColumns.all.map { ($0.description.name, $0.description) })

  /// Starts without a difference.
  ///
  /// A column that `SwingColumns` does not know is a time if its name ends in `_time_s`, otherwise a number; values
  /// that are not both numbers are compared as text.
  init(name: String) {
    self.name = name
    let description = Self.descriptions[name]
    unit = description?.unit
    kind =
      switch description?.type {
      case .string, .boolean, .timestamp: .text
      case .float64: unit == "s" ? .time : .number
      case .float32, .int32, .int64: .number
      case nil: name.hasSuffix("_time_s") ? .time : .number
      }
  }

  /// Compares a swing's values as written in the tables; nil for a missing value.
  /// - Returns: whether they differ.
  mutating func compare(_ first: String?, _ second: String?, by rules: ComparisonRules) -> Bool {
    guard first != second else { return false }
    let (a, b) = kind == .text ? (nil, nil) : (first.flatMap(Double.init), second.flatMap(Double.init))
    // Some programs write "NaN" for a missing value.
    let isMissing = (first: first == nil || a?.isNaN == true, second: second == nil || b?.isNaN == true)
    if isMissing.first, isMissing.second { return false }
    guard !isMissing.first, !isMissing.second else {
      count += 1
      oneSidedCount += 1
      return true
    }
    guard let a, let b, a.isFinite, b.isFinite else {
      count += 1
      return true
    }
    let difference = abs(b - a)
    let size = max(abs(a), abs(b))
    guard difference > (kind == .time ? rules.movedOverS : rules.tolerance * size) else { return false }
    count += 1
    largestDifference = max(largestDifference ?? 0, difference)
    if kind != .time { largestRelative = max(largestRelative ?? 0, difference / size) }
    return true
  }

  /// Adds the differences of the same column in another recording.
  mutating func add(_ other: ColumnChange) {
    count += other.count
    oneSidedCount += other.oneSidedCount
    largestDifference = [largestDifference, other.largestDifference].compactMap(\.self).max()
    largestRelative = [largestRelative, other.largestRelative].compactMap(\.self).max()
  }
}

extension ColumnChange {
  /// Whether it is listed before another column. Times come first, by the largest difference. Other numbers follow, by
  /// the largest relative difference. Last are columns with other texts, or with values in one run only. Equal columns
  /// are sorted by the number of differences, and then by name.
  ///
  /// A hit that becomes a miss loses all figures of its impact. That should not hide how much a figure changed in other
  /// swings.
  func isToldBefore(_ other: ColumnChange) -> Bool {
    guard (kind == .time) == (other.kind == .time) else { return kind == .time }
    if extent != other.extent { return extent > other.extent }
    return count != other.count ? count > other.count : name < other.name
  }

  private var extent: Double { (kind == .time ? largestDifference : largestRelative) ?? 0 }
}
