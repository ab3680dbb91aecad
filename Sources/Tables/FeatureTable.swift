/// A table whose columns have descriptions: type, unit and meaning.
public struct FeatureTable: Hashable, Sendable {
  /// One column and its values.
  public struct Column: Hashable, Sendable {
    /// The description of the column.
    public var description: ColumnDescription
    /// The values, one per row.
    public var values: ColumnValues

    /// Makes a column.
    public init(description: ColumnDescription, values: ColumnValues) {
      self.description = description
      self.values = values
    }
  }

  /// The columns, in order, all with `rowCount` values.
  public private(set) var columns: [Column]
  /// Number of rows.
  public private(set) var rowCount: Int

  /// Makes a table of rows by asking every column's definition for each row's value.
  public init<Row>(rows: [Row], columns definitions: [ColumnDefinition<Row>]) {
    rowCount = rows.count
    columns = definitions.map { Column(description: $0.description, values: $0.values(rows)) }
  }

  /// Makes a table of columns, which must all have one value per row, of the type in their descriptions.
  public init(columns: [Column]) {
    let count = columns.first?.values.count ?? 0
    precondition(columns.allSatisfy { $0.values.count == count && $0.values.type == $0.description.type })
    self.columns = columns
    rowCount = count
  }

  /// The descriptions of the columns, in order.
  public var schema: [ColumnDescription] { columns.map(\.description) }

  /// The column of that name; nil if the table does not have it.
  public subscript(name: String) -> Column? { columns.first { $0.description.name == name } }
}

/// The file formats that tables are written in.
public enum TableFormat: String, Hashable, Sendable, Codable, CaseIterable {
  /// Columns with their types, units and meanings, compressed; see `Parquet`.
  case parquet
  /// HDF5, one compound dataset, with units and meanings as its attributes; see `HDF5Table`.
  case hdf5
  /// Comma-separated values (RFC 4180), see `CSV`.
  case csv

  /// The extension of the format's files, without dot.
  public var fileExtension: String {
    switch self {
    case .parquet: "parquet"
    case .hdf5: HDF5Table.fileExtension
    case .csv: "csv"
    }
  }

  /// The format by a file's extension, in any case; nil for any other extension.
  package init?(path: String) {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    // By bytes: Swift joins a combining mark at the start of a name and the slash before it to one Character.
    let end = String(Substring(name[dot...].dropFirst())).lowercased()
    guard let format = Self.allCases.first(where: { $0.fileExtension == end }) else { return nil }
    self = format
  }
}

extension FeatureTable {
  /// The bytes of a file with the table; equal tables make equal bytes.
  ///
  /// - Parameters:
  ///   - format: the file format.
  ///   - name: the name of the table, for formats that store it.
  ///   - options: the layout of Parquet.
  /// - Throws: ``TableError`` for a table that the format cannot store; `HDF5Error`. Parquet and HDF5 reject a name
  ///   that two columns have. Parquet rejects a text that is too long. HDF5 rejects a table without columns, a column
  ///   without a name and a text with a NUL. CSV accepts everything.
  package func encoded(
    as format: TableFormat, name: String, options: ParquetOptions = ParquetOptions()
  ) throws -> [UInt8] {
    switch format {
    case .parquet: try Parquet.encode(self, name: name, options: options)
    case .hdf5: try HDF5Table.encode(self, name: name)
    case .csv: CSV.encode(self)
    }
  }
}
