import Glibc
import SPBasics

/// Values as text for people; the numbers of a column are rounded to the same number of decimals.
struct TableCells {
  /// The texts of each column, one per row.
  private(set) var columns: [[String]]
  /// Whether each column holds only numbers, which are aligned to the right.
  private(set) var areNumbers: [Bool]

  /// The text for a missing value.
  static let missing = "-"

  private enum Value {
    case missing
    case text(String)
    case whole(String)
    case number(Double)

    var isFractional: Bool { if case .number = self { true } else { false } }

    var fractional: Value {
      guard case .whole(let text) = self, let number = Double(text) else { return self }
      return .number(number)
    }
  }

  /// Formats columns of consecutive tables.
  init(_ tables: [StoredTable], columns names: [String]) throws {
    columns = []
    areNumbers = []
    for name in names {
      var values = try tables.flatMap { table in Self.values(of: try table.values(name), rows: table.rowCount) }
      // One of several tables may have only whole numbers in a column without a description.
      if values.contains(where: \.isFractional) { values = values.map(\.fractional) }
      let sizes = values.compactMap { value -> Double? in if case .number(let number) = value { number } else { nil } }
      let format = NumberFormat(for: sizes)
      columns.append(values.map { Self.text(of: $0, format) })
      areNumbers.append(
        values.allSatisfy { if case .text = $0 { false } else { true } }
          && values.contains { if case .missing = $0 { false } else { true } })
    }
  }

  private static func values(of column: ColumnValues, rows: Int) -> [Value] {
    switch column {
    case .float32(let numbers): numbers.map { $0.map { .number(Double($0)) } ?? .missing }
    case .float64(let numbers): numbers.map { $0.map { .number($0) } ?? .missing }
    case .int32, .int64: (0..<rows).map { column.text(at: $0).map { .whole($0) } ?? .missing }
    case .boolean, .string, .timestamp: (0..<rows).map { column.text(at: $0).map { .text($0) } ?? .missing }
    }
  }

  private static func text(of value: Value, _ format: NumberFormat) -> String {
    switch value {
    case .missing: missing
    case .text(let text): text.isEmpty ? "\"\"" : text.withoutControls
    case .whole(let text): text
    case .number(let number): format.text(of: number)
    }
  }
}

/// The format of the numbers of a column: five significant digits of the largest, but three to six decimals, without
/// the trailing zeros that all numbers share.
private struct NumberFormat {
  /// The number of decimals; nil for powers of ten, if the largest number is at least 1e10 or below 1e-4. Unix times in
  /// s are below 1e10: they need their decimals.
  private let decimals: Int?

  init(for numbers: [Double]) {
    let largest = numbers.reduce(0) { max($0, abs($1)) }
    guard largest < 1e10, largest == 0 || largest >= 1e-4 else {
      decimals = nil
      return
    }
    let most = largest == 0 ? 0 : min(6, max(3, 4 - Int(floor(log10(largest)))))
    decimals = numbers.reduce(0) { fewest, number in
      guard fewest < most else { return fewest }
      let digits = String(printf: "%.\(most)f", number).reversed().prefix { $0 == "0" }.count
      return max(fewest, most - min(most, digits))
    }
  }

  func text(of number: Double) -> String {
    guard let decimals else { return String(printf: "%.4e", number) }
    return String(printf: "%.\(decimals)f", number)
  }
}
