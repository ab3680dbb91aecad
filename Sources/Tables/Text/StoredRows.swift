import SPBasics

/// The rows of several tables with the same columns, read one table after another.
///
/// ```swift
/// let rows = StoredRows(of: try TableFile.paths(of: ["out/swings"]), limit: 10)
/// print(try rows.text(width: 80))
/// ```
package struct StoredRows: Sendable {
  /// How much was read.
  package struct Extent: Hashable, Sendable {
    /// The number of rows passed on.
    package internal(set) var rows = 0
    /// The number of rows in the tables; nil if unknown without further reading.
    package internal(set) var total: Int?
    /// Whether there are more rows than were passed on.
    package internal(set) var hasMore = false
  }

  /// The files, in order.
  package let paths: [String]
  /// The most rows to pass on; nil for all.
  package let limit: Int?
  /// The columns to pass on, in that order; nil for all.
  package let columns: [String]?

  /// Names the files; nothing is read yet.
  /// - Parameters:
  ///   - paths: The files, as `TableFile.paths(of:)` returns them.
  ///   - limit: The most rows to pass on; nil for all.
  ///   - columns: The columns to pass on, in that order; nil for all.
  package init(of paths: [String], limit: Int? = nil, columns: [String]? = nil) {
    self.paths = paths
    self.limit = limit
    self.columns = columns
  }

  /// Passes on the tables in turn, with types and only the wanted rows and columns. The first table is passed on even
  /// if it has no rows.
  /// - Parameter body: takes a table and the names of the wanted columns.
  /// - Returns: how much was read.
  /// - Throws: `TableSelectionError`, `FileError`, ``TableError``, and the errors of `body`.
  @discardableResult
  package func forEach(_ body: (StoredTable, _ columns: [String]) throws -> Void) throws -> Extent {
    var extent = Extent(total: 0)
    var first: StoredTable?
    for path in paths {
      let left = limit.map { $0 - extent.rows }
      // After the last wanted row, the only question is whether there are more rows.
      let isPast = left == 0 && first != nil
      if isPast, extent.hasMore { break }
      let table = try TableFile.read(path, columns: isPast ? [] : columns.map(Set.init), rows: isPast ? 1 : left)
      try check(table, against: first)
      first = first ?? table
      extent.total = extent.total.flatMap { total in table.totalRowCount.map { total + $0 } }
      if isPast {
        extent.hasMore = table.rowCount > 0
        continue
      }
      extent.rows += table.rowCount
      extent.hasMore = table.totalRowCount != table.rowCount
      try body(table.typed(by: DataDictionary.forTable(at: path)?.columns ?? []), columns ?? table.columnNames)
    }
    if extent.hasMore, paths.count > 1 { extent.total = nil }
    return extent
  }

  /// Checks that the first table has the wanted columns, and that any other table has the columns of the first table.
  func check(_ table: StoredTable, against first: StoredTable?) throws(TableSelectionError) {
    guard let first else {
      for name in columns ?? [] where !table.hasColumn(name) {
        let advice = NearestName.advice(
          name, in: table.columnNames, otherwise: "\"swingpipe head --schema\" lists its columns")
        throw TableSelectionError("\(table.path) has no column \"\(name)\"; \(advice)", missingColumn: name)
      }
      return
    }
    guard table.columnNames != first.columnNames else { return }
    throw TableSelectionError(
      """
      \(table.path) has other columns than \(first.path); expected tables of one kind: name one, or a folder of them
      """)
  }
}
