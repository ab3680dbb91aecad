import Foundation
import SPTables

/// Tables with everything that a reader could trip over, and what they hold as JSON for the programs that compare.
struct ConformanceCase {
  let name: String
  let table: FeatureTable

  /// All cases: every number of rows with missing values in every place.
  static var all: [ConformanceCase] {
    [0, 1, 7, 1_000].flatMap { rows in
      Missing.allCases.map { ConformanceCase(rows: rows, missing: $0) }
    } + [ConformanceCase(rows: 50_001, missing: .scattered)]
  }

  /// Where a column has no value.
  enum Missing: String, CaseIterable {
    case none, all, first, last, alternating, scattered

    func isMissing(_ row: Int, of rows: Int) -> Bool {
      switch self {
      case .none: false
      case .all: true
      case .first: row < (rows + 1) / 2
      case .last: row >= rows / 2
      case .alternating: row % 2 == 1
      case .scattered: mixed(row, 99) % 5 == 0
      }
    }
  }

  init(rows: Int, missing: Missing) {
    name = "\(rows)-\(missing.rawValue)"
    table = FeatureTable(columns: Self.columns(rows, missing))
  }

  /// The same with other texts, for formats that cannot hold them all: those of the column `label` that have a part.
  func replacing(_ part: String, with text: String) -> ConformanceCase {
    let columns = table.columns.map { column in
      guard column.description.name == "label", case .string(let texts) = column.values else { return column }
      let description = column.description
      return FeatureTable.Column(
        description: description, values: .string(texts.map { $0.map { $0.contains(part) ? text : $0 } }))
    }
    return ConformanceCase(name: name, table: FeatureTable(columns: columns))
  }

  /// The same without a column.
  func without(_ column: String) -> ConformanceCase {
    ConformanceCase(
      name: name, table: FeatureTable(columns: table.columns.filter { $0.description.name != column }))
  }

  private init(name: String, table: FeatureTable) {
    self.name = name
    self.table = table
  }

  private static func columns(_ rows: Int, _ missing: Missing) -> [FeatureTable.Column] {
    func values<Value>(_ value: (Int) -> Value?) -> [Value?] {
      (0..<rows).map { missing.isMissing($0, of: rows) ? nil : value($0) }
    }
    func column(_ name: String, unit: String? = nil, range: ColumnRange? = nil, _ values: ColumnValues)
      -> FeatureTable.Column
    {
      let description = ColumnDescription(
        name: name, type: values.type, unit: unit, description: "Größe \"\(name)\", ±1 %.",
        formula: unit.map { "a × b in \($0)" }, source: unit == nil ? nil : "Müller & Søn (1999)", range: range)
      return FeatureTable.Column(description: description, values: values)
    }
    let texts = ["hit", "miss", "", "Zürich", "日本語", "🏏 a,\"b\"\nc", "a\u{0}b", "e\u{301}"]
    return [
      column("flag", .boolean(values { mixed($0, 1) % 3 == 0 })),
      column("count", range: .atLeast(0), .int32(values { Int32(truncatingIfNeeded: extreme($0, 2)) })),
      column("wide", .int64(values { extreme($0, 3) })),
      column("narrow", unit: "g", range: .between(-16, 16), .float32(values { single($0) })),
      column("double", unit: "s", .float64(values { double($0) })),
      column("zero", unit: "1", .float64(values { $0 % 2 == 0 ? 0.0 : -0.0 })),
      // A writer's own check, as the type allows it: no number is a missing one.
      column("not_a_number", unit: "rad/s", .float64(values { $0 % 3 == 0 ? .nan : Double($0) })),
      column("label", range: .oneOf(texts), .string(values { texts[Int(mixed($0, 5) % UInt64(texts.count))] })),
      column("unique", .string(values { "\($0)-\(mixed($0, 6))" })),
      column("long", .string(values { String(repeating: "ü\($0 % 7)", count: $0 % 50 == 3 ? 3_000 : $0 % 4) })),
      column("instant", .timestamp(values { Timestamp(microseconds: instant($0)) })),
      column("never", .string(Array(repeating: nil, count: rows))),
    ]
  }

  /// The columns and their values for other programs: numbers as texts, which lose nothing on the way.
  func json() throws -> Data {
    let columns = try table.columns.map { column -> [String: Any] in
      let encoded = try JSONEncoder().encode(column.description)
      var members = try JSONSerialization.jsonObject(with: encoded) as? [String: Any] ?? [:]
      members["values"] = (0..<table.rowCount).map { Self.value(column.values, $0) ?? NSNull() }
      return members
    }
    return try JSONSerialization.data(withJSONObject: ["table": "swings", "columns": columns], options: [.sortedKeys])
  }

  private static func value(_ values: ColumnValues, _ row: Int) -> Any? {
    switch values {
    case .boolean(let values): values[row]
    case .float64(let values): values[row].flatMap { $0.isNaN ? nil : $0.description }
    case .timestamp(let values): values[row].map { "\($0.microseconds)" }
    default: values.text(at: row)
    }
  }
}

/// The same scattered numbers on every machine, by the finaliser of SplitMix64 (Steele, Lea and Flood, 2014).
private func mixed(_ row: Int, _ column: UInt64) -> UInt64 {
  var z = UInt64(truncatingIfNeeded: row) &* 0x9E37_79B9_7F4A_7C15 &+ column
  z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
  z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
  return z ^ (z >> 31)
}

private func extreme(_ row: Int, _ column: UInt64) -> Int64 {
  switch row % 11 {
  case 0: .max
  case 4: .min
  case 7: Int64(Int32.max)
  case 8: Int64(Int32.min)
  case 9: 9_007_199_254_740_993
  default: Int64(bitPattern: mixed(row, column)) >> (row % 60)
  }
}

private func single(_ row: Int) -> Float {
  switch row % 9 {
  case 0: .greatestFiniteMagnitude
  case 3: .leastNonzeroMagnitude
  case 5: -.greatestFiniteMagnitude
  case 6: -0.0
  default: Float(Int64(bitPattern: mixed(row, 4)) >> 40) / 1024
  }
}

private func double(_ row: Int) -> Double {
  switch row % 13 {
  case 0: .greatestFiniteMagnitude
  case 4: .leastNonzeroMagnitude
  case 5: -.greatestFiniteMagnitude
  case 6: 59_692.792_412_3
  default: Double(Int64(bitPattern: mixed(row, 7)) >> 20) / 4096
  }
}

/// From 1677 to 2262, which is as far as nanoseconds reach, and that is what some readers keep.
private func instant(_ row: Int) -> Int64 {
  switch row % 5 {
  case 0: 0
  case 1: -1
  case 2: 1_795_253_400_123_456
  default: Int64(bitPattern: mixed(row, 8)) >> 11
  }
}
