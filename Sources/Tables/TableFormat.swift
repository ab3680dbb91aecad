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
  public init?(path: String) {
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
