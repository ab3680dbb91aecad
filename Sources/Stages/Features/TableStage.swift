import Pipelines
import Recordings
import Tables

/// A stage that makes a table of what another stage found: rows, with columns in front that say of which recording they are.
public protocol TableStage: Stage where Options == NoOptions {
  /// What a row is made of.
  associatedtype Row
  /// What the table is made of.
  associatedtype Source: Sendable
  /// The slot of it.
  static var source: Slot<Source> { get }
  /// What a row is, in a sentence.
  static var rowDescription: String { get }
  /// What a row is, for reports and pictures; nil for rows that are shown by no picture and counted nowhere.
  static var row: RowDescription? { get }
  /// The columns in front.
  static var identifying: IdentifyingColumns { get }
  /// The columns after them.
  static var columns: [ColumnDefinition<Row>] { get }
  /// Takes no options.
  init(_ options: NoOptions)
  /// The start of the recording that `time_from_start_s` counts from, in s on the clock of the rows.
  static func startTime(of source: Source, _ identity: RecordingIdentity) -> Double?
  /// The rows.
  static func rows(of source: Source) throws -> [Row]
}

extension TableStage {
  /// The identifier alone.
  public static var identifying: IdentifyingColumns { .recording }

  /// That of the recording.
  public static func startTime(of source: Source, _ identity: RecordingIdentity) -> Double? { identity.startTime }

  /// The columns, which are the same for every recording.
  public var tableSchema: [ColumnDescription]? {
    Self.identifying.schema(before: Self.columns.withTimeFromStart(after: Self.row?.timeColumn) { _ in nil })
  }

  /// What a row is.
  public var tableDescription: String? { Self.rowDescription }

  /// What a row is, for reports and pictures.
  public var tableRow: RowDescription? { Self.row }

  /// What it reads and writes.
  public static func ports(_ options: NoOptions) -> Ports {
    Ports(reads: [.required(.recording), .required(source)], writes: [.required(.table)])
  }

  /// Makes the table.
  public func run(_ workspace: inout Workspace) throws {
    let source = try workspace.get(Self.source)
    let columns = try Self.columns(of: source, in: workspace)
    try workspace.set(.table, FeatureTable(rows: try Self.rows(of: source), columns: columns))
  }

  /// All columns of the table of a recording.
  static func columns(of source: Source, in workspace: Workspace) throws -> [ColumnDefinition<Row>] {
    let identity = try workspace.get(.recording).identity
    let start = startTime(of: source, identity)
    return identifying.columns(
      of: identity, before: columns.withTimeFromStart(after: row?.timeColumn) { _ in start })
  }
}
