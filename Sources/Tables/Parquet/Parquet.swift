/// Tables as Apache Parquet files.
package enum Parquet {
  /// Encodes a whole table as the bytes of a file.
  ///
  /// - Parameters:
  ///   - table: the rows, and the descriptions of the columns.
  ///   - name: the table's name, for its metadata.
  ///   - options: the layout.
  /// - Throws: ``TableError`` for a name that two columns have, or a text that is too long for Parquet.
  package static func encode(
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
  package static func decode(_ bytes: [UInt8], path: String, columns: Set<String>? = nil) throws -> StoredTable {
    try ParquetFile(bytes, path: path).stored(columns)
  }
}

/// How a Parquet table is laid out; the values that it holds do not depend on it.
public struct ParquetOptions: Hashable, Sendable {
  /// How pages are compressed.
  public enum Codec: String, Hashable, Sendable, Codable, CaseIterable {
    /// Zstandard, which compresses best and fastest.
    case zstd
    /// gzip, for readers that lack Zstandard.
    case gzip
    /// No compression.
    case none
  }

  /// How pages are compressed.
  public var codec: Codec
  /// The most rows of a row group, which a reader loads at once and the writer keeps in memory. The range is 1 to
  /// 67,108,864, the most that is read; values outside of it are clamped.
  public var rowsPerGroup: Int {
    didSet { rowsPerGroup = Self.clamped(rowsPerGroup) }
  }

  /// Whether the file has descriptions, formulas, sources and ranges of the columns, in addition to their names, types
  /// and units. These texts are most of a table of a few rows, and a batch stores them once in a separate file.
  package var describesColumns = true

  /// The fewest rows of a row group for which dictionaries, statistics and counts of pages are worth their bytes in a
  /// file without descriptions. In a table of fewer rows, they take more than the values, and a reader that has opened
  /// the file has nearly all of it.
  private static let fewestIndexedRows = 100

  /// Whether a row group of some rows has only values: no dictionaries, statistics or counts of pages.
  func isBrief(rows: Int) -> Bool { !describesColumns && rows < Self.fewestIndexedRows }

  /// Makes options.
  public init(codec: Codec = .zstd, rowsPerGroup: Int = 131_072) {
    self.codec = codec
    self.rowsPerGroup = Self.clamped(rowsPerGroup)
  }

  private static func clamped(_ rows: Int) -> Int { min(max(1, rows), ParquetFormat.mostRowsPerGroup) }
}
