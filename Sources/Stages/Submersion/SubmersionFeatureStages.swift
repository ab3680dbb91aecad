import Pipelines
import Submersion
import Swings
import Tables

/// Makes the table of dives.
public struct DiveFeatureStage: Stage {
  /// It has no options.
  public typealias Options = NoOptions

  /// `features.dive`.
  public static let type: StageType = "features.dive"
  /// What it does.
  public static let summary = "Makes a table of dives, one row a dive."
  /// The reference page.
  public static let details = """
    When each dive was, its largest and mean depth, the time in each state, rates of descent and ascent, how depth and \
    pressure fit together, the temperature of the water, and what is to be known of it as flags.
    """

  /// The columns, which are the same for every recording.
  public var tableSchema: [ColumnDescription]? { IdentifyingColumns.wearer.schema(before: DiveColumns.all) }
  /// What a row is.
  public var tableDescription: String? { "One row a dive: when it was, depths, rates, states, temperature and flags." }

  /// What it reads and writes.
  public static func ports(_ options: NoOptions) -> Ports { .submersionTable }

  /// Takes no options.
  public init(_ options: NoOptions) {}

  /// Makes the table.
  public func run(_ workspace: inout Workspace) throws {
    try workspace.setSubmersionTable(DiveColumns.all) { findings in
      findings.dives.enumerated().map { DiveColumns.Row(index: $0, dive: $1) }
    }
  }
}

/// Makes the table of states by depth.
public struct DepthStateFeatureStage: Stage {
  /// It has no options.
  public typealias Options = NoOptions

  /// `features.depth_state`.
  public static let type: StageType = "features.depth_state"
  /// What it does.
  public static let summary = "Makes a table of states by depth, one row an interval."
  /// The reference page.
  public static let details = """
    An interval ends where the state by depth or the state that the recording gives changes, so that a row tells whether \
    both agree.
    """

  /// The columns, which are the same for every recording.
  public var tableSchema: [ColumnDescription]? { IdentifyingColumns.wearer.schema(before: DepthStateColumns.all) }
  /// What a row is.
  public var tableDescription: String? {
    "One row an interval in which neither the state by depth nor the recording's own state changed."
  }

  /// What it reads and writes.
  public static func ports(_ options: NoOptions) -> Ports { .submersionTable }

  /// Takes no options.
  public init(_ options: NoOptions) {}

  /// Makes the table.
  public func run(_ workspace: inout Workspace) throws {
    try workspace.setSubmersionTable(DepthStateColumns.all, rows: \.states)
  }
}

/// Makes the table of the times between dives.
public struct SurfaceIntervalFeatureStage: Stage {
  /// It has no options.
  public typealias Options = NoOptions

  /// `features.surface_interval`.
  public static let type: StageType = "features.surface_interval"
  /// What it does.
  public static let summary = "Makes a table of surface intervals, one row for the time between two dives."
  /// The reference page.
  public static let details = """
    From the end of a dive to the start of the next one; a recording with one dive or none has no rows.
    """

  /// The columns, which are the same for every recording.
  public var tableSchema: [ColumnDescription]? { IdentifyingColumns.wearer.schema(before: SurfaceIntervalColumns.all) }
  /// What a row is.
  public var tableDescription: String? { "One row a time at the surface between two dives." }

  /// What it reads and writes.
  public static func ports(_ options: NoOptions) -> Ports { .submersionTable }

  /// Takes no options.
  public init(_ options: NoOptions) {}

  /// Makes the table.
  public func run(_ workspace: inout Workspace) throws {
    try workspace.setSubmersionTable(SurfaceIntervalColumns.all, rows: \.surfaceIntervals)
  }
}

extension Ports {
  fileprivate static var submersionTable: Ports {
    Ports(reads: [.required(.recording), .required(.submersion)], writes: [.required(.table)])
  }
}

extension Workspace {
  fileprivate mutating func setSubmersionTable<Row>(
    _ columns: [ColumnDefinition<Row>], rows: (SubmersionFindings) -> [Row]
  ) throws {
    let columns = IdentifyingColumns.wearer.columns(of: try get(.recording).identity, before: columns)
    try set(.table, FeatureTable(rows: rows(try get(.submersion)), columns: columns))
  }
}
