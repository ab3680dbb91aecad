import FoundationEssentials
import SPBasics
import SPSignals

/// The rows of a table, block by block. The table is in memory, or may be larger than memory.
public struct TableRows: Sendable {
  /// The number of rows.
  public let rowCount: Int
  /// The descriptions of the columns, in order.
  public let schema: [ColumnDescription]
  /// The table, if it is in memory.
  public let held: FeatureTable?
  private let visit: @Sendable (_ body: (FeatureTable) throws -> Void) throws -> Void

  /// The most rows that wait for their row group in memory. The rows of a longer table wait in a file in the same
  /// folder.
  private static let mostRowsInMemory = 32_768

  /// The rows of a table in memory.
  public init(_ table: FeatureTable) {
    rowCount = table.rowCount
    schema = table.schema
    held = table
    visit = { try $0(table) }
  }

  /// Rows that are made in blocks of 1,024, each time they are needed.
  ///
  /// - Parameters:
  ///   - rowCount: the number of rows.
  ///   - definitions: the columns.
  ///   - rows: makes the rows of a range; called from several threads if there are spare workers.
  public init<Row: Sendable>(
    rowCount: Int, columns definitions: [ColumnDefinition<Row>], rows: @escaping @Sendable (Range<Int>) throws -> [Row]
  ) {
    self.rowCount = rowCount
    schema = definitions.map(\.description)
    held = nil
    visit = { body in
      try InOrder.forEach(blocksOf: 1024, in: 0..<rowCount) { range in
        FeatureTable(rows: try rows(range), columns: definitions)
      } body: { _, table in
        try body(table)
      }
    }
  }

  /// Visits the rows in order, as tables of some rows each.
  /// - Throws: the errors of making the rows and of `body`, or `CancellationError`.
  package func forEachBlock(_ body: (FeatureTable) throws -> Void) throws { try visit(body) }

  /// All rows as a table in memory.
  /// - Throws: the errors of making the rows, or `CancellationError`.
  public func table() throws -> FeatureTable {
    if let held { return held }
    var parts = [[ColumnValues]](repeating: [], count: schema.count)
    try forEachBlock { block in
      for (place, column) in block.columns.enumerated() { parts[place].append(column.values) }
    }
    return FeatureTable(
      columns: schema.enumerated().map { place, description in
        // Frees a column's parts as soon as they are joined.
        defer { parts[place] = [] }
        return FeatureTable.Column(
          description: description, values: ColumnValues(joining: parts[place], of: description.type))
      })
  }

  /// Writes the table to a new file, which can appear together with others. The bytes are the same as from
  /// `FeatureTable.encoded(as:name:options:)`. A table that is not in memory is written block by block.
  ///
  /// - Parameters:
  ///   - url: The file that will appear.
  ///   - format: The file format.
  ///   - name: The name of the table, for formats that store it.
  ///   - options: The layout of Parquet.
  /// - Throws: the same errors as that method, `FileError`, or the errors of making the rows.
  public func file(
    at url: URL, as format: TableFormat, name: String, options: ParquetOptions = ParquetOptions()
  ) throws -> NewFile {
    try file(at: url.filePath, as: format, name: name, options: options)
  }

  /// Writes the table to a new file at a path, as the public call does.
  package func file(
    at path: String, as format: TableFormat, name: String, options: ParquetOptions = ParquetOptions()
  ) throws -> NewFile {
    if let held { return NewFile(try held.encoded(as: format, name: name, options: options), to: path) }
    return try NewFile(at: path) { file in
      switch format {
      case .hdf5: try HDF5Table.write(name, schema: schema, to: file, tables: forEachBlock)
      case .parquet:
        let output = try OutputFile(file)
        let writer = try ParquetWriter(
          output: output, table: name, columns: schema, options: options,
          waitingFolder: rowCount > Self.mostRowsInMemory ? Folder.split(path).folder : nil)
        try forEachBlock(writer.append)
        try writer.close()
        try output.close()
      case .csv:
        let output = try OutputFile(file)
        try output.write(CSV.header(schema))
        try forEachBlock { try output.write(CSV.lines($0)) }
        try output.close()
      }
    }
  }
}
