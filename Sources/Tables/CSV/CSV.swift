/// Tables as comma-separated values (RFC 4180): a header line, UTF-8, lines that end in LF.
///
/// A missing value is an empty field; an empty text is `""`. Fields with a comma, a quote or a line break are quoted.
public enum CSV {
  /// The header line and one line per row.
  public static func encode(_ table: FeatureTable) -> [UInt8] { header(table.schema) + lines(table) }

  /// The header line.
  static func header(_ schema: [ColumnDescription]) -> [UInt8] {
    var bytes: [UInt8] = []
    append(schema.map { field($0.name) }, to: &bytes)
    return bytes
  }

  /// One line per row.
  static func lines(_ table: FeatureTable) -> [UInt8] {
    var bytes: [UInt8] = []
    for row in 0..<table.rowCount {
      append(table.columns.map { $0.values.text(at: row).map(field) ?? "" }, to: &bytes)
    }
    return bytes
  }

  /// Some columns of a table that was read, one line per row, after a header if wanted.
  /// - Throws: ``MissingColumn``.
  public static func encode(_ table: StoredTable, columns: [String], withHeader: Bool = true) throws -> [UInt8] {
    let values = try columns.map(table.values)
    var bytes: [UInt8] = []
    if withHeader { append(columns.map(field), to: &bytes) }
    for row in 0..<table.rowCount { append(values.map { $0.text(at: row).map(field) ?? "" }, to: &bytes) }
    return bytes
  }

  private static func append(_ fields: [String], to bytes: inout [UInt8]) {
    bytes.append(contentsOf: fields.joined(separator: ",").utf8)
    bytes.append(UInt8(ascii: "\n"))
  }

  private static func field(_ text: String) -> String {
    let needsQuotes = text.isEmpty || text.unicodeScalars.contains { [",", "\"", "\n", "\r"].contains($0) }
    guard needsQuotes else { return text }
    // By scalars: a quote followed by a combining mark is a Character that does not equal a quote.
    var quoted = "\"".unicodeScalars
    for scalar in text.unicodeScalars {
      if scalar == "\"" { quoted.append(scalar) }
      quoted.append(scalar)
    }
    quoted.append("\"")
    return String(quoted)
  }
}
