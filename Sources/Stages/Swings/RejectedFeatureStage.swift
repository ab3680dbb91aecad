import Pipelines
import Swings
import Tables

/// Makes a table of the rejected candidates.
public struct RejectedFeatureStage: TableStage {
  /// `features.rejected`.
  public static let type: StageType = "features.rejected"
  /// A one-line summary.
  public static let summary = "Makes a table of rejected candidates with their reasons, one row per candidate."
  /// The text of the reference page.
  public static let details = """
    For every impact and burst of rotation that is not a swing: when it was, why it was rejected, the value that \
    decided, and a sentence for people. Write it to a folder of its own with `writers.table` and its option `folder`.
    """
  /// The meaning of a row.
  public static let rowDescription = "One row per candidate that is no swing: when it was, and why."
  /// The kind of a row, for reports and plots.
  public static var row: RowDescription? { SwingRows.rejected }
  /// The slot from which the table is made.
  public static var source: Slot<[RejectedCandidate]> { .rejected }
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<RejectedCandidate>] { RejectedColumns.all }

  /// Makes the stage.
  public init(_ options: NoOptions) {}

  /// The rows.
  public static func rows(of rejected: [RejectedCandidate]) -> [RejectedCandidate] { rejected }
}
