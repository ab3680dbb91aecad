/// Tables as Apache Parquet files.
public enum Parquet {
  /// A whole table as the bytes of a file.
  ///
  /// - Parameters:
  ///   - table: the rows and what the columns hold.
  ///   - name: the table's name, for its metadata.
  ///   - options: the layout.
  /// - Throws: ``TableError`` for a name that two columns have.
  public static func encode(
    _ table: FeatureTable, name: String, options: ParquetOptions = ParquetOptions()
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let writer = try ParquetWriter(table: name, columns: table.schema, options: options) { bytes += $0 }
    try writer.append(table)
    try writer.close()
    return bytes
  }
}
