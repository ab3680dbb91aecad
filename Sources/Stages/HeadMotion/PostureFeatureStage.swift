import HeadMotion
import Pipelines
import Swings
import Tables

/// Makes a table of postures.
public struct PostureFeatureStage: Stage {
  /// It has no options.
  public typealias Options = NoOptions

  /// `features.posture`.
  public static let type: StageType = "features.posture"
  /// What it does.
  public static let summary = "Makes a table of postures, one row an interval."
  /// The reference page.
  public static let details = """
    When the head was held well, when it hung a little and when it hung far, with the smoothed pitch of each interval. \
    A gap ends an interval. The limits are options of `detectors.head_motion`.
    """

  /// The columns, which are the same for every recording.
  public var tableSchema: [ColumnDescription]? { IdentifyingColumns.recording.schema(before: PostureColumns.all) }

  /// What a row is.
  public var tableDescription: String? {
    "One row an interval of one posture: how far the head hung, and for how long."
  }

  /// What it reads and writes.
  public static func ports(_ options: NoOptions) -> Ports {
    Ports(reads: [.required(.recording), .required(.postures)], writes: [.required(.table)])
  }

  /// Takes no options.
  public init(_ options: NoOptions) {}

  /// Makes the table.
  public func run(_ workspace: inout Workspace) throws {
    let columns = IdentifyingColumns.recording.columns(
      of: try workspace.get(.recording).identity, before: PostureColumns.all)
    let rows = try workspace.get(.postures)
    try workspace.set(.table, FeatureTable(rows: rows, columns: columns))
  }
}
