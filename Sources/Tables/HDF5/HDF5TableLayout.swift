import SPHDF5

/// Facts about all rows of a table, needed before the first row is written to an HDF5 file. They are the lengths of the
/// texts, and values that the columns do not contain.
struct HDF5TableLayout {
  /// The name of the table in errors.
  let path: String
  /// The columns.
  let schema: [ColumnDescription]
  /// Number of rows.
  private(set) var rowCount = 0
  private var surveys: [ColumnSurvey]

  init(_ schema: [ColumnDescription], path: String) {
    self.path = path
    self.schema = schema
    surveys = schema.map { ColumnSurvey($0.type) }
  }

  /// Takes the rows of a table into account.
  /// - Throws: ``TableError`` for a table with other columns, and for texts that cannot be stored.
  mutating func include(_ table: FeatureTable) throws(TableError) {
    try requireColumns(of: table)
    for (index, column) in table.columns.enumerated() {
      if let row = surveys[index].include(column.values) {
        throw TableError(
          path: path, line: rowCount + row + 1, column: column.description.name,
          "has a text with a NUL character, which HDF5 tables cannot hold; remove it")
      }
    }
    rowCount += table.rowCount
  }

  /// Throws an error for a table with other columns.
  func requireColumns(of table: FeatureTable) throws(TableError) {
    guard table.schema != schema else { return }
    throw TableError(path: path, "cannot take in a table whose columns differ; expected tables of one pipeline")
  }

  /// The columns, as they are stored.
  /// - Throws: ``TableError`` for columns that an HDF5 table cannot store.
  func columns() throws(TableError) -> [HDF5Column] {
    guard !schema.isEmpty else { throw TableError(path: path, "has no columns; an HDF5 table needs at least one") }
    var names: Set<String> = []
    var columns: [HDF5Column] = []
    for (description, survey) in zip(schema, surveys) {
      let name = description.name
      guard !name.isEmpty, !name.utf8.contains(0) else {
        throw TableError(path: path, column: name, "has a name that HDF5 tables cannot have; expected some letters")
      }
      guard names.insert(name).inserted else {
        throw TableError(path: path, column: name, "appears twice; expected names that differ")
      }
      guard let missing = survey.missingValue else {
        throw TableError(
          path: path, column: name,
          "holds each of the \(ColumnSurvey.candidateCount) smallest numbers; "
            + "expected one of them to be free for missing values")
      }
      columns.append(HDF5Column(description, missing: missing, roomByteCount: survey.roomByteCount(for: missing)))
    }
    return columns
  }
}

/// Facts about the values of one column.
private struct ColumnSurvey {
  /// How many of a type's least numbers are candidates for the missing value.
  static let candidateCount = 1024

  private let type: ColumnType
  private var longestByteCount = 0
  private var hasMissing = false
  /// The candidates for the missing value that the column contains: for numbers the distance from the type's least, for
  /// texts the number of tildes after `nan`.
  private var taken: Set<Int> = []

  init(_ type: ColumnType) { self.type = type }

  /// Takes values into account.
  /// - Returns: the row of a text that cannot be stored; nil if all texts can be stored.
  mutating func include(_ values: ColumnValues) -> Int? {
    switch values {
    case .boolean, .float32, .float64: break
    case .int32(let numbers): take(numbers)
    case .int64(let numbers): take(numbers)
    case .timestamp(let instants): take(instants.map { $0?.microseconds })
    case .string(let texts): return take(texts)
    }
    return nil
  }

  private mutating func take<Integer: FixedWidthInteger>(_ numbers: [Integer?]) {
    let end = Integer.min + Integer(Self.candidateCount)
    for case .some(let number) in numbers where number < end { taken.insert(Int(number - .min)) }
  }

  private mutating func take(_ texts: [String?]) -> Int? {
    for (row, text) in texts.enumerated() {
      guard let text else {
        hasMissing = true
        continue
      }
      if text.utf8.contains(0) { return row }
      longestByteCount = max(longestByteCount, text.utf8.count)
      if text.hasPrefix("nan") {
        let rest = text.utf8.dropFirst(3)
        if rest.allSatisfy({ $0 == UInt8(ascii: "~") }) { taken.insert(rest.count) }
      }
    }
    return nil
  }

  /// The first candidate that the column does not contain; nil if it contains all.
  var missingValue: HDF5MissingValue? {
    let first = (0...taken.count).first { !taken.contains($0) } ?? 0
    switch type {
    case .float32, .float64: return .nan
    case .boolean: return .integer(-1)
    case .string: return .text("nan" + String(repeating: "~", count: first))
    case .int32: return first < Self.candidateCount ? .integer(Int64(Int32.min) + Int64(first)) : nil
    case .int64, .timestamp: return first < Self.candidateCount ? .integer(Int64.min + Int64(first)) : nil
    }
  }

  /// The fixed length that holds every text of the column, in bytes.
  func roomByteCount(for missing: HDF5MissingValue) -> Int {
    max(1, longestByteCount, hasMissing ? missing.label.utf8.count : 0)
  }
}
