/// What the columns of a table hold, for a file beside tables whose format has no place for it.
public struct DataDictionary: Hashable, Sendable, Codable {
  /// Name of the table, as its folder is called.
  public var table: String
  /// The columns, in order.
  public var columns: [ColumnDescription]

  /// Makes a dictionary.
  public init(table: String, columns: [ColumnDescription]) {
    self.table = table
    self.columns = columns
  }
}
