import HeadMotion
import Pipelines
import Tables

/// Makes a table of poses of the head.
public struct PoseFeatureStage: TableStage {
  /// `features.pose`.
  public static let type: StageType = "features.pose"
  /// A one-line summary.
  public static let summary = "Makes a table of where the head was turned, one row per pose."
  /// The text of the reference page.
  public static let details = """
    Yaw, pitch and roll from the reference, the rotation as a quaternion, the bud, and how far the reference can be trusted. \
    No pose lies in a gap. How many there are per second is set by `pose_rate_hz` of `detectors.head_motion`.
    """
  /// The meaning of a row.
  public static let rowDescription =
    "One row per pose of the head: where it was turned, relative to the reference."
  /// The kind of a row, for reports and plots.
  public static var row: RowDescription? { HeadRows.poses }
  /// The slot from which the table is made.
  public static var source: Slot<PoseRecords> { .poses }
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<HeadPose>] { PoseColumns.all }

  /// Makes the stage.
  public init(_ options: NoOptions) {}

  /// The rows, all in memory.
  public static func rows(of poses: PoseRecords) throws -> [HeadPose] { try poses.read(0..<poses.count) }

  /// Makes the table.
  public func run(_ workspace: inout Workspace) throws {
    let poses = try workspace.get(.poses)
    // Hours of poses are not kept in memory: their rows are made as they are written.
    let columns = try Self.columns(of: poses, in: workspace)
    try workspace.set(.table, TableRows(rowCount: poses.count, columns: columns) { try poses.read($0) })
  }
}
