import SPHDF5

/// An open HDF5 file with a table, whose rows are read in blocks.
///
/// A file of `HDF5Table` returns the table that was written. A file of another program is read if its root contains
/// exactly one compound dataset, of numbers and texts of fixed length. NaN is then a missing number.
///
/// The reader throws ``TableError`` for files that are damaged or contain no such table, with the row and column of a
/// wrong value. It throws `FileError` for files that the system cannot read.
package struct HDF5TableReader: Sendable {
  /// The file.
  package let path: String
  /// The name of the table.
  package let name: String
  /// Number of rows.
  package let rowCount: Int
  /// The best number of rows to read at a time: the rows of a chunk.
  package let blockRowCount: Int

  private let columns: [HDF5Column]
  private let dataset: Dataset

  /// The columns, in order.
  package var schema: [ColumnDescription] { columns.map(\.description) }

  /// Opens a file.
  /// - Throws: `FileError` or ``TableError``.
  package init(_ path: String) throws {
    try self.init(path) { () throws(HDF5Error) in try File(opening: path) }
  }

  /// Opens the bytes of a file.
  /// - Parameters:
  ///   - bytes: the file's content.
  ///   - path: the name in errors.
  /// - Throws: ``TableError``.
  package init(_ bytes: [UInt8], path: String) throws {
    try self.init(path) { () throws(HDF5Error) in try File(image: bytes, named: path) }
  }

  private init(_ path: String, _ open: () throws(HDF5Error) -> File) throws {
    self.path = path
    do {
      let found = try HDF5TableSearch(try open(), path: path)
      (name, columns, dataset, rowCount) = (found.name, found.columns, found.dataset, found.rowCount)
      blockRowCount = max(1, dataset.chunkShape?.first ?? Self.contiguousBlockRowCount)
    } catch let error as HDF5Error {
      throw HDF5TableSearch.failure(error, path)
    }
  }

  /// The rows of a block in a file without chunks.
  private static let contiguousBlockRowCount = 1024

  /// Reads rows.
  /// - Parameters:
  ///   - rows: the range; rows beyond the end are ignored.
  ///   - names: the columns to keep; nil for all.
  /// - Throws: ``TableError``, also for more rows than memory holds, or `FileError`.
  package func read(rows: Range<Int>, columns names: Set<String>? = nil) throws -> FeatureTable {
    let wanted = columns.filter { names?.contains($0.description.name) ?? true }
    let rows = rows.clamped(to: 0..<rowCount)
    guard !wanted.isEmpty else { return FeatureTable(columns: []) }
    if let column = wanted.first(where: { $0.member.byteCount == nil }) {
      throw TableError(
        path: path, column: column.description.name,
        "is a \(column.member.type), which is not read; expected numbers, or texts of fixed length")
    }
    try TableMemory.available.require(rows: rows.count, of: wanted.map(\.description.type), path: path)
    let type = CompoundType(wanted.map(\.member))
    do {
      let records = try dataset.readRecords(rows, as: type)
      var found: [FeatureTable.Column] = []
      for (index, column) in wanted.enumerated() {
        do {
          let values = try column.values(in: records, at: index)
          found.append(FeatureTable.Column(description: column.description, values: values))
        } catch {
          throw TableError(
            path: path, line: rows.lowerBound + error.row + 1, column: column.description.name, error.message)
        }
      }
      return FeatureTable(columns: found)
    } catch let error as HDF5Error {
      throw HDF5TableSearch.failure(error, path)
    }
  }

  /// Reads the whole table in blocks, one after another, so that memory does not grow with the table.
  /// - Parameters:
  ///   - names: the columns to keep; nil for all.
  ///   - body: takes each block; it is not called for a table without rows.
  /// - Throws: the errors of ``read(rows:columns:)`` and of `body`.
  package func forEachBlock(columns names: Set<String>? = nil, _ body: (FeatureTable) throws -> Void) throws {
    var start = 0
    while start < rowCount {
      let end = start + min(blockRowCount, rowCount - start)
      try body(read(rows: start..<end, columns: names))
      start = end
    }
  }

  /// Reads the first rows in the form common to all formats; nil means all columns, or all rows.
  func stored(_ names: Set<String>?, rows: Int? = nil) throws -> StoredTable {
    let wanted = min(rows ?? rowCount, rowCount)
    let none = try read(rows: 0..<0, columns: names)
    try TableMemory.available.require(rows: wanted, of: none.schema.map(\.type), path: path)
    var blocks: [FeatureTable] = []
    if !none.columns.isEmpty {
      for start in stride(from: 0, to: wanted, by: blockRowCount) {
        try blocks.append(read(rows: start..<min(start + blockRowCount, wanted), columns: names))
      }
    }
    var values: [String: ColumnValues] = [:]
    for (index, column) in none.columns.enumerated() {
      values[column.description.name] = ColumnValues(
        joining: blocks.map { $0.columns[index].values }, of: column.description.type)
    }
    return StoredTable(
      path: path, columnNames: columns.map(\.description.name), columns: values, rowCount: wanted, lines: nil,
      totalRowCount: rowCount, descriptions: schema, storage: [StorageFact(name: "dataset", value: name)],
      unreadable: Dictionary(
        uniqueKeysWithValues: columns.filter { $0.member.byteCount == nil }.map {
          ($0.member.name, "\($0.member.type)")
        }))
  }
}
