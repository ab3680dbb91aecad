import Pipelines
import Swings
import Tables

/// Makes a table with one row about the whole recording.
public struct RecordingFeatureStage: Stage {
  /// It has no options.
  public typealias Options = NoOptions

  /// `features.recording`.
  public static let type: StageType = "features.recording"
  /// A one-line summary.
  public static let summary = "Makes a table of one row per recording: lengths, rates, faults of timestamps, counts."
  /// The text of the reference page.
  public static let details = """
    When the recording began, and the length, measured rate, gaps, lost samples, duplicate and backward timestamps of each \
    stream, how late the timestamps of the device motion are against the accelerometer's, and how many impacts, hits, misses \
    and rejected candidates there are. What the pipeline does not look for is missing, and so is what the file does \
    not say.
    """

  /// The columns, which are the same for every recording.
  public var tableSchema: [ColumnDescription]? { RecordingColumns.all.map(\.description) }

  /// The meaning of a row.
  public var tableDescription: String? {
    "One row per recording: when it began, lengths, measured rates, quality of the timestamps, and counts."
  }

  /// The kind of a row, for reports.
  public var tableRow: RowDescription? { RecordingRows.recordings }

  /// The slots that it reads and writes.
  public static func ports(_ options: NoOptions) -> Ports {
    Ports(
      reads: [
        .required(.recording), .optional(.impacts), .optional(.labelledSwings), .optional(.rejected),
      ], writes: [.required(.table)])
  }

  /// Makes the stage.
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
