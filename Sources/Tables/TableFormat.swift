/// The file formats that tables are written in.
public enum TableFormat: String, Hashable, Sendable, Codable, CaseIterable {
  /// Columns with their types, units and meanings, compressed; see ``Parquet``.
  case parquet
  /// Comma-separated values (RFC 4180), see ``CSV``.
  case csv

  /// The end of its files' names, without dot.
  public var fileExtension: String {
    switch self {
    case .parquet: "parquet"
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
  ///   - name: what the table is called, for formats that keep that.
  public func encoded(as format: TableFormat, name: String) throws -> [UInt8] {
    switch format {
    case .parquet: try Parquet.encode(self, name: name)
    case .csv: CSV.encode(self)
    }
  }
}
