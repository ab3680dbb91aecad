import SPHDF5

/// Reads rows of a stored table: the values of all its columns, row by row.
struct TableRows<Element: HDF5Element>: Sendable {
  /// Reads the rows of one dataset.
  private enum Reader: Sendable {
    case rows(RowReader<Element>)
    case array(Dataset, [TableDimension], shape: [Int])
    case fields(Dataset, [String])
  }

  /// The table.
  let table: StoredTable
  /// The number of columns of a row.
  let width: Int
  /// Rows of a chunk; nil if a dataset is stored in one piece. Reads of whole chunks decode each chunk once.
  let chunkRows: Int?

  private let readers: [Reader]

  /// The number of rows.
  var rowCount: Int { table.rowCount }

  /// Makes a reader.
  /// - Throws: `HDF5Error`.
  init(_ table: StoredTable) throws {
    self.table = table
    width = table.width
    readers = try table.parts.map { part in
      switch part.form {
      case .rows: .rows(try RowReader(part.dataset))
      case .array(let dimensions): .array(part.dataset, dimensions, shape: try part.dataset.shape)
      case .fields(let names): .fields(part.dataset, names)
      }
    }
    chunkRows = table.parts.compactMap { part in
      guard let chunk = part.dataset.chunkShape else { return nil }
      guard case .array(let dimensions) = part.form, let row = dimensions.firstIndex(of: .rows) else { return chunk[0] }
      return chunk[row]
    }.max()
  }

  /// Reads consecutive rows.
  /// - Throws: `HDF5Error`.
  func rows(_ range: Range<Int>) throws -> [Element] {
    if readers.count == 1 { return try Self.rows(range, of: readers[0]) }
    var values = [Element](repeating: .zero, count: range.count * width)
    var first = 0
    for (reader, part) in zip(readers, table.parts) {
      let columns = try Self.rows(range, of: reader)
      for row in 0..<range.count {
        for column in 0..<part.width { values[row * width + first + column] = columns[row * part.width + column] }
      }
      first += part.width
    }
    return values
  }

  /// Reads rows of one column into memory of the caller.
  /// - Throws: `HDF5Error`.
  func read(column: Int, _ range: Range<Int>, into values: inout MutableSpan<Element>) throws {
    if width == 1, case .rows(let reader) = readers[0] { return try reader.read(range, into: &values) }
    let rows = try rows(range)
    for row in 0..<range.count { values[row] = rows[row * width + column] }
  }

  private static func rows(_ range: Range<Int>, of reader: Reader) throws -> [Element] {
    switch reader {
    case .rows(let reader): return try reader.rows(range)
    case .fields(let dataset, let names): return try dataset.read(rows: range, fields: names, as: Element.self)
    case .array(let dataset, let dimensions, let shape):
      return try array(range, of: dataset, dimensions, shape)
    }
  }

  private static func array(
    _ range: Range<Int>, of dataset: Dataset, _ dimensions: [TableDimension], _ shape: [Int]
  ) throws -> [Element] {
    var block = Hyperslab(all: shape)
    var (row, column) = (0, shape.count)
    for (place, dimension) in dimensions.enumerated() {
      switch dimension {
      case .rows: (row, block.offset[place], block.count[place]) = (place, range.lowerBound, range.count)
      case .columns: column = place
      case .index(let index): (block.offset[place], block.count[place]) = (index, 1)
      }
    }
    let values = try dataset.read(block, as: Element.self)
    let width = column < shape.count ? shape[column] : 1
    guard column < row, width > 1 else { return values }
    // The file stores columns one after another.
    return [Element](unsafeUninitializedCapacity: values.count) { output, count in
      for column in 0..<width {
        for row in 0..<range.count { output[row * width + column] = values[column * range.count + row] }
      }
      count = values.count
    }
  }
}
