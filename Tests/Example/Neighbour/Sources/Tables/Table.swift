/// A type of the name that swingpipe gives the rows of a stage.
public struct Table {
  /// The number of rows.
  public let rowCount: Int

  /// Makes a table with a number of rows.
  public init(rowCount: Int) { self.rowCount = rowCount }
}
