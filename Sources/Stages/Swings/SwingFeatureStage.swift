import Pipelines
import Swings
import Tables

/// Measures the features of swings.
public struct SwingFeatureStage: Stage {
  /// It has no options.
  public typealias Options = NoOptions

  /// `features.swing`.
  public static let type: StageType = "features.swing"
  /// A one-line summary.
  public static let summary = "Measures each swing's features and makes a table of them, one row per swing."
  /// The text of the reference page.
  public static let details = """
    Timing, rotation and speed come from the device motion between the start and the anchor; strength, shape and \
    spectrum of the burst from the acceleration around the impact. What a miss does not have is missing, never zero or \
    NaN. `swingpipe columns swings` lists the columns with their formulas, as does `OUTPUT/_meta/schema.json`.
    """
  /// The columns, which are the same for every recording.
  public var tableSchema: [ColumnDescription]? { SwingColumns.all.map(\.description) }

  /// The meaning of a row.
  public var tableDescription: String? {
    "One row per swing: when it was, what was decided, and what was measured on it."
  }

  /// The kind of a row, for reports and plots.
  public var tableRow: RowDescription? { SwingRows.swings }

  /// The slots that it reads and writes.
  public static func ports(_ options: NoOptions) -> Ports {
    Ports(
      reads: [
        .required(.recording), .passing(.labelledSwings), .passing(.accelerometer), .passing(.acceleration),
        .passing(.deviceMotion),
      ], writes: [.required(.table)])
  }

  /// Makes the stage.
  public init(_ options: NoOptions) {}

  /// Measures every swing as the samples pass, and makes the table in the end.
  public func makeOperator(_ workspace: inout Workspace) throws -> any StageOperator {
    let measuring = try SwingMeasuring(
      workspace.source(of: .labelledSwings), raw: workspace.source(of: .accelerometer),
      filtered: workspace.source(of: .acceleration), workspace.source(of: .deviceMotion))
    return AtEnd { workspace in
      let identity = try workspace.get(.recording).identity
      let swings = try measuring.finish(workspace.get(.labelledSwings))
      let anchors = swings.map(\.swing.anchorTime)
      let order = swings.indices.sorted { anchors[$0] < anchors[$1] }
      // Rows are made block by block as they are written: a day's table need not be in memory.
      try workspace.set(
        .table,
        TableRows(rowCount: swings.count, columns: SwingColumns.all) { range in
          range.map { SwingColumns.Row(identity: identity, index: $0, swing: swings[order[$0]]) }
        })
    }
  }
}
