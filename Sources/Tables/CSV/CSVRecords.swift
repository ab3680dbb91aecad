import Files

extension CSV {
  /// Reads the first rows of a file, and no more of it than they take.
  /// - Parameters:
  ///   - path: the file.
  ///   - columns: the columns to keep; nil for all.
  ///   - rows: how many rows; nil for all.
  /// - Throws: `FileError`, or ``TableError`` as ``decode(_:path:columns:isWhole:)`` does.
  static func read(_ path: String, columns: Set<String>?, rows: Int?) throws -> StoredTable {
    guard let rows else { return try decode(WholeFile.read(path), path: path, columns: columns) }
    // The header, and one more than is wanted, which tells whether there is more.
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

  /// Counts the rows of a file without keeping it, or reading what its fields hold.
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

/// Finds where the records of comma-separated values end, the header's among them, without looking into them.
struct CSVRecords {
  private enum Place {
    case fieldStart
    case unquoted
    case quoted
    /// After a quote in a quoted field: its end, or the first of two quotes that represent one.
    case quote
  }

  /// Records that have come to their end.
  private(set) var count = 0
  private var place = Place.fieldStart
  private var isEmpty = true
  private var hasSeveralColumns = false

  /// Whether a record has begun and not ended.
  var isWithinRecord: Bool { !isEmpty }

  /// Whether the last of so many records lacks nothing but its line end.
  func hasPart(_ wanted: Int) -> Bool { isWithinRecord && count == wanted - 1 }

  /// Goes through the next bytes, up to the end of a record.
  /// - Parameter limit: the number of that record.
  /// - Returns: the index after that record, if it ends here; and after the one before it, likewise.
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
      // The reader passes empty lines over where a row has several fields.
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
