/// Tables as Apache Parquet files.
public enum Parquet {
  /// Encodes a whole table as the bytes of a file.
  ///
  /// - Parameters:
  ///   - table: the rows, and the descriptions of the columns.
  ///   - name: the table's name, for its metadata.
  ///   - options: the layout.
  /// - Throws: ``TableError`` for a name that two columns have, or a text that is too long for Parquet.
  public static func encode(
    _ table: FeatureTable, name: String, options: ParquetOptions = ParquetOptions()
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let writer = try ParquetWriter(table: name, columns: table.schema, options: options) { bytes += $0 }
    try writer.append(table)
    try writer.close()
    return bytes
  }

  /// Reads a table.
  ///
  /// - Parameters:
  ///   - bytes: the file's content.
  ///   - path: the name in errors.
  ///   - columns: the columns to keep; nil for all. Other columns are not decoded.
  /// - Throws: ``TableError`` for damage, and for columns of unsupported types.
  public static func decode(_ bytes: [UInt8], path: String, columns: Set<String>? = nil) throws -> StoredTable {
    try ParquetFile(bytes, path: path).stored(columns)
  }
}

extension ParquetFile {
  /// Reads the first rows of some columns; nil means all columns, or all rows.
  package func stored(_ kept: Set<String>?, rows: Int? = nil) throws -> StoredTable {
    let wanted = min(rows ?? rowCount, rowCount)
    let names = columnNames.filter { kept?.contains($0) ?? true }
    let types = try names.map { try description(of: $0).type }
    try memory.require(rows: wanted, of: types, path: path)
    var groups = 0
    var available = 0
    while available < wanted {
      available += rowGroupSizes[groups]
      groups += 1
    }
    var columns: [String: ColumnValues] = [:]
    for (name, type) in zip(names, types) {
      // Column by column, so that at most one is in memory twice.
      let parts = try (0..<groups).map { try values(of: name, rowGroup: $0) }
      columns[name] = ColumnValues(joining: parts, of: type).prefix(wanted)
    }
    return StoredTable(
      path: path, columnNames: columnNames, columns: columns, rowCount: wanted, lines: nil, totalRowCount: rowCount,
      descriptions: self.columns, storage: [StorageFact(name: "row groups", value: "\(rowGroupSizes.count)")],
      unreadable: unreadable)
  }
}
