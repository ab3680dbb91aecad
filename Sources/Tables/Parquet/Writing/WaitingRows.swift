import SPBasics

/// Rows of a row group that is not complete yet, in a file without a name.
///
/// A group is encoded a column at a time. So of 131,072 rows of 60 columns, some 70 MB, only one column has to be in
/// memory.
struct WaitingRows {
  /// Rows of one column: their levels, then the present values in the encoding `PLAIN`.
  private struct Block {
    var place: Int
    var rows: Int
    var values: Int
    var size: Int
  }

  private let file: UnnamedFile
  /// For each column its blocks, in the order of the rows.
  private var blocks: [[Block]]

  /// - Parameter folder: a folder with space for the file.
  /// - Throws: `FileError`.
  init(in folder: String, columns: Int) throws {
    file = try UnnamedFile(in: folder)
    blocks = Array(repeating: [], count: columns)
  }

  /// Moves the rows of all columns to the file.
  /// - Throws: `FileError`.
  mutating func take(from columns: inout [ColumnBuffer]) throws {
    for index in columns.indices {
      let column = columns[index]
      var bytes = column.levels
      column.values.appendPlain(0..<column.values.count, to: &bytes)
      blocks[index].append(
        Block(place: file.byteCount, rows: column.levels.count, values: column.values.count, size: bytes.count))
      try file.append(bytes)
      columns[index].removeAll()
    }
  }

  /// The rows of a column of texts that take much memory, as their levels and the texts; nil for other columns.
  /// - Throws: `FileError`.
  func texts(_ index: Int, _ description: ColumnDescription) throws -> (levels: [UInt8], texts: WaitingTexts)? {
    let size = blocks[index].reduce(0) { $0 + $1.size }
    guard description.type == .string, size > WaitingTexts.leastSize else { return nil }
    var levels: [UInt8] = []
    levels.reserveCapacity(blocks[index].reduce(0) { $0 + $1.rows })
    let texts = WaitingTexts(in: file, count: blocks[index].reduce(0) { $0 + $1.values })
    for block in blocks[index] {
      let start = block.place + block.rows
      levels += try file.read(block.place..<start, as: UInt8.self)
      texts.add(try file.read(start..<block.place + block.size), at: start, count: block.values)
    }
    return (levels, texts)
  }

  /// A column with all its rows.
  /// - Throws: `FileError`.
  func column(_ index: Int, _ description: ColumnDescription) throws -> ColumnBuffer {
    var column = ColumnBuffer(description)
    let (rows, values, size) = blocks[index].reduce((0, 0, 0)) { ($0.0 + $1.rows, $0.1 + $1.values, $0.2 + $1.size) }
    // Growing step by step would take twice the memory.
    column.reserve(rows: rows, values: values, size: size - rows)
    for block in blocks[index] {
      let bytes: [UInt8] = try file.read(block.place..<block.place + block.size)
      column.append(
        levels: Array(bytes[..<block.rows]), plain: Array(bytes[block.rows...]), count: block.values)
    }
    return column
  }
}
