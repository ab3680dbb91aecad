import SPPipelines
import SPSwings
import SPTables

/// Makes a table of the rejected candidates.
package struct RejectedFeatureStage: TableStage {
  package static let type: StageType = "features.rejected"
  package static let summary = "Makes a table of rejected candidates with their reasons, one row per candidate."
  package static let details = """
    For every impact and burst of rotation that is not a swing: when it was, why it was rejected, the value that \
    decided, and a sentence for people. Write it to a folder of its own with `writers.table` and its option `folder`.
    """
  package static let rowDescription = "One row per rejected candidate: its time, and the reason."
  package static var row: RowDescription? { SwingRows.rejected }
  package static var source: Slot<[RejectedCandidate]> { .rejected }
  package static var columns: [ColumnDefinition<RejectedCandidate>] { RejectedColumns.all }

  package init(_ options: NoOptions) {}

  package static func rows(of rejected: [RejectedCandidate]) -> [RejectedCandidate] { rejected }
}
