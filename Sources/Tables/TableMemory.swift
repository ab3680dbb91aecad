import FoundationEssentials
import Glibc
import SPBasics

/// The memory that tables may take. Larger tables are an error before any memory is allocated: an allocation that fails
/// ends the process, and a few bytes of a file can claim any number of rows.
struct TableMemory {
  /// The most bytes of values.
  let byteCount: UInt64

  /// The bytes of values that a file of any size may have.
  static let freeByteCount: UInt64 = 1 << 30
  /// The bytes of values that a larger file may have for each of its bytes: the largest ratio of gzip.
  static let expansion: UInt64 = 1032

  /// The same memory, but limited by the size of a file, in bytes: a few compressed bytes can represent any number of
  /// equal rows.
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

  /// Throws an error if the values do not fit twice: they are in memory twice while their parts are joined.
  /// - Parameters:
  ///   - rows: the number of rows to read.
  ///   - types: the types of the columns to read.
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
        + "ask for fewer columns or rows, or write the file again if it should not have so many")
  }
}

extension ColumnType {
  /// The bytes of an optional value in memory; for a text without its content.
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
