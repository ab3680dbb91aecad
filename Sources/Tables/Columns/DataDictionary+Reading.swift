import FoundationEssentials
import SPBasics

extension DataDictionary {
  /// The content of `_meta/schema.json` in an output folder.
  private struct Document: Decodable {
    var tables: [DataDictionary]
  }

  /// The data dictionary of a table in an output folder; nil if the table lies elsewhere.
  ///
  /// The table's name is that of its folder, or in `merged/` that of its file.
  public static func forTable(at path: String) -> DataDictionary? {
    let parts = Folder.realPath(path).utf8.split(separator: UInt8(ascii: "/")).map { String($0) ?? "" }
    guard parts.count >= 2, let file = parts.last else { return nil }
    let folder = parts[parts.count - 2]
    let name = folder == "merged" ? file.prefix { $0 != "." }.description : folder
    let schema = "/" + (parts.dropLast(2) + ["_meta", "schema.json"]).joined(separator: "/")
    // Without the file, or with one of another version, the table can still be read.
    return read(schema)?.first { $0.table == name }
  }

  /// The dictionaries that a run wrote to its file `schema.json`; nil if there is none, or one of another version.
  public static func read(_ schema: String) -> [DataDictionary]? {
    guard Folder.exists(schema), let bytes = try? WholeFile.read(schema) else { return nil }
    return decoded.meaning(of: bytes) { (try? JSONDecoder().decode(Document.self, from: Data(bytes)))?.tables }
  }

  private static let decoded = DecodedTexts<[DataDictionary]?>()
}
