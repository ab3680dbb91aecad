import SPPipelines
import SPSubmersion
import SPTables

/// Makes the table of dives.
package struct DiveFeatureStage: TableStage {
  package static let type: StageType = "features.dive"
  package static let summary = "Makes a table of dives, one row per dive."
  package static let details = """
    Each dive has its time, its largest and mean depth, the time in each state, and rates of descent and ascent. \
    Further columns are the fit of depth and pressure, the temperature of the water, and flags for facts that limit \
    trust in the row.
    """
  package static let rowDescription = "One row per dive: when it was, depths, rates, states, temperature and flags."
  package static var row: RowDescription? { SubmersionRowDescriptions.dives }
  package static var source: Slot<SubmersionFindings> { .submersion }
  package static var identifying: IdentifyingColumns { .subject }
  package static var columns: [ColumnDefinition<DiveColumns.Row>] { DiveColumns.all }

  package init(_ options: NoOptions) {}

  package static func rows(of findings: SubmersionFindings) -> [DiveColumns.Row] {
    findings.dives.enumerated().map { DiveColumns.Row(index: $0, dive: $1) }
  }
}

/// Makes the table of states by depth.
package struct DepthStateFeatureStage: TableStage {
  package static let type: StageType = "features.depth_state"
  package static let summary = "Makes a table of states by depth, one row per interval."
  package static let details = """
    An interval ends where the state by depth or the state that the recording gives changes, so that a row tells whether \
    both agree.
    """
  package static let rowDescription =
    "One row per interval with the same state by depth and the same state of the recording."
  package static var row: RowDescription? { SubmersionRowDescriptions.depthStates }
  package static var source: Slot<SubmersionFindings> { .submersion }
  package static var identifying: IdentifyingColumns { .subject }
  package static var columns: [ColumnDefinition<DepthStateInterval>] { DepthStateColumns.all }

  package init(_ options: NoOptions) {}

  package static func rows(of findings: SubmersionFindings) -> [DepthStateInterval] { findings.states }
}

/// Makes the table of the times between dives.
package struct SurfaceIntervalFeatureStage: TableStage {
  package static let type: StageType = "features.surface_interval"
  package static let summary = "Makes a table of surface intervals, one row for the time between two dives."
  package static let details = """
    An interval lasts from the end of a dive to the start of the next dive. A recording with fewer than two dives has \
    no rows.
    """
  package static let rowDescription = "One row per time at the surface between two dives."
  package static var row: RowDescription? { SubmersionRowDescriptions.surfaceIntervals }
  package static var source: Slot<SubmersionFindings> { .submersion }
  package static var identifying: IdentifyingColumns { .subject }
  package static var columns: [ColumnDefinition<SurfaceInterval>] { SurfaceIntervalColumns.all }

  package init(_ options: NoOptions) {}

  package static func rows(of findings: SubmersionFindings) -> [SurfaceInterval] { findings.surfaceIntervals }
}
