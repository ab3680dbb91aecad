import Files

extension CSV {
  /// Reads the first rows of a file, and no more blocks of it than needed.
  /// - Parameters:
  ///   - path: the file.
  ///   - columns: the columns to keep; nil for all.
  ///   - rows: how many rows; nil for all.
  /// - Throws: `FileError`, or ``TableError`` as ``decode(_:path:columns:isWhole:)`` does.
  static func read(_ path: String, columns: Set<String>?, rows: Int?) throws -> StoredTable {
    guard let rows else { return try decode(WholeFile.read(path), path: path, columns: columns) }
    // The header, the wanted rows, and one more, which shows whether there are more.
    let wanted = min(max(0, rows), .max - 2) + 2
    var records = CSVRecords()
    var bytes: [UInt8] = []
    var start = 0
    var end: Int?
    try WholeFile.read(path) { block in
      let (found, last) = records.scan(block, upTo: wanted)
      start = last.map { bytes.count + $0 } ?? start
      bytes += block
      end = found
      return found == nil
    }
    let hasMore = end != nil || records.hasPart(wanted)
    return try decode(hasMore ? Array(bytes[..<start]) : bytes, path: path, columns: columns, isWhole: !hasMore)
  }

  /// Counts the rows of a file, without keeping or decoding its fields.
  /// - Throws: `FileError`.
  static func rowCount(_ path: String) throws -> Int {
    var records = CSVRecords()
    try WholeFile.read(path) { block in
      _ = records.scan(block, upTo: .max)
      return true
    }
    return max(0, records.count + (records.isWithinRecord ? 1 : 0) - 1)
  }
}

/// Finds the ends of records of comma-separated values, the header among them, without decoding their fields.
struct CSVRecords {
  private enum Place {
    case fieldStart
    case unquoted
    case quoted
    /// After a quote in a quoted field: its end, or the first of two quotes that represent one.
    case quote
  }

  /// The number of records that have ended.
  private(set) var count = 0
  private var place = Place.fieldStart
  private var isEmpty = true
  private var hasSeveralColumns = false

  /// Whether a record has begun and not ended.
  var isWithinRecord: Bool { !isEmpty }

  /// Whether exactly this many records have begun, and the last of them lacks its line end.
  func hasPart(_ wanted: Int) -> Bool { isWithinRecord && count == wanted - 1 }

  /// Scans the next bytes, up to the end of a record.
  /// - Parameter limit: the number of that record, from 1.
  /// - Returns: the index after that record, and the index after the record before it; nil for one that does not end in
  ///   these bytes.
  mutating func scan(_ bytes: [UInt8], upTo limit: Int) -> (end: Int?, before: Int?) {
    var before: Int?
    for (index, byte) in bytes.enumerated() {
      guard take(byte) else { continue }
      if count == limit - 1 { before = index + 1 }
      if count == limit { return (index + 1, before) }
    }
    return (nil, before)
  }

  /// Whether a byte ends a record.
  private mutating func take(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\n") where place != .quoted:
      defer {
        place = .fieldStart
        isEmpty = true
      }
      // The reader skips empty lines in tables of several columns.
      guard !isEmpty || count == 0 || !hasSeveralColumns else { return false }
      count += 1
      return true
    case UInt8(ascii: "\r") where isEmpty: return false
    case UInt8(ascii: "\""):
      place =
        switch place {
        case .fieldStart, .quote: .quoted
        case .quoted: .quote
        case .unquoted: .unquoted
        }
    case UInt8(ascii: ",") where place != .quoted:
      if count == 0 { hasSeveralColumns = true }
      place = .fieldStart
    // The bytes of a byte order mark.
    case _ where count == 0 && place == .fieldStart && [0xEF, 0xBB, 0xBF].contains(byte): break
    default: if place != .quoted { place = .unquoted }
    }
    isEmpty = false
    return false
  }
}
