import Files
import Foundation

/// How much memory tables may take, so that those that need more are refused before any of it is asked for: an
/// allocation that fails ends the process, and a few bytes of a file can claim any number of rows.
struct TableMemory {
  /// Most bytes of values.
  let byteCount: UInt64

  /// Bytes of values that a file of any size may have.
  static let freeByteCount: UInt64 = 1 << 30
  /// The allowed number of bytes of values per further byte of a file: the most that gzip makes of one.
  static let expansion: UInt64 = 1032

  /// The same, but limited for the size of the file: compressed, a few bytes can represent any number of equal rows.
  func limited(toFileOf byteCount: Int) -> TableMemory {
    let (most, overflow) = UInt64(byteCount).multipliedReportingOverflow(by: Self.expansion)
    return TableMemory(byteCount: min(self.byteCount, overflow ? .max : max(Self.freeByteCount, most)))
  }

  /// The memory that this process can use: the machine's, or less if the system sets a limit, as batch systems do.
  static var available: TableMemory {
    var limit = rlimit()
    let isLimited = getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0
    let physical = ProcessInfo.processInfo.physicalMemory
    return TableMemory(byteCount: isLimited ? min(physical, UInt64(limit.rlim_cur)) : physical)
  }

  /// Refuses a table whose values do not fit twice, which is how often they are there while their parts are joined.
  /// - Parameters:
  ///   - rows: how many rows are wanted.
  ///   - types: the types of the columns that are wanted.
  ///   - path: the file.
  /// - Throws: ``TableError`` with the required memory.
  func require(rows: Int, of types: [ColumnType], path: String) throws(TableError) {
    let rowByteCount = 2 * types.reduce(0) { $0 + $1.valueByteCount }
    let (needed, overflow) = rows.multipliedReportingOverflow(by: rowByteCount)
    guard overflow || UInt64(needed) > byteCount else { return }
    let size = overflow ? "more bytes of memory than can be counted" : "\(needed) bytes of memory"
    throw TableError(
      path: path,
      "needs \(size) for \(counted(rows, "row")) of \(counted(types.count, "column")), of at most \(byteCount) here; "
        + "ask for fewer columns or rows, or make the file anew if it should not have as many")
  }
}

extension ColumnType {
  /// The bytes of a value in memory, which may be missing; of a text without what it holds.
  var valueByteCount: Int {
    switch self {
    case .boolean: MemoryLayout<Bool?>.stride
    case .int32: MemoryLayout<Int32?>.stride
    case .int64: MemoryLayout<Int64?>.stride
    case .float32: MemoryLayout<Float?>.stride
    case .float64: MemoryLayout<Double?>.stride
    case .string: MemoryLayout<String?>.stride
    case .timestamp: MemoryLayout<Timestamp?>.stride
    }
  }
}
