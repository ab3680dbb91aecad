import Pipelines
import Swings
import Tables

/// Measures the features of impacts, for recordings without device motion.
public struct ImpactFeatureStage: Stage {
  /// It has no options.
  public typealias Options = NoOptions

  /// `features.impact`.
  public static let type: StageType = "features.impact"
  /// What it does.
  public static let summary = "Measures each impact's burst and makes a table of them, one row an impact."
  /// The reference page.
  public static let details = """
    For recordings without device motion, or where every impact is wanted, a swing or not: strength, shape, spectrum \
    and context of the burst, in the columns that features.swing has for hits.
    """
  /// Its part of the time.
  public static let effort = StageEffort(share: 14)

  /// The columns, which are the same for every recording.
  public var tableSchema: [ColumnDescription]? { ImpactColumns.all.map(\.description) }

  /// What a row is.
  public var tableDescription: String? {
    "One row an impact, a swing's or not: when it was, and what was measured on its burst."
  }

  /// What it reads and writes.
  public static func ports(_ options: NoOptions) -> Ports {
    Ports(
      reads: [.required(.recording), .required(.impacts), .required(.accelerometer), .required(.acceleration)],
      writes: [.required(.table)])
  }

  /// Takes no options.
  public init(_ options: NoOptions) {}

  /// Measures every impact.
  public func run(_ workspace: inout Workspace) throws {
    let identity = try workspace.get(.recording).identity
    let signals = SwingSignals(
      acceleration: try workspace.get(.accelerometer), filtered: try workspace.get(.acceleration))
    let rows = try workspace.get(.impacts).enumerated().map { index, impact in
      ImpactColumns.Row(identity: identity, index: index, measured: try MeasuredImpact(impact, in: signals))
    }
    try workspace.set(.table, FeatureTable(rows: rows, columns: ImpactColumns.all))
  }
}
