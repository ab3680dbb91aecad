import FoundationEssentials
import SPBasics
import Synchronization

/// The metadata of a table and its columns, as JSON in the file's metadata.
///
/// pandas shows the value of `key` as `df.attrs`, so a notebook can read `df.attrs["units"]["peak_z_g"]` and
/// `df.attrs["columns"]["peak_z_g"]["description"]`.
struct TableAttributes: Hashable, Codable {
  /// The key of the file's metadata that pandas reads.
  static let key = "PANDAS_ATTRS"

  /// Name of the table.
  var table: String
  /// The description of each column, by its name; nil if all columns have only a name, a type and a unit.
  var columns: [String: ColumnDescription]?
  /// Units by the names of the columns that have a unit.
  var units: [String: String]

  init(table: String, columns: [ColumnDescription]) {
    self.table = table
    let named = Dictionary(columns.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    self.columns = columns.allSatisfy { $0 == $0.withoutTexts } ? nil : named
    units = named.compactMapValues(\.unit)
  }

  private static let decoded = DecodedTexts<Self?>()

  /// Reads the value of `key` in a file; nil if swingpipe did not write it.
  init?(json: String?) {
    guard let text = json.map({ Array($0.utf8) }) else { return nil }
    let known = Self.decoded.meaning(of: text) { try? JSONDecoder().decode(Self.self, from: Data(text)) }
    guard let known else { return nil }
    self = known
  }

  /// The attributes as JSON, with sorted keys.
  func json() throws -> String { try JSONOutput.line(self) }

  /// The metadata in a column's chunk: the description, and the unit, if any. The rest is only in the
  /// attributes, since this metadata is the larger part of small tables, of which there are thousands.
  static func chunkMetadata(_ column: ColumnDescription) -> [(key: String, value: String)] {
    let parts = [("unit", column.unit), ("description", column.description)]
    return parts.compactMap { key, value in value.map { (key, $0) } }
  }
}

/// The texts about a table and its columns in the metadata of a Parquet file, as JSON.
///
/// A batch writes the same columns for every recording. Making the texts anew takes longer than encoding the pages of a
/// short table, so the texts of the last tables are kept.
struct FooterTexts: Sendable {
  /// The value of `TableAttributes.key`.
  let attributes: String
  /// The value of `PandasTypes.key`.
  let types: String

  private struct Table: Hashable {
    let name: String
    let columns: [ColumnDescription]
  }

  /// More than the tables of a pipeline.
  private static let mostKept = 32
  private static let kept = Mutex<[Table: FooterTexts]>([:])

  /// The texts of a table.
  /// - Throws: the errors of the JSON encoder.
  static func of(_ name: String, _ columns: [ColumnDescription]) throws -> FooterTexts {
    let table = Table(name: name, columns: columns)
    if let known = kept.withLock({ $0[table] }) { return known }
    let made = FooterTexts(
      attributes: try TableAttributes(table: name, columns: columns).json(), types: try PandasTypes(columns).json())
    kept.withLock { kept in
      if kept.count >= mostKept { kept.removeAll() }
      kept[table] = made
    }
    return made
  }
}
