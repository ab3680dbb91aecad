import SPBasics

/// The rows of comma-separated values, one after another, from bytes that come in blocks.
struct CSVReader {
  struct Row {
    /// The line in which the row begins, from 1.
    var line: Int
    /// The fields of the row; nil for an empty field and for a field that is not kept.
    var fields: [String?]
  }

  private static let comma = UInt8(ascii: ",")
  private static let quote = UInt8(ascii: "\"")
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  private let path: String
  private var bytes: [UInt8] = []
  private var isLast = false
  private var position = 0
  private var line = 1
  /// The number of bytes that are needed before the next row is tried again: twice as many as did not contain the whole
  /// row. So the time for a row of many blocks grows only with the length of the row.
  private var needed = 0

  init(path: String) { self.path = path }

  /// Appends the next bytes.
  /// - Parameter isLast: whether these are the last bytes of the file.
  mutating func append(_ block: [UInt8], isLast: Bool) {
    bytes = position == bytes.count ? block : bytes[position...] + block
    position = 0
    self.isLast = isLast
  }

  /// The next row; nil at the end, and for a row that may continue in the next bytes.
  ///
  /// - Parameter kept: for each expected field, whether to keep it; nil for the header, which is kept whole.
  mutating func next(keeping kept: [Bool]?) throws -> Row? {
    guard isLast || bytes.count - position >= needed else { return nil }
    let start = (position, line)
    let row = Result { try self.row(keeping: kept) }
    // The meaning of a quote or a CR depends on the next byte.
    if isLast || position + 1 < bytes.count {
      needed = 0
      return try row.get()
    }
    (position, line) = start
    needed = 2 * (bytes.count - position)
    return nil
  }

  /// Whether a row begins in the bytes so far.
  /// - Parameter fieldCount: the number of columns.
  mutating func hasRow(of fieldCount: Int) -> Bool {
    // In a table of several columns, an empty line is not a row.
    if fieldCount > 1 { while position < bytes.count, skipLineEnd() {} }
    return position < bytes.count
  }

  private mutating func row(keeping kept: [Bool]?) throws -> Row? {
    if kept == nil, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    guard hasRow(of: kept?.count ?? 1) else { return nil }
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
      throw error(
        bytes[position] == Self.carriageReturn
          ? "has a CR without an LF; expected lines that end in LF or CR LF"
          : "has text after a quoted field; expected a comma or the end of the line")
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
    while position < bytes.count, bytes[position] != Self.comma, bytes[position] != Self.lineFeed,
      bytes[position] != Self.carriageReturn
    {
      position += 1
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
