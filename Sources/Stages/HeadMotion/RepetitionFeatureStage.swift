import HeadMotion
import Pipelines
import Tables

/// Makes a table of repetitions.
public struct RepetitionFeatureStage: TableStage {
  /// `features.repetition`.
  public static let type: StageType = "features.repetition"
  /// What it does.
  public static let summary = "Makes a table of repetitions, one row a repetition."
  /// The reference page.
  public static let details = """
    Start, bottom and end, the time down and up, the hold at the bottom, the rest after it, and estimates of depth and speed \
    from the acceleration along gravity.
    """
  /// What a row is.
  public static let rowDescription =
    "One row a repetition, such as a push-up: when it was, how long it took, and how deep it went."
  /// What a row is, for reports and pictures.
  public static var row: RowDescription? { HeadRows.repetitions }
  /// What it is made of.
  public static var source: Slot<[Repetition]> { .repetitions }
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<RepetitionColumns.Row>] { RepetitionColumns.all }

  /// Takes no options.
  public init(_ options: NoOptions) {}

  /// The rows.
  public static func rows(of repetitions: [Repetition]) -> [RepetitionColumns.Row] {
    RepetitionColumns.Row.rows(repetitions)
  }
}
