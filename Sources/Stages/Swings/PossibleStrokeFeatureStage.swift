import SPPipelines
import SPSwings
import SPTables

/// Makes a table of the movements that would be swings if the recording showed play.
package struct PossibleStrokeFeatureStage: TableStage {
  package static let type: StageType = "features.possible_stroke"
  package static let summary =
    "Makes a table of possible strokes of recordings without evidence of play, one row per movement."
  package static let details = """
    Without evidence of play, detectors.air_swing calls nothing a swing. This table lists what might be one, with a \
    probability. It is empty for recordings that show play. If a recording is practice, `run --practice` makes swings of \
    them. Write the table to a folder of its own with `writers.table` and its option `folder`.
    """
  package static let rowDescription = "One row per movement that would be a swing if the recording showed play."
  package static var row: RowDescription? { SwingRows.possible }
  package static var source: Slot<[PossibleStroke]> { .possibleStrokes }
  package static var columns: [ColumnDefinition<PossibleStroke>] { PossibleStrokeColumns.all }

  package init(_ options: NoOptions) {}

  package static func rows(of strokes: [PossibleStroke]) -> [PossibleStroke] { strokes }
}
