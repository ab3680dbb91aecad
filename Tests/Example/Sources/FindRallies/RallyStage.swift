import Swingpipe

/// Groups swings into rallies.
struct RallyStage: Stage {
  static let type: StageType = "features.rally"
  static let summary = "Groups swings into rallies and makes a table of them, one row per rally."
  static let details = """
    Swings belong to one rally as long as no more than `max_pause_s` lies between the anchors of one and the next.
    """

  private let options: RallyOptions

  /// The columns, which are the same for every recording.
  var tableSchema: [ColumnDescription]? { RallyColumns.all.map(\.description) }
  /// What a row of the table is.
  var tableRow: RowDescription? { RallyColumns.row }

  static func ports(_ options: RallyOptions) -> Ports {
    Ports(reads: [.required(.recording), .required(.labelledSwings)], writes: [.required(.table)])
  }

  init(_ options: RallyOptions) { self.options = options }

  func run(_ workspace: inout Workspace) throws {
    let recordingID = try workspace.get(.recording).identity.recordingID
    let rallies = Rally.rallies(in: try workspace.get(.labelledSwings), maxPauseS: options.maxPauseS)
      .filter { $0.swings.count >= options.minSwings }
    workspace.note("rallies", rallies.count)
    let rows = rallies.enumerated().map { RallyColumns.Row(recordingID: recordingID, index: $0, rally: $1) }
    try workspace.set(.table, FeatureTable(rows: rows, columns: RallyColumns.all))
  }
}
