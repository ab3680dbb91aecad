import SPPipelines
import SPSwings
import SPTables

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

  package var tableRow: RowDescription? { SwingRows.impacts }

  package static func ports(_ options: NoOptions) -> Ports {
    Ports(
      reads: [.required(.recording), .passing(.impacts), .passing(.accelerometer), .passing(.acceleration)],
      writes: [.required(.table)])
  }

  package init(_ options: NoOptions) {}

  /// Measures every impact as the acceleration passes, and makes the table in the end.
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
