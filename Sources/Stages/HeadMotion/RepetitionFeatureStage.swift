import HeadMotion
import Pipelines
import Swings
import Tables

/// Makes a table of repetitions.
public struct RepetitionFeatureStage: Stage {
  /// It has no options.
  public typealias Options = NoOptions

  /// `features.repetition`.
  public static let type: StageType = "features.repetition"
  /// What it does.
  public static let summary = "Makes a table of repetitions, one row a repetition."
  /// The reference page.
  public static let details = """
    Start, bottom and end, the time down and up, the hold at the bottom, the rest after it, and estimates of depth and speed \
    from the acceleration along gravity.
    """

  /// The columns, which are the same for every recording.
  public var tableSchema: [ColumnDescription]? { IdentifyingColumns.recording.schema(before: RepetitionColumns.all) }

  /// What a row is.
  public var tableDescription: String? {
    "One row a repetition, such as a push-up: when it was, how long it took, and how deep it went."
  }

  /// What it reads and writes.
  public static func ports(_ options: NoOptions) -> Ports {
    Ports(reads: [.required(.recording), .required(.repetitions)], writes: [.required(.table)])
  }

  /// Takes no options.
  public init(_ options: NoOptions) {}

  /// Makes the table.
  public func run(_ workspace: inout Workspace) throws {
    let columns = IdentifyingColumns.recording.columns(
      of: try workspace.get(.recording).identity, before: RepetitionColumns.all)
    let rows = RepetitionColumns.Row.rows(try workspace.get(.repetitions))
    try workspace.set(.table, FeatureTable(rows: rows, columns: columns))
  }
}
