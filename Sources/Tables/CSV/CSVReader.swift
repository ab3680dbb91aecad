import Files

extension CSV {
  /// Reads comma-separated values (RFC 4180) with a header line.
  ///
  /// As ``encode(_:)`` writes them, an empty field is a missing value and `""` an empty text. Fields keep all of their
  /// spaces. Lines may end in LF or CR LF. A byte order mark is skipped, and so are empty lines in tables of several
  /// columns. SwiftCSV is not used: it reads empty texts as missing ones, accepts short rows, drops spaces, ignores
  /// open quotes, and names no line in its errors.
  ///
  /// - Parameters:
  ///   - bytes: the file's content.
  ///   - path: the name in errors.
  ///   - columns: the columns to keep; nil for all.
  ///   - isWhole: whether `bytes` has all rows of the file.
  /// - Throws: ``TableError`` with the line, for a row with another number of fields than the header, a quote that is
  ///   not closed or is closed before the end of its field, text that is not UTF-8, and a header that is missing or
  ///   names a column twice.
  public static func decode(
    _ bytes: [UInt8], path: String, columns: Set<String>? = nil, isWhole: Bool = true
  ) throws -> StoredTable {
    var reader = CSVReader(bytes: bytes, path: path)
    guard let header = try reader.next(keeping: nil) else {
      throw TableError(path: path, "is empty; expected a line with the names of the columns")
    }
    let names = header.fields.map { $0 ?? "" }
    var seen: Set<String> = []
    if let twice = names.first(where: { !seen.insert($0).inserted }) {
      throw TableError(path: path, line: header.line, column: twice, "appears twice; expected names that differ")
    }
    let kept = names.map { columns?.contains($0) ?? true }
    var values = [[String?]](repeating: [], count: names.count)
    var lines: [Int] = []
    while let row = try reader.next(keeping: kept) {
      lines.append(row.line)
      for column in names.indices where kept[column] { values[column].append(row.fields[column]) }
    }
    let found = names.indices.filter { kept[$0] }.map { (names[$0], ColumnValues.string(values[$0])) }
    return StoredTable(
      path: path, columnNames: names, columns: Dictionary(uniqueKeysWithValues: found), rowCount: lines.count,
      lines: lines, totalRowCount: isWhole ? lines.count : nil)
  }
}

/// The rows of comma-separated values, one after another.
private struct CSVReader {
  struct Row {
    /// The line that it begins in, from 1.
    var line: Int
    /// Its fields; nil for an empty one and for one that is not kept.
    var fields: [String?]
  }

  private static let comma = UInt8(ascii: ",")
  private static let quote = UInt8(ascii: "\"")
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  private let bytes: [UInt8]
  private let path: String
  private var position: Int
  private var line = 1

  init(bytes: [UInt8], path: String) {
    self.bytes = bytes
    self.path = path
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The next row; nil at the end.
  ///
  /// - Parameter kept: for each expected field, whether to keep it; nil for the header, which is kept whole.
  mutating func next(keeping kept: [Bool]?) throws -> Row? {
    if let kept, kept.count > 1 {
      while position < bytes.count, skipLineEnd() {}
    }
    guard position < bytes.count else { return nil }
    var row = Row(line: line, fields: [])
    var count = 0
    while true {
      let isKept = kept.map { count < $0.count && $0[count] } ?? true
      let field = try field(isKept: isKept)
      row.fields.append(field)
      count += 1
      if position < bytes.count, bytes[position] == Self.comma {
        position += 1
        continue
      }
      if position >= bytes.count || skipLineEnd() { break }
      throw error("has text after a quoted field; expected a comma or the end of the line")
    }
    if let kept, count != kept.count {
      throw TableError(
        path: path, line: row.line, "has \(counted(count, "field")); expected \(kept.count), as in the header")
    }
    return row
  }

  private mutating func skipLineEnd() -> Bool {
    let isLong = bytes[position] == Self.carriageReturn && position + 1 < bytes.count
    let end = isLong ? position + 1 : position
    guard bytes[end] == Self.lineFeed else { return false }
    position = end + 1
    line += 1
    return true
  }

  private mutating func field(isKept: Bool) throws -> String? {
    if position < bytes.count, bytes[position] == Self.quote { return try quotedField(isKept: isKept) }
    let start = position
    while position < bytes.count, bytes[position] != Self.comma, bytes[position] != Self.lineFeed { position += 1 }
    if position > start, position < bytes.count, bytes[position] == Self.lineFeed,
      bytes[position - 1] == Self.carriageReturn
    {
      position -= 1
    }
    return isKept && position > start ? try text(bytes[start..<position]) : nil
  }

  private mutating func quotedField(isKept: Bool) throws -> String? {
    let opening = line
    var content: [UInt8] = []
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == Self.quote {
        guard position < bytes.count, bytes[position] == Self.quote else {
          return isKept ? try text(content[...]) : nil
        }
        position += 1
      } else if byte == Self.lineFeed {
        line += 1
      }
      if isKept { content.append(byte) }
    }
    throw TableError(path: path, line: opening, "has a quote that is never closed")
  }

  private func text(_ field: ArraySlice<UInt8>) throws -> String {
    guard let text = String(validating: field, as: UTF8.self) else { throw error("has text that is not UTF-8") }
    return text
  }

  private func error(_ message: String) -> TableError { TableError(path: path, line: line, message) }
}
