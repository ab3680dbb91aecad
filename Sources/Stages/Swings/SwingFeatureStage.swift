import SPPipelines
import SPSwings
import SPTables

/// Measures the features of swings.
package struct SwingFeatureStage: Stage {
  package typealias Options = NoOptions

  package static let type: StageType = "features.swing"
  package static let summary = "Measures each swing's features and makes a table of them, one row per swing."
  package static let details = """
    Timing, rotation and speed come from the device motion between the start and the anchor; strength, shape and \
    spectrum of the burst from the acceleration around the impact. What a miss does not have is missing, never zero or \
    NaN. `swingpipe columns swings` lists the columns with their formulas, as does `OUTPUT/_meta/schema.json`.
    """
  package var tableSchema: [ColumnDescription]? { SwingColumns.all.map(\.description) }

  package var tableDescription: String? {
    "One row per swing: times, label and features."
  }

  package var tableRow: RowDescription? { SwingRows.swings }

  package static func ports(_ options: NoOptions) -> Ports {
    Ports(
      reads: [
        .required(.recording), .passing(.labelledSwings), .passing(.accelerometer), .passing(.acceleration),
        .passing(.deviceMotion),
      ], writes: [.required(.table)])
  }

  package init(_ options: NoOptions) {}

  /// Measures every swing as the samples pass, and makes the table in the end.
  package func makeOperator(_ workspace: inout Workspace) throws -> any StageOperator {
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
