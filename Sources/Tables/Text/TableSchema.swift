import SPBasics

/// The columns of tables, without rows, and the number of rows in each file.
package struct TableSchema: Hashable, Sendable, Encodable {
  /// One file.
  package struct File: Hashable, Sendable, Encodable {
    /// The path.
    package let path: String
    /// The number of rows.
    package let rows: Int
    /// How the file is stored, such as its compression.
    package let storage: [StorageFact]
  }

  /// One column; unknown properties are nil.
  package struct Column: Hashable, Sendable, Encodable {
    /// The name of the column.
    package let name: String
    /// The type of the values, as ``ColumnType`` spells it; the content of a column that cannot be read.
    package let type: String
    /// Whether the type was inferred from the first rows, because the file stores none.
    package let isTypeInferred: Bool
    /// The unit of the values.
    package let unit: String?
    /// The description of the column.
    package let description: String?

    private enum CodingKeys: String, CodingKey {
      case name, type
      case isTypeInferred = "type_inferred"
      case unit, description
    }
  }

  /// The number of rows from which types are inferred.
  private static let examined = 1000

  /// The columns, which all files have in common.
  package let columns: [Column]
  /// The files, in order.
  package let files: [File]
  /// The number of rows in all files together.
  package let rows: Int

  /// Reads the schema of some tables.
  /// - Parameters:
  ///   - paths: The files, as `TableFile.paths(of:)` returns them.
  ///   - names: The columns to describe, in that order; nil for all.
  /// - Throws: `TableSelectionError`, `FileError` or ``TableError``.
  package init(of paths: [String], columns names: [String]? = nil) throws {
    var found: [File] = []
    var first: StoredTable?
    let selection = StoredRows(of: paths, limit: Self.examined, columns: names)
    for path in paths {
      // No column is kept, so every row is counted without its values.
      let table = try TableFile.read(path, columns: [])
      try selection.check(table, against: first)
      first = first ?? table
      found.append(File(path: path, rows: table.rowCount, storage: table.storage))
    }
    files = found
    columns = try first.map { try Self.columns(of: $0, names) } ?? []
    rows = files.reduce(0) { $0 + $1.rows }
  }

  private static func columns(of table: StoredTable, _ names: [String]?) throws -> [Column] {
    // CSV does not store types, so they are inferred from rows.
    let examined = TableFormat(path: table.path) == .csv
    let typed = try (examined ? TableFile.read(table.path, columns: names.map(Set.init), rows: Self.examined) : table)
      .typed(by: DataDictionary.forTable(at: table.path)?.columns ?? [])
    let known = Dictionary(typed.descriptions.map { ($0.name, $0) }) { first, _ in first }
    return try (names ?? table.columnNames).map { name in
      if let type = table.unreadable[name] {
        return Column(name: name, type: type, isTypeInferred: false, unit: nil, description: "cannot be read")
      }
      let column = known[name]
      return Column(
        name: name, type: try column?.type.rawValue ?? typed.values(name).type.rawValue, isTypeInferred: column == nil,
        unit: column?.unit, description: column?.description)
    }
  }

  /// One line per column, then one line for each of the first ten files.
  /// - Parameter width: the most terminal columns that a line of a column may take; nil for no limit.
  package func text(width: Int?) -> String {
    var table = TextTable([("column", .left), ("type", .left), ("unit", .left), ("description", .left)])
    for column in columns {
      table.append([
        column.name, column.type + (column.isTypeInferred ? "?" : ""), column.unit ?? "", column.description ?? "",
      ])
    }
    let lines = table.text.split(separator: "\n").map { line in
      (width.map { TerminalText.clipped(String(line), to: $0) } ?? String(line)) + "\n"
    }
    let inferred =
      columns.contains(where: \.isTypeInferred) ? "?: guessed from the first rows; the file keeps no types\n" : ""
    let listed = files.prefix(10).map { file in
      let facts = file.storage.map { ", \($0.name) \($0.value)" }.joined()
      return "\(file.path.withoutControls): \(counted(file.rows, "row"))\(facts)\n"
    }
    let rest = files.count - listed.count
    let total =
      files.count > 1
      ? (rest > 0 ? "and \(counted(rest, "other table"))\n" : "")
        + "\(counted(files.count, "table")), \(counted(rows, "row")), \(counted(columns.count, "column"))\n" : ""
    return lines.joined() + inferred + listed.joined() + total
  }
}
