import SPBasics

/// Tables as comma-separated values (RFC 4180): a header line, UTF-8, lines that end in LF.
///
/// A missing value is an empty field; an empty text is `""`. Fields with a comma, a quote or a line break are quoted.
package enum CSV {
  /// The header line and one line per row.
  package static func encode(_ table: FeatureTable) -> [UInt8] { header(table.schema) + lines(table) }

  /// The header line.
  static func header(_ schema: [ColumnDescription]) -> [UInt8] {
    var bytes: [UInt8] = []
    append(schema.map { field($0.name) }, to: &bytes)
    return bytes
  }

  /// One line per row.
  static func lines(_ table: FeatureTable) -> [UInt8] {
    var bytes: [UInt8] = []
    for row in 0..<table.rowCount {
      append(table.columns.map { $0.values.text(at: row).map(field) ?? "" }, to: &bytes)
    }
    return bytes
  }

  /// Some columns of a table that was read, one line per row, after a header if wanted.
  /// - Throws: `MissingColumn`.
  package static func encode(_ table: StoredTable, columns: [String], withHeader: Bool = true) throws -> [UInt8] {
    let values = try columns.map(table.values)
    var bytes: [UInt8] = []
    if withHeader { append(columns.map(field), to: &bytes) }
    for row in 0..<table.rowCount { append(values.map { $0.text(at: row).map(field) ?? "" }, to: &bytes) }
    return bytes
  }

  private static func append(_ fields: [String], to bytes: inout [UInt8]) {
    bytes.append(contentsOf: fields.joined(separator: ",").utf8)
    bytes.append(UInt8(ascii: "\n"))
  }

  private static func field(_ text: String) -> String {
    let needsQuotes = text.isEmpty || text.unicodeScalars.contains { [",", "\"", "\n", "\r"].contains($0) }
    guard needsQuotes else { return text }
    // By scalars: a quote followed by a combining mark is a Character that does not equal a quote.
    var quoted = "\"".unicodeScalars
    for scalar in text.unicodeScalars {
      if scalar == "\"" { quoted.append(scalar) }
      quoted.append(scalar)
    }
    quoted.append("\"")
    return String(quoted)
  }
}

extension CSV {
  /// Reads comma-separated values (RFC 4180) with a header line.
  ///
  /// As `encode(_:)` writes them, an empty field is a missing value and `""` an empty text. Fields keep all of their
  /// spaces. Lines may end in LF or CR LF. A byte order mark is skipped, and so are empty lines in tables of several
  /// columns. SwiftCSV is not used: it reads empty texts as missing, accepts short rows, drops spaces, ignores
  /// open quotes, and names no line in its errors.
  ///
  /// - Parameters:
  ///   - bytes: the file's content.
  ///   - path: the name in errors.
  ///   - columns: the columns to keep; nil for all.
  /// - Throws: ``TableError`` with the line. Errors in rows are another number of fields than in the header, a line
  ///   that ends in CR alone, and text that is not UTF-8. A quote that is not closed, or is closed before the end of
  ///   its field, is an error, too. Errors in the header are missing names, a name that two columns have, and signs
  ///   other than commas between the names.
  package static func decode(_ bytes: [UInt8], path: String, columns: Set<String>? = nil) throws -> StoredTable {
    var rows = CSVRows(path: path, columns: columns, limit: nil)
    _ = try rows.take(bytes, isLast: true)
    return rows.table
  }

  /// Reads the first rows of a file, and no more blocks of it than needed.
  /// - Parameters:
  ///   - path: the file.
  ///   - columns: the columns to keep; nil for all.
  ///   - rows: how many rows; nil for all.
  /// - Throws: `FileError`, or ``TableError`` as `decode(_:path:columns:)` does.
  static func read(_ path: String, columns: Set<String>?, rows: Int?) throws -> StoredTable {
    var found = CSVRows(path: path, columns: columns, limit: rows)
    var isMoreWanted = true
    try WholeFile.read(path) { block in
      isMoreWanted = try found.take(block, isLast: false)
      return isMoreWanted
    }
    if isMoreWanted { _ = try found.take([], isLast: true) }
    return found.table
  }
}

/// The rows of a file, gathered block by block.
private struct CSVRows {
  private let path: String
  private let wanted: Set<String>?
  private let limit: Int
  private var reader: CSVReader
  private var names: [String]?
  private var kept: [Bool] = []
  private var values: [[String?]] = []
  private var lines: [Int] = []
  private var hasMore = false

  init(path: String, columns: Set<String>?, limit: Int?) {
    self.path = path
    wanted = columns
    self.limit = limit ?? .max
    reader = CSVReader(path: path)
  }

  /// Takes the next bytes of the file.
  /// - Returns: whether more bytes are wanted.
  /// - Throws: ``TableError``.
  mutating func take(_ block: [UInt8], isLast: Bool) throws -> Bool {
    reader.append(block, isLast: isLast)
    if names == nil {
      guard let header = try reader.next(keeping: nil) else {
        if isLast { throw TableError(path: path, "is empty; expected a line with the names of the columns") }
        return true
      }
      try take(header)
    }
    while lines.count < limit, let row = try reader.next(keeping: kept) {
      lines.append(row.line)
      for column in kept.indices where kept[column] { values[column].append(row.fields[column]) }
    }
    // Rows that are not wanted are not searched for faults.
    hasMore = lines.count >= limit && reader.hasRow(of: kept.count)
    return !hasMore
  }

  private mutating func take(_ header: CSVReader.Row) throws(TableError) {
    let found = header.fields.map { $0 ?? "" }
    for (sign, name) in [(";", "semicolons"), ("\t", "tabs")] where found.count == 1 && found[0].contains(sign) {
      throw TableError(path: path, line: header.line, "has \(name) between its names; expected commas")
    }
    var seen: Set<String> = []
    if let twice = found.first(where: { !seen.insert($0).inserted }) {
      throw TableError(path: path, line: header.line, column: twice, "appears twice; expected names that differ")
    }
    names = found
    kept = found.map { wanted?.contains($0) ?? true }
    values = [[String?]](repeating: [], count: found.count)
  }

  /// The rows so far.
  var table: StoredTable {
    let names = names ?? []
    let found = names.indices.filter { kept[$0] }.map { (names[$0], ColumnValues.string(values[$0])) }
    return StoredTable(
      path: path, columnNames: names, columns: Dictionary(uniqueKeysWithValues: found), rowCount: lines.count,
      lines: lines, totalRowCount: hasMore ? nil : lines.count)
  }
}
