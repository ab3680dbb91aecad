import Pipelines
import Submersion
import Tables

/// Makes the table of dives.
public struct DiveFeatureStage: TableStage {
  /// `features.dive`.
  public static let type: StageType = "features.dive"
  /// A one-line summary.
  public static let summary = "Makes a table of dives, one row per dive."
  /// The text of the reference page.
  public static let details = """
    When each dive was, its largest and mean depth, the time in each state, rates of descent and ascent, how depth and \
    pressure fit together, the temperature of the water, and flags for what limits trust in these.
    """
  /// The meaning of a row.
  public static let rowDescription = "One row per dive: when it was, depths, rates, states, temperature and flags."
  /// The kind of a row, for reports and plots.
  public static var row: RowDescription? { SubmersionRows.dives }
  /// The slot from which the table is made.
  public static var source: Slot<SubmersionFindings> { .submersion }
  /// The identifying columns.
  public static var identifying: IdentifyingColumns { .subject }
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<DiveColumns.Row>] { DiveColumns.all }

  /// Makes the stage.
  public init(_ options: NoOptions) {}

  /// The rows.
  public static func rows(of findings: SubmersionFindings) -> [DiveColumns.Row] {
    findings.dives.enumerated().map { DiveColumns.Row(index: $0, dive: $1) }
  }
}

/// Makes the table of states by depth.
public struct DepthStateFeatureStage: TableStage {
  /// `features.depth_state`.
  public static let type: StageType = "features.depth_state"
  /// A one-line summary.
  public static let summary = "Makes a table of states by depth, one row per interval."
  /// The text of the reference page.
  public static let details = """
    An interval ends where the state by depth or the state that the recording gives changes, so that a row tells whether \
    both agree.
    """
  /// The meaning of a row.
  public static let rowDescription =
    "One row per interval in which neither the state by depth nor the recording's own state changed."
  /// The kind of a row, for reports and plots.
  public static var row: RowDescription? { SubmersionRows.depthStates }
  /// The slot from which the table is made.
  public static var source: Slot<SubmersionFindings> { .submersion }
  /// The identifying columns.
  public static var identifying: IdentifyingColumns { .subject }
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<DepthStateInterval>] { DepthStateColumns.all }

  /// Makes the stage.
  public init(_ options: NoOptions) {}

  /// The rows.
  public static func rows(of findings: SubmersionFindings) -> [DepthStateInterval] { findings.states }
}

/// Makes the table of the times between dives.
public struct SurfaceIntervalFeatureStage: TableStage {
  /// `features.surface_interval`.
  public static let type: StageType = "features.surface_interval"
  /// A one-line summary.
  public static let summary = "Makes a table of surface intervals, one row for the time between two dives."
  /// The text of the reference page.
  public static let details = """
    From the end of a dive to the start of the next one; a recording with one dive or none has no rows.
    """
  /// The meaning of a row.
  public static let rowDescription = "One row per time at the surface between two dives."
  /// The kind of a row, for reports and plots.
  public static var row: RowDescription? { SubmersionRows.surfaceIntervals }
  /// The slot from which the table is made.
  public static var source: Slot<SubmersionFindings> { .submersion }
  /// The identifying columns.
  public static var identifying: IdentifyingColumns { .subject }
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<SurfaceInterval>] { SurfaceIntervalColumns.all }

  /// Makes the stage.
  public init(_ options: NoOptions) {}

  /// The rows.
  public static func rows(of findings: SubmersionFindings) -> [SurfaceInterval] { findings.surfaceIntervals }
}
