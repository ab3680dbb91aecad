import SPBasics
import SPSignals

/// Reads a text table from its first line of data to its end, block by block. It reads several blocks at once if there
/// are spare workers.
struct TableReader: Sendable {
  let file: TextFile
  let parser: RowParser
  /// Where the first line of data begins, in bytes.
  let start: Int

  /// The bytes of a block, large enough that the overhead per block is negligible.
  private static let blockLength = 1 << 21

  /// Reads all rows.
  ///
  /// - Parameters:
  ///   - advanced: Called with the fraction of the file read.
  ///   - faulty: Takes the first few lines of a block that could not be read and are left out, and the count of all
  ///     such lines.
  ///   - body: Takes the rows of all streams, in the table's order.
  /// - Throws: `ImportError` for the first line that cannot be read, if lines may not be left out, the errors of
  ///   reading and of `body`, and `CancellationError`.
  func forEachBlock(
    advanced: (Double) -> Void, faulty: ([LineFault], Int) throws -> Void, body: ([StreamRows]) throws -> Void
  ) throws {
    var line = parser.plan.firstLine
    let (file, parser, start) = (file, parser, start)
    try InOrder.forEach(blocksOf: Self.blockLength, in: start..<max(start, file.size)) { range in
      try file.withLines(beginningIn: range, tableStart: start) { parser.parse($0, endsFile: $1) }
    } body: { range, block in
      let faults = block.faults.map { LineFault(line: line + $0.line, message: $0.message) }
      if let first = faults.first, !parser.skipsBroken {
        throw ImportError(path: file.name, line: first.line, first.message)
      }
      if !faults.isEmpty { try faulty(faults, block.faultCount) }
      try body(block.streams)
      line += block.lineCount
      advanced(Double(range.upperBound) / Double(max(1, file.size)))
    }
  }
}
