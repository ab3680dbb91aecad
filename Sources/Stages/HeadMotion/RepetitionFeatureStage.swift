import HeadMotion
import Pipelines
import Tables

/// Makes a table of repetitions.
public struct RepetitionFeatureStage: TableStage {
  /// `features.repetition`.
  public static let type: StageType = "features.repetition"
  /// A one-line summary.
  public static let summary = "Makes a table of repetitions, one row per repetition."
  /// The text of the reference page.
  public static let details = """
    Start, bottom and end, the time down and up, the hold at the bottom, the rest after it, and estimates of depth and speed \
    from the acceleration along gravity.
    """
  /// The meaning of a row.
  public static let rowDescription =
    "One row per repetition, such as a push-up: when it was, how long it took, and how deep it went."
  /// The kind of a row, for reports and plots.
  public static var row: RowDescription? { HeadRows.repetitions }
  /// The slot from which the table is made.
  public static var source: Slot<[Repetition]> { .repetitions }
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<RepetitionColumns.Row>] { RepetitionColumns.all }

  /// Makes the stage.
  public init(_ options: NoOptions) {}

  /// The rows.
  public static func rows(of repetitions: [Repetition]) -> [RepetitionColumns.Row] {
    RepetitionColumns.Row.rows(repetitions)
  }
}
