import SPHDF5

/// Writes the rows of tables to a dataset of an open HDF5 file, a chunk at a time.
final class HDF5TableWriter {
  /// The most bytes of a chunk, unless a single row takes more. Four such chunks fit HDF5's cache of 1 MiB, and larger
  /// chunks do not compress better.
  private static let chunkByteCount = 1 << 18

  private let layout: HDF5TableLayout
  private let columns: [HDF5Column]
  private let type: CompoundType
  private let dataset: Dataset
  private let chunkRowCount: Int
  /// Rows that do not yet fill a chunk.
  private var pending: Records
  private var rowCount = 0

  /// Makes the dataset, without rows, and its attributes.
  /// - Throws: ``TableError`` for a name or columns that cannot be stored, `HDF5Error`.
  init(_ file: File, name: String, layout: HDF5TableLayout) throws {
    guard !name.isEmpty, name != ".", !name.utf8.contains(0), !name.utf8.contains(UInt8(ascii: "/")) else {
      throw TableError(path: layout.path, "cannot hold a table called \"\(name)\"; expected a name without slashes")
    }
    self.layout = layout
    columns = try layout.columns()
    type = CompoundType(columns.map(\.member))
    // At most the number of rows, since a small table would be mostly padding. The division of the rows does not
    // matter.
    chunkRowCount = max(1, min(layout.rowCount, Self.chunkByteCount / type.byteCount))
    dataset = try file.createDataset(
      name, ofRecords: type, shape: [0], layout: .compressed(chunkShape: [chunkRowCount]))
    pending = Records(type, count: 0)
    try HDF5TableAttributes.write(columns, name: name, to: file, dataset)
  }

  /// Adds the rows of a table.
  /// - Throws: ``TableError`` for other columns or longer texts than in the layout, `HDF5Error`.
  func append(_ table: FeatureTable) throws {
    try layout.requireColumns(of: table)
    var next = 0
    while next < table.rowCount {
      let rows = next..<min(table.rowCount, next + chunkRowCount - pending.count)
      var records = Records(type, count: rows.count)
      for index in columns.indices {
        do {
          try columns[index].store(table.columns[index].values, rows, in: &records, at: index)
        } catch {
          throw hasChanged
        }
      }
      pending.append(records)
      if pending.count == chunkRowCount { try flush() }
      next = rows.upperBound
    }
    rowCount += table.rowCount
  }

  /// Writes the last rows.
  /// - Throws: ``TableError`` if the number of rows differs from the layout, `HDF5Error`.
  func finish() throws {
    try flush()
    guard rowCount == layout.rowCount else { throw hasChanged }
  }

  private func flush() throws {
    try dataset.append(pending)
    pending = Records(type, count: 0)
  }

  private var hasChanged: TableError {
    TableError(path: layout.path, "cannot take in tables that change while they are read; try again")
  }
}
