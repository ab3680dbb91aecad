import Tables

/// The swings that a run found in one recording, with all columns of their table as they were written.
public struct SwingTable: Sendable {
  /// The recording's identifier; nil for a table without rows, which does not say it.
  public let recordingID: String?
  /// The swings, in the order of the rows.
  public let swings: [SwingDetection]
  /// Names of the table's columns, in order, whether they were read or not.
  public let columnNames: [String]

  private let values: [String: [String?]]

  /// Takes the swings of a table that was read, with all of its columns or with those of ``DetectionTable`` alone.
  ///
  /// - Throws: `TableError` for rows of more than one recording, and whatever ``DetectionTable`` refuses: rows without
  ///   recording, anchor or label, a time that is no number.
  public init(_ table: StoredTable) throws {
    let found = try DetectionTable(table).detections
    let ids = try table.strings("recording_id")
    let id = ids.first ?? nil
    if let row = ids.firstIndex(where: { $0 != id }) {
      throw table.error(
        row: row, column: "recording_id",
        "found \"\(ids[row] ?? "")\" after \"\(id ?? "")\"; expected rows of one recording")
    }
    recordingID = id
    swings = id.flatMap { found[$0] } ?? []
    columnNames = table.columnNames
    values = try Dictionary(
      uniqueKeysWithValues: table.columnNames.filter(table.isRead).map { ($0, try table.strings($0)) })
  }

  /// The values of a column as they were written, one a swing, nil where one is missing; nil for one that was not read.
  func texts(_ column: String) -> [String?]? { values[column] }
}
