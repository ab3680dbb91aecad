import HeadMotion
import Pipelines
import Tables

/// Makes a table of recordings of headphone motion.
public struct HeadSummaryFeatureStage: TableStage {
  /// `features.head_summary`.
  public static let type: StageType = "features.head_summary"
  /// A one-line summary.
  public static let summary = "Makes a table of the recording of headphone motion as a whole, one row per recording."
  /// The text of the reference page.
  public static let details = """
    Length, samples, buds, gaps and handovers, the reference and how far it held, the range of the angles, the drift of yaw \
    while the head was still, and the time in each posture.
    """
  /// The meaning of a row.
  public static let rowDescription =
    "One row per recording of headphone motion: what it holds, and what the head did in it."
  /// The kind of a row, for reports and plots.
  public static var row: RowDescription? { HeadRows.summary }
  /// The slot from which the table is made.
  public static var source: Slot<HeadFindings> { .headMotion }
  /// The identifying columns.
  public static var identifying: IdentifyingColumns { .subjectID }
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<HeadSummary>] { HeadSummaryColumns.all }

  /// Makes the stage.
  public init(_ options: NoOptions) {}

  /// The rows.
  public static func rows(of findings: HeadFindings) -> [HeadSummary] { [findings.summary] }
}
