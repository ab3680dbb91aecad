import Foundation

/// A small table without quoted fields, read back from a file.
struct CSVText {
  let header: [String]
  let rows: [[String]]

  init(contentsOf path: String) throws {
    let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    let lines = text.split(separator: "\n").map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    header = lines.first ?? []
    rows = Array(lines.dropFirst())
  }

  /// The fields of a column.
  subscript(column: String) -> [String] {
    guard let index = header.firstIndex(of: column) else { return [] }
    return rows.map { $0[index] }
  }
}
