import HeadMotion
import Pipelines
import Swings
import Tables

/// Makes a table of sets of repetitions.
public struct RepetitionSetFeatureStage: Stage {
  /// It has no options.
  public typealias Options = NoOptions

  /// `features.repetition_set`.
  public static let type: StageType = "features.repetition_set"
  /// What it does.
  public static let summary = "Makes a table of sets of repetitions, one row a set."
  /// The reference page.
  public static let details = """
    How many repetitions a set has, how many partial ones were not counted, the cadence, the depth and its change, rests \
    and gaps.
    """

  /// The columns, which are the same for every recording.
  public var tableSchema: [ColumnDescription]? { IdentifyingColumns.subject.schema(before: SetColumns.all) }

  /// What a row is.
  public var tableDescription: String? { "One row a set of repetitions: how many there were, how fast, and how deep." }

  /// What it reads and writes.
  public static func ports(_ options: NoOptions) -> Ports {
    Ports(reads: [.required(.recording), .required(.repetitionSets)], writes: [.required(.table)])
  }

  /// Takes no options.
  public init(_ options: NoOptions) {}

  /// Makes the table.
  public func run(_ workspace: inout Workspace) throws {
    let columns = IdentifyingColumns.subject.columns(
      of: try workspace.get(.recording).identity, before: SetColumns.all)
    let rows = try workspace.get(.repetitionSets)
    try workspace.set(.table, FeatureTable(rows: rows, columns: columns))
  }
}
