import Foundation
import Pipelines
import Tables

/// What tables hold, without their rows: the columns, and how many rows each file has.
struct TableSchema: Encodable {
  /// One file.
  struct File: Encodable {
    let path: String
    let rows: Int
    let storage: [StorageFact]
  }

  /// One column; what is not known of it is missing.
  struct Column: Encodable {
    let name: String
    let type: String
    /// Whether the type is that of the first rows' texts, as the file keeps none.
    let isTypeInferred: Bool
    let unit: String?
    let description: String?

    private enum CodingKeys: String, CodingKey {
      case name, type
      case isTypeInferred = "type_inferred"
      case unit, description
    }
  }

  /// How many rows types are inferred from.
  private static let examined = 1000

  let columns: [Column]
  let files: [File]
  let rows: Int

  init(_ paths: [String], columns names: [String]?) throws {
    var found: [Column] = []
    _ = try TableRows(paths: paths, limit: Self.examined, columns: names).forEach { table, names in
      guard found.isEmpty else { return }
      let known = Dictionary(table.descriptions.map { ($0.name, $0) }) { first, _ in first }
      found = try names.map { name in
        let column = known[name]
        return Column(
          name: name, type: try column?.type.rawValue ?? table.values(name).type.rawValue,
          isTypeInferred: column == nil,
          unit: column?.unit, description: column?.description)
      }
    }
    columns = found
    files = try paths.map { path in
      File(
        path: path, rows: try TableFile.rowCount(path),
        storage: try TableFile.read(path, columns: [], rows: 0).storage)
    }
    rows = files.reduce(0) { $0 + $1.rows }
  }

  /// A line a column, then a line a file.
  func text(width: Int?) -> String {
    var table = TextTable([("column", .left), ("type", .left), ("unit", .left), ("description", .left)])
    for column in columns {
      table.append([
        column.name, column.type + (column.isTypeInferred ? "?" : ""), column.unit ?? "", column.description ?? "",
      ])
    }
    let lines = table.text.split(separator: "\n").map { line in
      (width.map { TerminalText.clipped(String(line), to: $0) } ?? String(line)) + "\n"
    }
    let inferred =
      columns.contains(where: \.isTypeInferred) ? "?: as the first rows look; the file keeps no types\n" : ""
    let listed = files.prefix(10).map { file in
      let facts = file.storage.map { ", \($0.name) \($0.value)" }.joined()
      return "\(file.path.withoutControls): \(counted(file.rows, "row"))\(facts)\n"
    }
    let rest = files.count - listed.count
    let total =
      files.count > 1
      ? (rest > 0 ? "and \(counted(rest, "other table"))\n" : "")
        + "\(counted(files.count, "table")), \(counted(rows, "row")), \(counted(columns.count, "column"))\n" : ""
    return lines.joined() + inferred + listed.joined() + total
  }
}
