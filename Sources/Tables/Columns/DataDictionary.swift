import FoundationEssentials
import SPBasics

/// The descriptions of a table and its columns, for a separate file next to tables whose format cannot store them.
public struct DataDictionary: Hashable, Sendable, Codable {
  /// Name of the table, and of its folder.
  public var table: String
  /// A description of the table, in a sentence; nil if unknown.
  public var description: String?
  /// The columns, in order.
  public var columns: [ColumnDescription]

  /// The kind of a row, for reports and plots; nil if unknown, as for tables of earlier versions.
  public var row: RowDescription?

  /// Makes a dictionary.
  public init(table: String, description: String? = nil, columns: [ColumnDescription], row: RowDescription? = nil) {
    self.table = table
    self.description = description
    self.row = row
    self.columns = columns
  }

  /// Reads a dictionary, without a description of its rows if that has the form of another version.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    table = try values.decode(String.self, forKey: .table)
    description = try values.decodeIfPresent(String.self, forKey: .description)
    columns = try values.decode([ColumnDescription].self, forKey: .columns)
    row = try? values.decodeIfPresent(RowDescription.self, forKey: .row)
  }

  private enum CodingKeys: String, CodingKey { case table, description, columns, row }
}

extension Sequence<DataDictionary> {
  /// The main table, which has the largest prominence; nil if no table has a prominence above 0.
  package var main: DataDictionary? {
    filter { ($0.row?.prominence ?? 0) > 0 }.max { ($0.row?.prominence ?? 0) < ($1.row?.prominence ?? 0) }
  }
}

extension DataDictionary {
  /// The content of `_meta/schema.json` in an output folder.
  private struct Document: Decodable {
    var tables: [DataDictionary]
  }

  /// The data dictionary of a table in an output folder; nil for a table in another place.
  ///
  /// The name of the table is the name of its folder, or in `merged/` the name of its file.
  package static func forTable(at path: String) -> DataDictionary? {
    let parts = Folder.realPath(path).utf8.split(separator: UInt8(ascii: "/")).map { String($0) ?? "" }
    guard parts.count >= 2, let file = parts.last else { return nil }
    let folder = parts[parts.count - 2]
    let name = folder == "merged" ? file.prefix { $0 != "." }.description : folder
    let schema = "/" + (parts.dropLast(2) + ["_meta", "schema.json"]).joined(separator: "/")
    // If the file is missing or has another version, the table can still be read.
    return read(schema)?.first { $0.table == name }
  }

  /// The dictionaries that a run wrote to its file `schema.json`; nil if the file is missing or has another version.
  public static func read(_ schema: String) -> [DataDictionary]? {
    guard Folder.exists(schema), let bytes = try? WholeFile.read(schema) else { return nil }
    return decoded.meaning(of: bytes) { (try? JSONDecoder().decode(Document.self, from: Data(bytes)))?.tables }
  }

  private static let decoded = DecodedTexts<[DataDictionary]?>()
}
