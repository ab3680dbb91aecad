import SPBasics

/// The bytes of a file, with random access.
struct ParquetSource: Sendable {
  private let file: InputFile?
  private let bytes: [UInt8]

  /// Opens a file; a file without random access, such as a pipe, is read whole.
  init(_ path: String) throws {
    let file = try InputFile(path)
    self.file = file.isRegular ? file : nil
    bytes = file.isRegular ? [] : try WholeFile.read(path)
  }

  init(_ bytes: [UInt8]) {
    file = nil
    self.bytes = bytes
  }

  /// The size in bytes.
  var size: Int { file?.size ?? bytes.count }

  /// Reads a range, which must lie within the file.
  func read(_ range: Range<Int>) throws -> [UInt8] {
    guard let file else { return Array(bytes[range]) }
    let found = try file.read(range)
    guard found.count == range.count else { throw ParquetFault("became shorter while it was read; read it again") }
    return found
  }

  /// The range of the footer, from the file's last eight bytes.
  func footer() throws -> Range<Int> {
    let magic = ParquetFormat.magic
    let expected = "expected a file that begins and ends with PAR1"
    guard size >= magic.count, try read(0..<magic.count) == magic else {
      let isEncrypted = try size >= magic.count && read(0..<magic.count) == Array("PARE".utf8)
      throw ParquetFault(
        isEncrypted ? "is encrypted; expected a table that is not" : "is not a Parquet table; \(expected)")
    }
    let unfinished = ParquetFault("is cut off, or not yet written to its end; \(expected)")
    guard size >= 2 * magic.count + 4 else { throw unfinished }
    let tail = try read(size - 8..<size)
    guard Array(tail[4...]) == magic else {
      let isEncrypted = Array(tail[4...]) == Array("PARE".utf8)
      throw isEncrypted ? ParquetFault("is encrypted; expected a table that is not") : unfinished
    }
    let length = tail[..<4].reversed().reduce(0) { $0 << 8 | Int($1) }
    guard length <= size - 2 * magic.count - 4 else { throw ParquetFault.damaged("its footer is larger than the file") }
    return size - 8 - length..<size - 8
  }
}

/// A fault of a Parquet file, before the file and column are known.
struct ParquetFault: Error {
  /// The column concerned, if any.
  var column: String?
  /// The row concerned, from 0, if any.
  var row: Int?
  /// The fault and the expected content.
  var message: String

  init(_ message: String, column: String? = nil, row: Int? = nil) {
    self.message = message
    self.column = column
    self.row = row
  }

  /// The fault of a file that no writer would write.
  static func damaged(_ detail: String) -> Self {
    ParquetFault("is damaged: \(detail); write it again, or copy it again from its source")
  }
}
