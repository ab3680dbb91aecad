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
    NaN. `swingpipe describe columns swings` lists the columns with their formulas, as does `OUTPUT/_meta/schema.json`.
    """
  package var tableSchema: [ColumnDescription]? { SwingColumns.all.map(\.description) }

  package var tableDescription: String? {
    "One row per swing: times, label and features."
  }

  package var tableRow: RowDescription? { SwingRowDescriptions.swings }

  package static func ports(_ options: NoOptions) -> Ports {
    Ports(
      reads: [
        .required(.recording), .passing(.labelledSwings), .passing(.accelerometer), .passing(.acceleration),
        .passing(.deviceMotion),
      ], writes: [.required(.table)])
  }

  package init(_ options: NoOptions) {}

  /// Measures every swing as the samples pass, and makes the table at the end.
  package func makeOperator(_ workspace: inout Workspace) throws -> any StageOperator {
    let measuring = try SwingMeasuring(
      workspace.source(of: .labelledSwings), raw: workspace.source(of: .accelerometer),
      filtered: workspace.source(of: .acceleration), workspace.source(of: .deviceMotion))
    return AtEnd { workspace in
      let identity = try workspace.get(.recording).identity
      let swings = try measuring.finish(workspace.get(.labelledSwings))
      let anchors = swings.map(\.swing.anchorTime)
      let order = swings.indices.sorted { anchors[$0] < anchors[$1] }
      // Rows are made block by block when they are written, so that a day's table need not be in memory.
      try workspace.set(
        .table,
        TableRows(rowCount: swings.count, columns: SwingColumns.all) { range in
          range.map { SwingColumns.Row(identity: identity, index: $0, swing: swings[order[$0]]) }
        })
    }
  }
}

/// Measures the features of impacts. It needs no device motion.
package struct ImpactFeatureStage: Stage {
  package typealias Options = NoOptions

  package static let type: StageType = "features.impact"
  package static let summary = "Measures each impact's burst and makes a table of them, one row per impact."
  package static let details = """
    For recordings without device motion, or where every impact is wanted, a swing or not: strength, shape, spectrum \
    and context of the burst, in the columns that features.swing has for hits.
    """
  package var tableSchema: [ColumnDescription]? { ImpactColumns.all.map(\.description) }

  package var tableDescription: String? {
    "One row per impact, in a swing or not: its time, and the features of its burst."
  }

  package var tableRow: RowDescription? { SwingRowDescriptions.impacts }

  package static func ports(_ options: NoOptions) -> Ports {
    Ports(
      reads: [.required(.recording), .passing(.impacts), .passing(.accelerometer), .passing(.acceleration)],
      writes: [.required(.table)])
  }

  package init(_ options: NoOptions) {}

  /// Measures every impact as the acceleration passes, and makes the table at the end.
  package func makeOperator(_ workspace: inout Workspace) throws -> any StageOperator {
    let measuring = try ImpactMeasuring(
      workspace.source(of: .impacts), raw: workspace.source(of: .accelerometer),
      filtered: workspace.source(of: .acceleration))
    return AtEnd { workspace in
      let identity = try workspace.get(.recording).identity
      let rows = try measuring.finish().enumerated().map { index, measured in
        ImpactColumns.Row(identity: identity, index: index, measured: measured)
      }
      try workspace.set(.table, FeatureTable(rows: rows, columns: ImpactColumns.all))
    }
  }
}

/// Makes a table of the rejected candidates.
package struct RejectedFeatureStage: TableStage {
  package static let type: StageType = "features.rejected"
  package static let summary = "Makes a table of rejected candidates with their reasons, one row per candidate."
  package static let details = """
    For every impact and burst of rotation that is not a swing: when it was, why it was rejected, the value that \
    decided, and a sentence for people. Write the table to a separate folder with `writers.table` and its option \
    `folder`.
    """
  package static let rowDescription = "One row per rejected candidate: its time, and the reason."
  package static var row: RowDescription? { SwingRowDescriptions.rejected }
  package static var source: Slot<[RejectedCandidate]> { .rejected }
  package static var columns: [ColumnDefinition<RejectedCandidate>] { RejectedColumns.all }

  package init(_ options: NoOptions) {}

  package static func rows(of rejected: [RejectedCandidate]) -> [RejectedCandidate] { rejected }
}

/// Makes a table of the movements that would be swings if the recording showed play.
package struct PossibleStrokeFeatureStage: TableStage {
  package static let type: StageType = "features.possible_stroke"
  package static let summary =
    "Makes a table of possible strokes of recordings without evidence of play, one row per movement."
  package static let details = """
    Without evidence of play, detectors.air_swing calls nothing a swing. This table lists what might be one, with a \
    probability. It is empty for recordings that show play. If a recording is practice, `run --practice` makes swings \
    of them. Write the table to a separate folder with `writers.table` and its option `folder`.
    """
  package static let rowDescription = "One row per movement that would be a swing if the recording showed play."
  package static var row: RowDescription? { SwingRowDescriptions.possible }
  package static var source: Slot<[PossibleStroke]> { .possibleStrokes }
  package static var columns: [ColumnDefinition<PossibleStroke>] { PossibleStrokeColumns.all }

  package init(_ options: NoOptions) {}

  package static func rows(of strokes: [PossibleStroke]) -> [PossibleStroke] { strokes }
}
