import SPTables

/// A table read back from a file of any format, its values as text: a missing one is empty.
struct TableText: Equatable {
  let header: [String]
  let rows: [[String]]

  init(contentsOf path: String) throws {
    let table = try TableFile.read(path)
    header = table.columnNames
    let columns = try header.map { try table.strings($0).map { $0 ?? "" } }
    rows = (0..<table.rowCount).map { row in columns.map { $0[row] } }
  }

  /// The fields of a column.
  subscript(column: String) -> [String] {
    guard let index = header.firstIndex(of: column) else { return [] }
    return rows.map { $0[index] }
  }
}
