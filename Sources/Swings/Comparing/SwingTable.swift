import Tables

/// The swings that a run found in one recording, with all columns of their table as written.
public struct SwingTable: Sendable {
  /// The recording's identifier; nil for a table without rows.
  public let recordingID: String?
  /// The swings, in the order of the rows.
  public let swings: [SwingDetection]
  /// Names of the table's columns, in order, including those not read.
  public let columnNames: [String]

  private let values: [String: [String?]]

  /// Takes the swings from a table in memory, with all of its columns or only those of ``DetectionTable``.
  ///
  /// - Throws: `TableError` for rows of more than one recording, and all errors of ``DetectionTable``: rows without
  ///   recording, anchor or label, a time that is not a number.
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

  /// The values of a column as written, one per swing, nil if missing; nil for a column that was not read.
  func texts(_ column: String) -> [String?]? { values[column] }
}
