import HeadMotion
import Pipelines
import Tables

/// Makes a table of postures.
public struct PostureFeatureStage: TableStage {
  /// `features.posture`.
  public static let type: StageType = "features.posture"
  /// A one-line summary.
  public static let summary = "Makes a table of postures, one row per interval."
  /// The text of the reference page.
  public static let details = """
    When the head was held well, when it hung a little and when it hung far, with the smoothed pitch of each interval. \
    A gap ends an interval. The limits are options of `detectors.head_motion`.
    """
  /// The meaning of a row.
  public static let rowDescription =
    "One row per interval of one posture: how far the head hung, and for how long."
  /// The kind of a row, for reports and plots.
  public static var row: RowDescription? { HeadRows.postures }
  /// The slot from which the table is made.
  public static var source: Slot<[PostureInterval]> { .postures }
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<PostureInterval>] { PostureColumns.all }

  /// Makes the stage.
  public init(_ options: NoOptions) {}

  /// The rows.
  public static func rows(of postures: [PostureInterval]) -> [PostureInterval] { postures }
}
