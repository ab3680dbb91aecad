/// The file formats that tables are written in.
public enum TableFormat: String, Hashable, Sendable, Codable, CaseIterable {
  /// Columns with their types, units and meanings, compressed; see ``Parquet``.
  case parquet
  /// HDF5, one compound dataset, with units and meanings as its attributes; see ``HDF5Table``.
  case hdf5
  /// Comma-separated values (RFC 4180), see ``CSV``.
  case csv

  /// The end of its files' names, without dot.
  public var fileExtension: String {
    switch self {
    case .parquet: "parquet"
    case .hdf5: HDF5Table.fileExtension
    case .csv: "csv"
    }
  }

  /// The format that a file's name tells; nil where it ends in none of theirs.
  public init?(path: String) {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    // By bytes: a combining mark at the start of a name is one Character with what is before it.
    let end = String(Substring(name[dot...].dropFirst())).lowercased()
    guard let format = Self.allCases.first(where: { $0.fileExtension == end }) else { return nil }
    self = format
  }
}

extension FeatureTable {
  /// The bytes of a file that holds the table: the same for the same table, wherever and whenever.
  ///
  /// - Parameters:
  ///   - format: the file format.
  ///   - name: the name of the table, for formats that store it.
  ///   - compression: how Parquet is compressed.
  /// - Throws: ``TableError`` for a name that two columns have and for anything that the format cannot hold, which for
  ///   HDF5 is a table without columns, a column without a name and a text with a NUL; `HDF5Error`. CSV accepts
  ///   everything.
  public func encoded(
    as format: TableFormat, name: String, compression: ParquetOptions.Codec = .zstd
  ) throws -> [UInt8] {
    switch format {
    case .parquet: try Parquet.encode(self, name: name, options: ParquetOptions(codec: compression))
    case .hdf5: try HDF5Table.encode(self, name: name)
    case .csv: CSV.encode(self)
    }
  }
}
