import SPPipelines
import SPRecordings
import SPTables

/// A stage that makes a table of another stage's results. Each row begins with columns that identify the recording.
public protocol TableStage: Stage where Options == NoOptions {
  /// The type of a row's source.
  associatedtype Row: Sendable
  /// The type of the result from which the table is made.
  associatedtype Source: Sendable
  /// The slot of the result from which the table is made.
  static var source: Slot<Source> { get }
  /// The meaning of a row, in a sentence.
  static var rowDescription: String { get }
  /// The kind of a row, for reports and plots; nil if rows are not plotted and not counted.
  static var row: RowDescription? { get }
  /// The identifying columns.
  static var identifying: IdentifyingColumns { get }
  /// The columns after the identifying columns.
  static var columns: [ColumnDefinition<Row>] { get }
  /// Makes the stage.
  init(_ options: NoOptions)
  /// The recording's start, from which `time_from_start_s` counts, in s on the clock of the rows.
  static func startTime(of source: Source, _ identity: RecordingIdentity) -> Double?
  /// The rows.
  static func rows(of source: Source) throws -> [Row]
}

extension TableStage {
  /// Only the identifier.
  public static var identifying: IdentifyingColumns { .recording }

  /// The start of the recording.
  public static func startTime(of source: Source, _ identity: RecordingIdentity) -> Double? { identity.startTime }

  /// The columns, which are the same for every recording.
  public var tableSchema: [ColumnDescription]? {
    Self.identifying.schema(before: Self.columns.withTimeFromStart(after: Self.row?.timeColumn) { _ in nil })
  }

  /// The meaning of a row.
  public var tableDescription: String? { Self.rowDescription }

  /// The kind of a row, for reports and plots.
  public var tableRow: RowDescription? { Self.row }

  /// The slots that the stage reads and writes.
  public static func ports(_ options: NoOptions) -> Ports {
    Ports(reads: [.required(.recording), .required(source)], writes: [.required(.table)])
  }

  /// Makes the table.
  public func run(_ workspace: inout Workspace) throws {
    let source = try workspace.get(Self.source)
    let columns = try Self.columns(of: source, in: workspace)
    let rows = try Self.rows(of: source)
    // Rows are made block by block when they are written, so that a day's table need not be in memory.
    try workspace.set(.table, TableRows(rowCount: rows.count, columns: columns) { Array(rows[$0]) })
  }

  /// All columns of the table of a recording.
  static func columns(of source: Source, in workspace: Workspace) throws -> [ColumnDefinition<Row>] {
    let identity = try workspace.get(.recording).identity
    let start = startTime(of: source, identity)
    return identifying.columns(
      of: identity, before: columns.withTimeFromStart(after: row?.timeColumn) { _ in start })
  }
}

/// The leading columns of a table, which identify the recording of a row.
public enum IdentifyingColumns: Sendable {
  /// Only the identifier, for tables with many rows per recording.
  case recording
  /// Only the session's identifier, in the column that contains the recording's identifier in other tables.
  case session
  /// The identifier and the subject.
  case subjectID
  /// The identifier, the subject, the sport and the wrist.
  case subject

  private var definitions: [ColumnDefinition<RecordingIdentity>] {
    switch self {
    case .recording: [IdentityColumns.recordingID]
    case .session: [IdentityColumns.sessionID]
    case .subjectID: [IdentityColumns.recordingID, IdentityColumns.subjectID]
    case .subject: [IdentityColumns.recordingID] + IdentityColumns.subject
    }
  }

  /// The identifying columns, followed by the columns of a table.
  fileprivate func columns<Row>(
    of identity: RecordingIdentity, before own: [ColumnDefinition<Row>]
  ) -> [ColumnDefinition<Row>] {
    definitions.map { $0.map { _ in identity } } + own
  }

  /// The definitions of the identifying columns, followed by the definitions of a table's columns.
  fileprivate func schema<Row>(before own: [ColumnDefinition<Row>]) -> [ColumnDescription] {
    definitions.map(\.description) + own.map(\.description)
  }
}

extension Slot where Value == TableRows {
  /// A table of features, for a writer: a `FeatureTable`, or rows that are made when they are written.
  public static let table = Slot("table", summary: "a table of features with names, units and descriptions")
}

extension Workspace {
  /// Writes a table in memory to a slot of tables.
  ///
  /// - Throws: `SlotError` if the stage does not declare the slot as written.
  public mutating func set(_ slot: Slot<TableRows>, _ table: FeatureTable) throws {
    try set(slot, TableRows(table))
  }
}

extension RunResult {
  /// The table that a stage wrote to a slot, in memory; nil if the run has not kept it.
  ///
  /// - Throws: the errors of making its rows.
  public func value(_ slot: Slot<TableRows>, from stageID: String) throws -> FeatureTable? {
    try value(slot, at: SlotReference(stageID: stageID, slot: slot.name))
  }

  /// The table of a slot, in memory; nil if the run has not kept it.
  ///
  /// - Throws: the errors of making its rows.
  public func value(_ slot: Slot<TableRows>, at reference: SlotReference) throws -> FeatureTable? {
    let rows: TableRows? = value(slot, at: reference)
    return try rows?.table()
  }
}

extension StageBench.Outputs {
  /// The table that the stage wrote to a slot, in memory; nil if it wrote none.
  public subscript(_ slot: Slot<TableRows>) -> FeatureTable? {
    get throws {
      let rows: TableRows? = self[slot]
      return try rows?.table()
    }
  }
}
