import Synchronization

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
