import Pipelines
import Swings
import Tables

/// Makes a table of one row about the recording as a whole.
public struct RecordingFeatureStage: Stage {
  /// It has no options.
  public typealias Options = NoOptions

  /// `features.recording`.
  public static let type: StageType = "features.recording"
  /// What it does.
  public static let summary = "Makes a table of one row a recording: lengths, rates, quality of the stamps, and counts."
  /// The reference page.
  public static let details = """
    When the recording began, and the length, measured rate, gaps, lost samples, duplicate and backward stamps of each \
    stream, how late the stamps of the device motion are against the accelerometer's, and how many impacts, hits, misses \
    and refused candidates there are. What the pipeline does not find is missing, and so is what the file does not say.
    """

  /// The columns, which are the same for every recording.
  public var tableSchema: [ColumnDescription]? { RecordingColumns.all.map(\.description) }

  /// What a row is.
  public var tableDescription: String? {
    "One row a recording: when it began, lengths, measured rates, quality of the stamps, and counts."
  }

  /// What it reads and writes.
  public static func ports(_ options: NoOptions) -> Ports {
    Ports(
      reads: [
        .required(.recording), .optional(.impacts), .optional(.labelledSwings), .optional(.rejected),
      ], writes: [.required(.table)])
  }

  /// Takes no options.
  public init(_ options: NoOptions) {}

  /// Makes the table.
  public func run(_ workspace: inout Workspace) throws {
    let swings = try workspace.getIfPresent(.labelledSwings)
    let row = RecordingColumns.Row(
      facts: try workspace.get(.recording), impacts: try workspace.getIfPresent(.impacts)?.count,
      hits: swings?.count { $0.label == .hit }, misses: swings?.count { $0.label == .miss },
      rejected: try workspace.getIfPresent(.rejected)?.count)
    try workspace.set(.table, FeatureTable(rows: [row], columns: RecordingColumns.all))
  }
}
