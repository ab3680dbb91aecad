import HeadMotion
import Pipelines
import Tables

/// Makes a table of sets of repetitions.
public struct RepetitionSetFeatureStage: TableStage {
  /// `features.repetition_set`.
  public static let type: StageType = "features.repetition_set"
  /// A one-line summary.
  public static let summary = "Makes a table of sets of repetitions, one row per set."
  /// The text of the reference page.
  public static let details = """
    How many repetitions a set has, how many partial ones were not counted, the cadence, the depth and its change, rests \
    and gaps.
    """
  /// The meaning of a row.
  public static let rowDescription =
    "One row per set of repetitions: how many there were, how fast, and how deep."
  /// The kind of a row, for reports and plots.
  public static var row: RowDescription? { HeadRows.sets }
  /// The slot from which the table is made.
  public static var source: Slot<[RepetitionSet]> { .repetitionSets }
  /// The identifying columns.
  public static var identifying: IdentifyingColumns { .subjectID }
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<RepetitionSet>] { SetColumns.all }

  /// Makes the stage.
  public init(_ options: NoOptions) {}

  /// The rows.
  public static func rows(of sets: [RepetitionSet]) -> [RepetitionSet] { sets }
}
