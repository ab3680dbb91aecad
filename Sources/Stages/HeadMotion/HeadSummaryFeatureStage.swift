import HeadMotion
import Pipelines
import Swings
import Tables

/// Makes a table of recordings of headphone motion.
public struct HeadSummaryFeatureStage: Stage {
  /// It has no options.
  public typealias Options = NoOptions

  /// `features.head_summary`.
  public static let type: StageType = "features.head_summary"
  /// What it does.
  public static let summary = "Makes a table of the recording of headphone motion as a whole, one row a recording."
  /// The reference page.
  public static let details = """
    Length, samples, buds, gaps and handovers, the reference and how far it held, the range of the angles, the drift of yaw \
    while the head was still, and the time in each posture.
    """

  /// The columns, which are the same for every recording.
  public var tableSchema: [ColumnDescription]? { IdentifyingColumns.subject.schema(before: HeadSummaryColumns.all) }

  /// What a row is.
  public var tableDescription: String? {
    "One row a recording of headphone motion: what it holds, and what the head did in it."
  }

  /// What it reads and writes.
  public static func ports(_ options: NoOptions) -> Ports {
    Ports(reads: [.required(.recording), .required(.headMotion)], writes: [.required(.table)])
  }

  /// Takes no options.
  public init(_ options: NoOptions) {}

  /// Makes the table.
  public func run(_ workspace: inout Workspace) throws {
    let columns = IdentifyingColumns.subject.columns(
      of: try workspace.get(.recording).identity, before: HeadSummaryColumns.all)
    let rows = [try workspace.get(.headMotion).summary]
    try workspace.set(.table, FeatureTable(rows: rows, columns: columns))
  }
}
