import HeadMotion
import Pipelines
import Swings
import Tables

/// Makes a table of poses of the head.
public struct PoseFeatureStage: Stage {
  /// It has no options.
  public typealias Options = NoOptions

  /// `features.pose`.
  public static let type: StageType = "features.pose"
  /// What it does.
  public static let summary = "Makes a table of where the head was turned, one row a pose."
  /// The reference page.
  public static let details = """
    Yaw, pitch and roll from the reference, the rotation as a quaternion, the bud, and how far the reference can be trusted. \
    No pose lies in a gap. How many there are in a second is said by `pose_rate_hz` of `detectors.head_motion`.
    """

  /// The columns, which are the same for every recording.
  public var tableSchema: [ColumnDescription]? { IdentifyingColumns.recording.schema(before: PoseColumns.all) }

  /// What a row is.
  public var tableDescription: String? { "One row a pose of the head: where it was turned, relative to the reference." }

  /// What a row is, for reports and pictures.
  public var tableRow: RowDescription? { HeadRows.poses }

  /// What it reads and writes.
  public static func ports(_ options: NoOptions) -> Ports {
    Ports(reads: [.required(.recording), .required(.poses)], writes: [.required(.table)])
  }

  /// Takes no options.
  public init(_ options: NoOptions) {}

  /// Makes the table.
  public func run(_ workspace: inout Workspace) throws {
    let columns = IdentifyingColumns.recording.columns(
      of: try workspace.get(.recording).identity, before: PoseColumns.all)
    let poses = try workspace.get(.poses)
    // Hours of poses are not held: their rows are made as they are written.
    try workspace.set(.table, TableRows(rowCount: poses.count, columns: columns) { try poses.read($0) })
  }
}
