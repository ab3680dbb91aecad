import Swingpipe
import Walking

/// Makes a table of walks.
struct WalkFeatureStage: TableStage {
  static let type: StageType = "features.walk"
  static let summary = "Makes a table of walks, one row per walk."
  static let details = "When each walk was, how many steps it has, and how fast they follow each other."
  static let rowDescription = "One row per walk: when it was, its steps and its cadence."
  static var row: RowDescription? { WalkColumns.row }
  static var source: Slot<WalkFindings> { .walks }
  static var columns: [ColumnDefinition<Walk>] { WalkColumns.all }

  init(_ options: NoOptions) {}

  static func rows(of findings: WalkFindings) -> [Walk] { findings.walks }
}
