import SPBasics

/// A Parquet table that is read a row group and a few columns at a time.
///
/// The file may come from `ParquetWriter`, or be a flat table of pandas, Arrow, polars, DuckDB or fastparquet. Pages of
/// both versions are read. Their values may be plain, split by bytes, in dictionaries or stored as differences, and are
/// compressed with Zstandard, Snappy, gzip or not at all. Instants become microseconds; an instant without a time zone
/// is taken as UTC. Dates become texts. NaN, which some programs write for a missing value, becomes a missing value.
/// The worst effect of a damaged or malicious file is an error.
package struct ParquetFile: Sendable {
  /// The file.
  package let path: String
  /// Name of the table; nil if the file does not give it.
  package let table: String?
  /// Names of all columns, in order, whether they can be read or not.
  package let columnNames: [String]
  /// The descriptions of the readable columns, in order; only name and type if the file has no more.
  package let columns: [ColumnDescription]
  /// Number of rows.
  package let rowCount: Int
  /// Number of rows of each row group.
  package let rowGroupSizes: [Int]

  /// The compression for a new table of the same rows: the compression of the first column chunk if the writer supports
  /// it, else Zstandard. A file without row groups gives Zstandard, too.
  var codecForRewriting: ParquetOptions.Codec {
    switch metadata.first?.chunks.first.flatMap({ PageCodec(rawValue: $0.codec) }) {
    case .gzip: .gzip
    case .uncompressed: .none
    default: .zstd
    }
  }

  /// The memory that the table's rows may take.
  private var memory: TableMemory { TableMemory.available.limited(toFileOf: source.size) }

  private let source: ParquetSource
  private let footerStart: Int
  private let metadata: [RowGroupMetadata]
  private let stored: [StoredColumn]
  private let storedByName: [String: StoredColumn]
  private let described: [String: ColumnDescription]

  /// Opens a table and reads its metadata.
  /// - Throws: `FileError` for a file that cannot be read, ``TableError`` for a file without such a table.
  package init(_ path: String) throws { try self.init(ParquetSource(path), path: path) }

  /// Opens a table from the bytes of a whole file, and reads its metadata.
  ///
  /// - Parameters:
  ///   - bytes: the file's content.
  ///   - path: the name in errors.
  /// - Throws: ``TableError`` for bytes without such a table.
  package init(_ bytes: [UInt8], path: String) throws { try self.init(ParquetSource(bytes), path: path) }

  private init(_ source: ParquetSource, path: String) throws {
    self.path = path
    self.source = source
    (footerStart, metadata, stored, table, columns, rowCount) = try Self.explaining(path) {
      let range = try source.footer()
      let footer = try FileMetadata(source.read(range))
      let stored = try StoredColumn.columns(footer.schema)
      let attributes = TableAttributes(json: footer.texts[TableAttributes.key])
      let columns = stored.compactMap { column in
        column.columnType.map { Self.description(column.name, $0, attributes) }
      }
      return (range.lowerBound, footer.groups, stored, attributes?.table, columns, footer.rowCount)
    }
    columnNames = stored.map(\.name)
    storedByName = Dictionary(uniqueKeysWithValues: stored.map { ($0.name, $0) })
    described = Dictionary(uniqueKeysWithValues: columns.map { ($0.name, $0) })
    rowGroupSizes = metadata.map(\.rowCount)
  }

  /// Reads columns of a row group.
  ///
  /// - Parameters:
  ///   - rowGroup: the number of the row group, from 0.
  ///   - columns: the columns to read; nil for all. Unknown names are ignored.
  /// - Precondition: `rowGroup` is an index of `rowGroupSizes`.
  /// - Throws: ``TableError`` for damage, for columns of unsupported types, and for more rows than memory holds; or
  ///   `FileError`.
  package func read(rowGroup: Int, columns: Set<String>? = nil) throws -> FeatureTable {
    let wanted = stored.filter { columns?.contains($0.name) ?? true }
    try memory.require(rows: rowGroupSizes[rowGroup], of: wanted.compactMap(\.columnType), path: path)
    let found = try wanted.map { column in
      FeatureTable.Column(
        description: try description(of: column.name), values: try values(of: column.name, rowGroup: rowGroup))
    }
    return FeatureTable(columns: found)
  }

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
      // Column by column, so that at most one column is in memory twice.
      let parts = try (0..<groups).map { try values(of: name, rowGroup: $0) }
      columns[name] = ColumnValues(joining: parts, of: type).prefix(wanted)
    }
    return StoredTable(
      path: path, columnNames: columnNames, columns: columns, rowCount: wanted, lines: nil, totalRowCount: rowCount,
      descriptions: self.columns, storage: [StorageFact(name: "row groups", value: "\(rowGroupSizes.count)")],
      unreadable: unreadable)
  }

  /// Reads a column of a row group.
  /// - Throws: the errors of ``read(rowGroup:columns:)``.
  private func values(of name: String, rowGroup: Int) throws -> ColumnValues {
    try Self.explaining(path, column: name, firstRow: rowGroupSizes[..<rowGroup].reduce(0, +)) {
      guard let column = storedByName[name] else { throw ParquetFault("is not there") }
      try memory.require(rows: rowGroupSizes[rowGroup], of: [column.columnType].compactMap(\.self), path: path)
      return try values(column, of: metadata[rowGroup])
    }
  }

  /// The description of a column of the file.
  /// - Throws: ``TableError`` for an unsupported type, or a column that the file does not have.
  private func description(of name: String) throws -> ColumnDescription {
    if let description = described[name] { return description }
    return try Self.explaining(path, column: name) {
      throw storedByName[name]?.unreadable ?? ParquetFault("is not there")
    }
  }

  /// The contents of columns with unsupported types, by the names of the columns.
  private var unreadable: [String: String] {
    Dictionary(uniqueKeysWithValues: stored.filter { $0.columnType == nil }.map { ($0.name, $0.typeName) })
  }

  private func values(_ column: StoredColumn, of group: RowGroupMetadata) throws -> ColumnValues {
    guard column.leaf < group.chunks.count else { throw ParquetFault.damaged("a row group lacks a column") }
    let chunk = group.chunks[column.leaf]
    guard !chunk.isElsewhere else { throw ParquetFault("is in another file; expected a table that is in one") }
    guard !chunk.isEncrypted else { throw ParquetFault("is encrypted; expected a table that is not") }
    guard group.rowCount <= ParquetFormat.mostRowsPerGroup else {
      throw ParquetFault(
        "has a row group of \(group.rowCount) rows; expected at most \(ParquetFormat.mostRowsPerGroup)")
    }
    guard chunk.type == column.type?.rawValue, chunk.valueCount == group.rowCount else {
      throw ParquetFault.damaged("a row group does not fit the schema")
    }
    // Some writers give an empty row group no pages at all.
    guard group.rowCount > 0 else { return try column.values([], codec: chunk.codec, rowCount: 0) }
    let start =
      chunk.dictionaryOffset > 0 ? min(chunk.dictionaryOffset, chunk.dataOffset) : chunk.dataOffset
    guard start >= ParquetFormat.magic.count, start < footerStart, chunk.compressedSize <= footerStart - start else {
      throw ParquetFault.damaged("a column lies outside of the file")
    }
    let bytes = try source.read(start..<start + chunk.compressedSize)
    return try column.values(bytes, codec: chunk.codec, rowCount: group.rowCount)
  }

  private static func description(
    _ name: String, _ type: ColumnType, _ attributes: TableAttributes?
  ) -> ColumnDescription {
    if let described = attributes?.columns?[name], described.name == name, described.type == type { return described }
    return ColumnDescription(name: name, type: type, unit: attributes?.units[name], description: "")
  }

  /// Turns faults into errors, which name the file and the column.
  private static func explaining<Result>(
    _ path: String, column: String? = nil, firstRow: Int = 0, _ work: () throws -> Result
  ) throws -> Result {
    do {
      return try work()
    } catch let fault as ParquetFault {
      throw TableError(
        path: path, line: fault.row.map { $0 + firstRow + 1 }, column: fault.column ?? column, fault.message)
    }
  }
}
