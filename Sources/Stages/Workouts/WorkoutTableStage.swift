import Pipelines
import Swings
import Tables
import Workouts

/// A stage that makes a table of a part of a workout, or of what was found in one, each row of which begins with the session's identifier.
public protocol WorkoutTableStage: Stage where Options == NoOptions {
  /// What a row is made of.
  associatedtype Row
  /// What the table is made of.
  associatedtype Source: Sendable = WorkoutSession
  /// The slot of it.
  static var source: Slot<Source> { get }
  /// The name that the ready pipelines write the table by.
  static var tableName: String { get }
  /// What a row is, in a sentence.
  static var rowDescription: String { get }
  /// The columns after the identifier.
  static var columns: [ColumnDefinition<Row>] { get }
  /// Takes no options.
  init(_ options: NoOptions)
  /// The rows of a workout.
  static func rows(of workout: Source) -> [Row]
}

extension WorkoutTableStage where Source == WorkoutSession {
  /// The workout.
  public static var source: Slot<WorkoutSession> { .workout }
}

extension WorkoutTableStage {
  /// The reference page.
  public static var details: String {
    """
    \(rowDescription) Tables name the session in `recording_id`. Write it to a folder of its own with `writers.table` and \
    its option `folder`, as `\(tableName)`.
    """
  }

  /// The columns, which are the same for every workout.
  public var tableSchema: [ColumnDescription]? {
    IdentifyingColumns.recording.schema(before: Self.columns)
  }

  /// What a row is.
  public var tableDescription: String? { Self.rowDescription }

  /// What it reads and writes.
  public static func ports(_ options: NoOptions) -> Ports {
    Ports(reads: [.required(.recording), .required(source)], writes: [.required(.table)])
  }

  /// Makes the table.
  public func run(_ workspace: inout Workspace) throws {
    let columns = IdentifyingColumns.recording.columns(
      of: try workspace.get(.recording).identity, before: Self.columns)
    try workspace.set(.table, FeatureTable(rows: Self.rows(of: try workspace.get(Self.source)), columns: columns))
  }
}
