import HeadMotion
import Pipelines
import Swings
import Tables

/// Makes a table of connections of headphones.
public struct HeadConnectionFeatureStage: Stage {
  /// It has no options.
  public typealias Options = NoOptions

  /// `features.head_connection`.
  public static let type: StageType = "features.head_connection"
  /// What it does.
  public static let summary = "Makes a table of when headphones sent motion and when they did not, one row an interval."
  /// The reference page.
  public static let details = """
    Stretches of samples of one bud, with what began them and whether the reference held, and the gaps and disconnections \
    between them. Handovers from one bud to the other begin a row, too.
    """

  /// The columns, which are the same for every recording.
  public var tableSchema: [ColumnDescription]? {
    IdentifyingColumns.recording.schema(before: HeadConnectionColumns.all)
  }

  /// What a row is.
  public var tableDescription: String? { "One row an interval in which one bud sent motion, or in which none came." }

  /// What it reads and writes.
  public static func ports(_ options: NoOptions) -> Ports {
    Ports(reads: [.required(.recording), .required(.headMotion)], writes: [.required(.table)])
  }

  /// Takes no options.
  public init(_ options: NoOptions) {}

  /// Makes the table.
  public func run(_ workspace: inout Workspace) throws {
    let columns = IdentifyingColumns.recording.columns(
      of: try workspace.get(.recording).identity, before: HeadConnectionColumns.all)
    let rows = HeadConnectionColumns.Row.rows(try workspace.get(.headMotion).connections)
    try workspace.set(.table, FeatureTable(rows: rows, columns: columns))
  }
}
