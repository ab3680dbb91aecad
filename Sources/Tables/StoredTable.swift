import FoundationEssentials
import SPBasics

/// A table that was read from a file: its columns by name, with the place of each row for messages.
///
/// Formats differ in the types that they store; ``doubles(_:)`` and ``strings(_:)`` hide these differences. All columns
/// that were read have `rowCount` values, any of which may be missing.
public struct StoredTable: Sendable {
  /// The file.
  public let path: String
  /// Names of all columns of the file, in order, whether they were read or not.
  public let columnNames: [String]
  /// Number of rows that were read.
  public let rowCount: Int
  /// Number of rows in the file; nil if only its first rows were read and the format does not store the number.
  public let totalRowCount: Int?
  /// The descriptions of some of the columns, if the format has them.
  public private(set) var descriptions: [ColumnDescription]
  /// How the file is laid out, if its format has such information.
  public let storage: [StorageFact]
  /// The contents of the columns that cannot be read, by the names of the columns.
  let unreadable: [String: String]

  private(set) var columns: [String: ColumnValues]
  /// The line of each row; nil for formats without lines.
  private let lines: [Int]?

  init(
    path: String, columnNames: [String], columns: [String: ColumnValues], rowCount: Int, lines: [Int]?,
    totalRowCount: Int? = nil, descriptions: [ColumnDescription] = [], storage: [StorageFact] = [],
    unreadable: [String: String] = [:]
  ) {
    self.path = path
    self.totalRowCount = totalRowCount
    self.descriptions = descriptions
    self.storage = storage
    self.unreadable = unreadable
    self.columnNames = columnNames
    self.columns = columns
    self.rowCount = rowCount
    self.lines = lines
  }

  /// A table in memory, as it would be read from a file.
  package init(_ table: FeatureTable, path: String) {
    self.init(
      path: path, columnNames: table.schema.map(\.name),
      columns: Dictionary(
        table.columns.map { ($0.description.name, $0.values) }, uniquingKeysWith: { first, _ in first }),
      rowCount: table.rowCount, lines: nil, totalRowCount: table.rowCount, descriptions: table.schema)
  }

  /// Whether the file has the column.
  package func hasColumn(_ name: String) -> Bool { columnNames.contains(name) }

  /// Whether the column was read, so that its values are available.
  package func isRead(_ name: String) -> Bool { columns[name] != nil }

  /// The values of a column as text; nil for each missing value.
  /// - Throws: `MissingColumn`.
  public func strings(_ name: String) throws -> [String?] {
    let values = try values(name)
    if case .string(let texts) = values { return texts }
    return (0..<rowCount).map { values.text(at: $0) }
  }

  /// The values of a column as numbers; nil for each missing value. Instants are in seconds since 1970-01-01T00:00:00Z,
  /// and truth values are 1 and 0. The text `nan`, which some programs write for a missing value, is a missing value.
  /// - Throws: `MissingColumn`, or ``TableError`` with the first text that is not a finite number.
  public func doubles(_ name: String) throws -> [Double?] {
    switch try values(name) {
    case .float64(let numbers): return numbers
    case .float32(let numbers): return numbers.map { $0.map(Double.init) }
    case .int64(let numbers): return numbers.map { $0.map(Double.init) }
    case .int32(let numbers): return numbers.map { $0.map(Double.init) }
    case .timestamp(let instants): return instants.map { $0.map { Double($0.microseconds) / 1e6 } }
    case .boolean(let flags): return flags.map { $0.map { $0 ? 1 : 0 } }
    case .string(let texts):
      return try texts.enumerated().map { row, text in
        guard let text else { return nil }
        guard let number = Double(text), !number.isInfinite else {
          throw error(row: row, column: name, "found \"\(text)\"; expected a number, or nothing for a missing one")
        }
        return number.isNaN ? nil : number
      }
    }
  }

  /// An error about a row's value, with its place in the file.
  public func error(row: Int, column: String, _ message: String) -> TableError {
    TableError(path: path, line: lines?[row] ?? row + 1, column: column, message)
  }

  /// The values of a column as they were read; nil for each missing value.
  /// - Throws: `MissingColumn`.
  public func values(_ name: String) throws -> ColumnValues {
    guard let values = columns[name] else { throw MissingColumn(path: path, column: name, present: columnNames) }
    return values
  }
}

/// A fact about how a file stores a table, such as its number of row groups, for display.
public struct StorageFact: Hashable, Sendable, Codable {
  /// The subject of the fact, such as `row groups`.
  public var name: String
  /// The fact, as `3`.
  public var value: String

  /// Makes a fact.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// Reading tables, whatever their format.
public enum TableFile {
  /// Extensions of the files that are read, without dot.
  package static let extensions = Set(TableFormat.allCases.map(\.fileExtension))

  /// Whether two files have the same bytes.
  /// - Throws: `FileError` for a file that cannot be read.
  package static func isSame(_ path: String, as other: String) throws -> Bool {
    try WholeFile.read(path) == WholeFile.read(other)
  }

  /// Reads a table in the format that the file's extension names.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - columns: The columns to keep, which saves memory for wide tables. Nil for all.
  ///   - rows: How many of the first rows to read. Nil for all.
  /// - Throws: `FileError` for a file that cannot be read, ``TableError`` for a file without a table in this format.
  public static func read(_ url: URL, columns: Set<String>? = nil, rows: Int? = nil) throws -> StoredTable {
    try read(url.filePath, columns: columns, rows: rows)
  }

  /// Reads the table at a path, as the public call does.
  package static func read(_ path: String, columns: Set<String>? = nil, rows: Int? = nil) throws -> StoredTable {
    switch TableFormat(path: path) {
    case .parquet: return try ParquetFile(path).stored(columns, rows: rows)
    case .hdf5: return try HDF5TableReader(path).stored(columns, rows: rows)
    case .csv: return try CSV.read(path, columns: columns, rows: rows)
    case nil:
      let known = extensions.sorted().map { ".\($0)" }.joined(separator: ", ")
      throw TableError(path: path, "is not a table by its name; expected a name that ends in \(known)")
    }
  }
}

// MARK: Types of columns

extension StoredTable {
  /// The table with the types of its columns as written, or inferred if the format does not keep types.
  ///
  /// A column with a description gets the type in the description. Any other column gets the narrowest of truth values,
  /// whole numbers and numbers that fits all of its texts; a column with any other text stays text. Times stay text, as
  /// they are written alike in every format. So do numbers with leading zeros, which are names, and whole numbers
  /// beyond 64 bits, which would be rounded.
  /// - Parameter descriptions: descriptions of some of the columns. Descriptions in the file take precedence,
  ///   unless they consist of a name, a type and a unit alone.
  package func typed(by descriptions: [ColumnDescription] = []) -> StoredTable {
    var table = self
    let unknown = Set(columnNames).subtracting(self.descriptions.map(\.name))
    table.descriptions = self.descriptions.described(by: descriptions)
    table.descriptions += descriptions.filter { unknown.contains($0.name) }
    let types = Dictionary(table.descriptions.map { ($0.name, $0.type) }) { first, _ in first }
    for (name, values) in columns {
      guard case .string(let texts) = values else { continue }
      table.columns[name] =
        types[name].map { ColumnValues(texts, type: $0) ?? values } ?? ColumnValues(inferredFrom: texts)
    }
    return table
  }
}

extension [ColumnDescription] {
  /// The same columns. Columns without texts get the texts of other descriptions with the same name, type and unit.
  func described(by others: [ColumnDescription]) -> Self {
    guard !others.isEmpty, contains(where: { $0 == $0.withoutTexts }) else { return self }
    let known = Dictionary(others.map { ($0.withoutTexts, $0) }) { first, _ in first }
    return map { known[$0] ?? $0 }
  }
}

extension ColumnValues {
  /// Reads texts as values of a type; nil if any text is not such a value. Times stay text.
  fileprivate init?(_ texts: [String?], type: ColumnType) {
    switch type {
    case .boolean: self.init(texts, Self.boolean) { $0 == "true" ? true : $0 == "false" ? false : nil }
    case .int32: self.init(numbers: texts, Self.int32) { Int32($0) }
    case .int64: self.init(numbers: texts, Self.int64) { Int64($0) }
    case .float32:
      self.init(numbers: texts, Self.float32) { $0.isDecimal ? Float($0).flatMap { $0.isFinite ? $0 : nil } : nil }
    case .float64:
      self.init(numbers: texts, Self.float64) { $0.isDecimal ? Double($0).flatMap { $0.isFinite ? $0 : nil } : nil }
    case .string, .timestamp: self = .string(texts)
    }
  }

  /// Reads texts as values of the narrowest type that fits all of them.
  fileprivate init(inferredFrom texts: [String?]) {
    let present = texts.compactMap(\.self)
    // `nan` alone is a text: it may be a name.
    let isText = present.allSatisfy(\.isNaN) || present.contains(where: \.hasLeadingZero)
    let types: [ColumnType] =
      isText ? [] : present.contains(where: \.isLargeInteger) ? [.boolean] : [.boolean, .int64, .float64]
    self = types.lazy.compactMap { Self(texts, type: $0) }.first ?? .string(texts)
  }

  /// Reads texts as numbers; `nan` is a missing number.
  private init?<Value>(numbers texts: [String?], _ make: ([Value?]) -> Self, _ read: (String) -> Value?) {
    self.init(texts.map { $0.flatMap { $0.isNaN ? nil : $0 } }, make, read)
  }

  private init?<Value>(_ texts: [String?], _ make: ([Value?]) -> Self, _ read: (String) -> Value?) {
    var values: [Value?] = []
    values.reserveCapacity(texts.count)
    for text in texts {
      let value = text.flatMap(read)
      guard value != nil || text == nil else { return nil }
      values.append(value)
    }
    self = make(values)
  }
}

extension String {
  /// Whether the text is `nan`, which some programs write for a missing number.
  fileprivate var isNaN: Bool { lowercased() == "nan" }

  /// Whether the text has only characters of a decimal number: Swift also reads hexadecimal numbers and words.
  fileprivate var isDecimal: Bool {
    utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      && utf8.allSatisfy { "+-.0123456789eE".utf8.contains($0) }
  }

  /// Whether the text is a whole number that 64 bits cannot store.
  fileprivate var isLargeInteger: Bool {
    let digits = utf8.first.map { "+-".utf8.contains($0) } == true ? utf8.dropFirst() : utf8[...]
    return digits.count > 18 && Int64(self) == nil
      && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Whether the text begins like a number that is padded with zeros.
  fileprivate var hasLeadingZero: Bool {
    let digits = utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }.prefix(2)
    return digits.first == UInt8(ascii: "0")
      && digits.dropFirst().contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
