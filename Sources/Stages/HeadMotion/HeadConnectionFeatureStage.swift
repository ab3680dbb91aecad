import HeadMotion
import Pipelines
import Tables

/// Makes a table of connections of headphones.
public struct HeadConnectionFeatureStage: TableStage {
  /// `features.head_connection`.
  public static let type: StageType = "features.head_connection"
  /// A one-line summary.
  public static let summary =
    "Makes a table of when headphones sent motion and when they did not, one row per interval."
  /// The text of the reference page.
  public static let details = """
    Stretches of samples of one bud, with what began them and whether the reference held, and the gaps and disconnections \
    between them. Handovers from one bud to the other begin a row, too.
    """
  /// The meaning of a row.
  public static let rowDescription =
    "One row per interval in which one bud sent motion, or in which none came."
  /// The kind of a row, for reports and plots.
  public static var row: RowDescription? { HeadRows.connections }
  /// The slot from which the table is made.
  public static var source: Slot<HeadFindings> { .headMotion }
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<HeadConnectionColumns.Row>] { HeadConnectionColumns.all }

  /// Makes the stage.
  public init(_ options: NoOptions) {}

  /// The rows.
  public static func rows(of findings: HeadFindings) -> [HeadConnectionColumns.Row] {
    HeadConnectionColumns.Row.rows(findings.connections)
  }
}
