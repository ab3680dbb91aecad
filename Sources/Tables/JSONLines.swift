import SPBasics

/// Tables as JSON lines (jsonlines.org): one object per row, in UTF-8, whose members are the columns in order.
///
/// Numbers are in the shortest form that reads back to the same value, whole numbers are exact, and instants are in ISO
/// 8601. Missing values are `null`, so every object has every member.
package enum JSONLines {
  /// The rows of a table that was read, one line each.
  /// - Parameters:
  ///   - table: the table; `StoredTable.typed(by:)` adds types if the format does not store types.
  ///   - columns: the columns to write, in order; nil for all.
  /// - Throws: `MissingColumn`.
  package static func encode(_ table: StoredTable, columns: [String]? = nil) throws -> [UInt8] {
    let names = columns ?? table.columnNames
    let values = try names.map(table.values)
    let keys = names.enumerated().map {
      Array((($0.offset == 0 ? "{" : ",") + JSONValue.quoted($0.element) + ":").utf8)
    }
    var bytes: [UInt8] = []
    for row in 0..<table.rowCount {
      for (key, column) in zip(keys, values) {
        bytes += key
        bytes += text(of: column, at: row).utf8
      }
      bytes += names.isEmpty ? "{}\n".utf8 : "}\n".utf8
    }
    return bytes
  }

  private static func text(of column: ColumnValues, at row: Int) -> String {
    switch column {
    case .string(let texts): return texts[row].map(JSONValue.quoted) ?? "null"
    // JSON cannot represent numbers that are not finite.
    case .float32(let numbers): if numbers[row]?.isFinite == false { return "null" }
    case .float64(let numbers): if numbers[row]?.isFinite == false { return "null" }
    case .timestamp: return column.text(at: row).map(JSONValue.quoted) ?? "null"
    case .boolean, .int32, .int64: break
    }
    return column.text(at: row) ?? "null"
  }
}
