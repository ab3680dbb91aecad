import HeadMotion
import Pipelines
import Tables

/// Makes a table of sets of repetitions.
public struct RepetitionSetFeatureStage: TableStage {
  /// `features.repetition_set`.
  public static let type: StageType = "features.repetition_set"
  /// What it does.
  public static let summary = "Makes a table of sets of repetitions, one row a set."
  /// The reference page.
  public static let details = """
    How many repetitions a set has, how many partial ones were not counted, the cadence, the depth and its change, rests \
    and gaps.
    """
  /// What a row is.
  public static let rowDescription =
    "One row a set of repetitions: how many there were, how fast, and how deep."
  /// What a row is, for reports and pictures.
  public static var row: RowDescription? { HeadRows.sets }
  /// What it is made of.
  public static var source: Slot<[RepetitionSet]> { .repetitionSets }
  /// The columns in front.
  public static var identifying: IdentifyingColumns { .subjectID }
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<RepetitionSet>] { SetColumns.all }

  /// Takes no options.
  public init(_ options: NoOptions) {}

  /// The rows.
  public static func rows(of sets: [RepetitionSet]) -> [RepetitionSet] { sets }
}
