import Pipelines
import Swings
import Tables

/// Makes a table of the candidates that were refused.
public struct RejectedFeatureStage: TableStage {
  /// `features.rejected`.
  public static let type: StageType = "features.rejected"
  /// What it does.
  public static let summary = "Makes a table of refused candidates with their reasons, one row a candidate."
  /// The reference page.
  public static let details = """
    For every impact and burst of rotation that is no swing: when it was, why it was refused, the value that decided, \
    and a sentence for people. Write it to a folder of its own with `writers.table` and its option `folder`.
    """
  /// What a row is.
  public static let rowDescription =
    "One row a candidate that is no swing: when it was, and why."
  /// What a row is, for reports and pictures.
  public static var row: RowDescription? { SwingRows.rejected }
  /// What it is made of.
  public static var source: Slot<[RejectedCandidate]> { .rejected }
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<RejectedCandidate>] { RejectedColumns.all }

  /// Takes no options.
  public init(_ options: NoOptions) {}

  /// The rows.
  public static func rows(of rejected: [RejectedCandidate]) -> [RejectedCandidate] { rejected }
}
