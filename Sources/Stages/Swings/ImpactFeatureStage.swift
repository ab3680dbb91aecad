import Pipelines
import Swings
import Tables

/// Measures the features of impacts. It needs no device motion.
public struct ImpactFeatureStage: Stage {
  /// It has no options.
  public typealias Options = NoOptions

  /// `features.impact`.
  public static let type: StageType = "features.impact"
  /// A one-line summary.
  public static let summary = "Measures each impact's burst and makes a table of them, one row per impact."
  /// The text of the reference page.
  public static let details = """
    For recordings without device motion, or where every impact is wanted, a swing or not: strength, shape, spectrum \
    and context of the burst, in the columns that features.swing has for hits.
    """
  /// The columns, which are the same for every recording.
  public var tableSchema: [ColumnDescription]? { ImpactColumns.all.map(\.description) }

  /// The meaning of a row.
  public var tableDescription: String? {
    "One row per impact, a swing's or not: when it was, and what was measured on its burst."
  }

  /// The kind of a row, for reports and plots.
  public var tableRow: RowDescription? { SwingRows.impacts }

  /// The slots that it reads and writes.
  public static func ports(_ options: NoOptions) -> Ports {
    Ports(
      reads: [.required(.recording), .required(.impacts), .required(.accelerometer), .required(.acceleration)],
      writes: [.required(.table)])
  }

  /// Makes the stage.
  public init(_ options: NoOptions) {}

  /// Prepares to measure every impact as the acceleration passes.
  public func prepare(_ workspace: inout Workspace) throws {
    guard let measurement = try workspace.preparation(of: .impacts, as: SwingMeasurement.self),
      try workspace.preparation(of: .accelerometer, as: SwingPass.self) === measurement.pass,
      try workspace.preparation(of: .acceleration, as: FilterPreparation.self)?.design == measurement.rules.filter
    else { return }
    try workspace.prepare(.table, as: measurement)
    measurement.measureImpacts()
  }

  /// Makes the table.
  public func run(_ workspace: inout Workspace) throws {
    let identity = try workspace.get(.recording).identity
    let rows = try measured(in: workspace).enumerated().map { index, measured in
      ImpactColumns.Row(identity: identity, index: index, measured: measured)
    }
    try workspace.set(.table, FeatureTable(rows: rows, columns: ImpactColumns.all))
  }

  private func measured(in workspace: Workspace) throws -> [MeasuredImpact] {
    let impacts = try workspace.get(.impacts)
    let findings = try workspace.ownPreparation(of: .table, as: SwingMeasurement.self)?.findings
    if let findings, let measured = findings.measuredImpacts, findings.impacts == impacts { return measured }
    let signals = SwingSignals(
      acceleration: try workspace.get(.accelerometer), filtered: try workspace.get(.acceleration))
    return try impacts.map { try MeasuredImpact($0, in: signals) }
  }
}
