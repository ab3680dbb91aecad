import Pipelines
import Recordings
import Tables

/// A stage that makes a table of another stage's results: rows, with leading columns that identify the recording.
public protocol TableStage: Stage where Options == NoOptions {
  /// The type of a row's source.
  associatedtype Row: Sendable
  /// The type of the result from which the table is made.
  associatedtype Source: Sendable
  /// The slot of the result from which the table is made.
  static var source: Slot<Source> { get }
  /// The meaning of a row, in a sentence.
  static var rowDescription: String { get }
  /// The kind of a row, for reports and plots; nil for rows that are neither plotted nor counted.
  static var row: RowDescription? { get }
  /// The identifying columns.
  static var identifying: IdentifyingColumns { get }
  /// The columns after them.
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

  /// The slots that it reads and writes.
  public static func ports(_ options: NoOptions) -> Ports {
    Ports(reads: [.required(.recording), .required(source)], writes: [.required(.table)])
  }

  /// Makes the table.
  public func run(_ workspace: inout Workspace) throws {
    let source = try workspace.get(Self.source)
    let columns = try Self.columns(of: source, in: workspace)
    let rows = try Self.rows(of: source)
    // Made block by block as they are written: a day's table need not be in memory.
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
