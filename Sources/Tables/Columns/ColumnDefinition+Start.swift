/// The column that counts from a recording's start, which every table of events has.
public enum StartColumn {
  /// Its name.
  public static let name = "time_from_start_s"
}

extension Array {
  /// These columns, with `time_from_start_s` after the column of times that it is computed from; unchanged if they have
  /// no such column.
  ///
  /// - Parameters:
  ///   - timeColumn: name of a column of times in s on a recording's clock.
  ///   - start: the recording's start on that clock, in s; nil if unknown.
  public func withTimeFromStart<Row>(
    after timeColumn: String?, _ start: @escaping @Sendable (Row) -> Double?
  ) -> Self where Element == ColumnDefinition<Row> {
    guard let place = firstIndex(where: { $0.description.name == timeColumn }) else { return self }
    var columns = self
    if let column = self[place].fromStart(start) { columns.insert(column, at: place + 1) }
    return columns
  }
}
