import Pipelines
import Swings
import Tables

/// Makes a table of the candidates that were refused.
public struct RejectedFeatureStage: Stage {
  /// It has no options.
  public typealias Options = NoOptions

  /// `features.rejected`.
  public static let type: StageType = "features.rejected"
  /// What it does.
  public static let summary = "Makes a table of refused candidates with their reasons, one row a candidate."
  /// The reference page.
  public static let details = """
    For every impact and burst of rotation that is no swing: when it was, why it was refused, the value that decided, \
    and a sentence for people. Write it to a folder of its own with `writers.table` and its option `folder`.
    """

  /// The columns, which are the same for every recording.
  public var tableSchema: [ColumnDescription]? {
    IdentifyingColumns.recording.schema(before: RejectedColumns.all)
  }

  /// What a row is.
  public var tableDescription: String? { "One row a candidate that is no swing: when it was, and why." }

  /// What it reads and writes.
  public static func ports(_ options: NoOptions) -> Ports {
    Ports(reads: [.required(.recording), .required(.rejected)], writes: [.required(.table)])
  }

  /// Takes no options.
  public init(_ options: NoOptions) {}

  /// Makes the table.
  public func run(_ workspace: inout Workspace) throws {
    let columns = IdentifyingColumns.recording.columns(
      of: try workspace.get(.recording).identity, before: RejectedColumns.all)
    let rejected = try workspace.get(.rejected)
    try workspace.set(
      .table, FeatureTable(rowCount: rejected.count, columns: columns) { Array(rejected[$0]) })
  }
}
