/// A table whose columns have descriptions: type, unit and meaning.
public struct FeatureTable: Hashable, Sendable {
  /// One column and its values.
  public struct Column: Hashable, Sendable {
    /// The description of the column.
    public var description: ColumnDescription
    /// The values, one per row.
    public var values: ColumnValues

    /// Makes a column.
    public init(description: ColumnDescription, values: ColumnValues) {
      self.description = description
      self.values = values
    }
  }

  /// The columns, in order, all with `rowCount` values.
  public private(set) var columns: [Column]
  /// Number of rows.
  public private(set) var rowCount: Int

  /// Makes a table of rows by asking every column's definition for each row's value.
  public init<Row>(rows: [Row], columns definitions: [ColumnDefinition<Row>]) {
    rowCount = rows.count
    columns = definitions.map { Column(description: $0.description, values: $0.values(rows)) }
  }

  /// Makes a table of columns, which must all have one value per row, of the type in their descriptions.
  public init(columns: [Column]) {
    let count = columns.first?.values.count ?? 0
    precondition(columns.allSatisfy { $0.values.count == count && $0.values.type == $0.description.type })
    self.columns = columns
    rowCount = count
  }

  /// The descriptions of the columns, in order.
  public var schema: [ColumnDescription] { columns.map(\.description) }

  /// The column of that name; nil if the table does not have it.
  public subscript(name: String) -> Column? { columns.first { $0.description.name == name } }
}
