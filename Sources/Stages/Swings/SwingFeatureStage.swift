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
        .required(.recording), .required(.labelledSwings), .required(.accelerometer), .required(.acceleration),
        .required(.deviceMotion),
      ], writes: [.required(.table)])
  }

  /// Makes the stage.
  public init(_ options: NoOptions) {}

  /// Prepares to measure every swing as the samples pass.
  public func prepare(_ workspace: inout Workspace) throws {
    guard let measurement = try workspace.preparation(of: .labelledSwings, as: SwingMeasurement.self),
      try workspace.preparation(of: .accelerometer, as: SwingPass.self) === measurement.pass,
      try workspace.preparation(of: .deviceMotion, as: SwingPass.self) === measurement.pass,
      try workspace.preparation(of: .acceleration, as: FilterPreparation.self)?.design == measurement.rules.filter
    else { return }
    measurement.measureSwings()
  }

  /// Makes the table.
  public func run(_ workspace: inout Workspace) throws {
    let identity = try workspace.get(.recording).identity
    let signals = SwingSignals(
      acceleration: try workspace.get(.accelerometer), filtered: try workspace.get(.acceleration),
      motion: try workspace.get(.deviceMotion))
    let meter = try SwingMeter(signals: signals)
    let swings = try workspace.get(.labelledSwings)
    let order = swings.indices.sorted { swings[$0].swing.anchorTime < swings[$1].swing.anchorTime }
    let rows = TableRows(rowCount: swings.count, columns: SwingColumns.all) { range in
      try range.map { SwingColumns.Row(identity: identity, swing: try meter.measure(swings[order[$0]], at: $0)) }
    }
    // Measured rows are made block by block as they are written: a day's table need not be in memory. What has still to be
    // measured is read now, so that this stage answers for its errors.
    let isMeasured = swings.allSatisfy(\.hasFeatures)
    try workspace.set(.table, isMeasured ? rows : TableRows(rows.table()))
  }
}
