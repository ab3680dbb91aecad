import HeadMotion
import Pipelines
import Tables

/// Makes a table of poses of the head.
public struct PoseFeatureStage: TableStage {
  /// `features.pose`.
  public static let type: StageType = "features.pose"
  /// A one-line summary.
  public static let summary = "Makes a table of where the head was turned, one row per pose."
  /// The text of the reference page.
  public static let details = """
    Yaw, pitch and roll from the reference, the rotation as a quaternion, the bud, and how far the reference can be trusted. \
    No pose lies in a gap. How many there are per second is set by `pose_rate_hz` of `detectors.head_motion`.
    """
  /// The meaning of a row.
  public static let rowDescription = "One row per pose of the head: where it was turned, relative to the reference."
  /// The kind of a row, for reports and plots.
  public static var row: RowDescription? { HeadRows.poses }
  /// The slot from which the table is made.
  public static var source: Slot<PoseRecords> { .poses }
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<HeadPose>] { PoseColumns.all }

  /// Makes the stage.
  public init(_ options: NoOptions) {}

  /// The rows, all in memory.
  public static func rows(of poses: PoseRecords) throws -> [HeadPose] { try poses.read(0..<poses.count) }

  /// Makes the table.
  public func run(_ workspace: inout Workspace) throws {
    let poses = try workspace.get(.poses)
    // Hours of poses are not kept in memory: their rows are made as they are written.
    let columns = try Self.columns(of: poses, in: workspace)
    try workspace.set(.table, TableRows(rowCount: poses.count, columns: columns) { try poses.read($0) })
  }
}

/// Makes a table of connections of headphones.
public struct HeadConnectionFeatureStage: TableStage {
  /// `features.head_connection`.
  public static let type: StageType = "features.head_connection"
  /// A one-line summary.
  public static let summary =
    "Makes a table of when headphones sent motion and when they did not, one row per interval."
  /// The text of the reference page.
  public static let details = """
    Stretches of samples of one bud, with what began them and whether the reference held, and the gaps and disconnections \
    between them. Handovers from one bud to the other begin a row, too.
    """
  /// The meaning of a row.
  public static let rowDescription = "One row per interval in which one bud sent motion, or in which none came."
  /// The kind of a row, for reports and plots.
  public static var row: RowDescription? { HeadRows.connections }
  /// The slot from which the table is made.
  public static var source: Slot<HeadFindings> { .headMotion }
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<HeadConnectionColumns.Row>] { HeadConnectionColumns.all }

  /// Makes the stage.
  public init(_ options: NoOptions) {}

  /// The rows.
  public static func rows(of findings: HeadFindings) -> [HeadConnectionColumns.Row] {
    HeadConnectionColumns.Row.rows(findings.connections)
  }
}

/// Makes a table of recordings of headphone motion.
public struct HeadSummaryFeatureStage: TableStage {
  /// `features.head_summary`.
  public static let type: StageType = "features.head_summary"
  /// A one-line summary.
  public static let summary = "Makes a table of the recording of headphone motion as a whole, one row per recording."
  /// The text of the reference page.
  public static let details = """
    Length, samples, buds, gaps and handovers, the reference and how far it held, the range of the angles, the drift of yaw \
    while the head was still, and the time in each posture.
    """
  /// The meaning of a row.
  public static let rowDescription =
    "One row per recording of headphone motion: what it holds, and what the head did in it."
  /// The kind of a row, for reports and plots.
  public static var row: RowDescription? { HeadRows.summary }
  /// The slot from which the table is made.
  public static var source: Slot<HeadFindings> { .headMotion }
  /// The identifying columns.
  public static var identifying: IdentifyingColumns { .subjectID }
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<HeadSummary>] { HeadSummaryColumns.all }

  /// Makes the stage.
  public init(_ options: NoOptions) {}

  /// The rows.
  public static func rows(of findings: HeadFindings) -> [HeadSummary] { [findings.summary] }
}

/// Makes a table of postures.
public struct PostureFeatureStage: TableStage {
  /// `features.posture`.
  public static let type: StageType = "features.posture"
  /// A one-line summary.
  public static let summary = "Makes a table of postures, one row per interval."
  /// The text of the reference page.
  public static let details = """
    When the head was held well, when it hung a little and when it hung far, with the smoothed pitch of each interval. \
    A gap ends an interval. The limits are options of `detectors.head_motion`.
    """
  /// The meaning of a row.
  public static let rowDescription = "One row per interval of one posture: how far the head hung, and for how long."
  /// The kind of a row, for reports and plots.
  public static var row: RowDescription? { HeadRows.postures }
  /// The slot from which the table is made.
  public static var source: Slot<[PostureInterval]> { .postures }
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<PostureInterval>] { PostureColumns.all }

  /// Makes the stage.
  public init(_ options: NoOptions) {}

  /// The rows.
  public static func rows(of postures: [PostureInterval]) -> [PostureInterval] { postures }
}

/// Makes a table of repetitions.
public struct RepetitionFeatureStage: TableStage {
  /// `features.repetition`.
  public static let type: StageType = "features.repetition"
  /// A one-line summary.
  public static let summary = "Makes a table of repetitions, one row per repetition."
  /// The text of the reference page.
  public static let details = """
    Start, bottom and end, the time down and up, the hold at the bottom, the rest after it, and estimates of depth and speed \
    from the acceleration along gravity.
    """
  /// The meaning of a row.
  public static let rowDescription =
    "One row per repetition, such as a push-up: when it was, how long it took, and how deep it went."
  /// The kind of a row, for reports and plots.
  public static var row: RowDescription? { HeadRows.repetitions }
  /// The slot from which the table is made.
  public static var source: Slot<[Repetition]> { .repetitions }
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<RepetitionColumns.Row>] { RepetitionColumns.all }

  /// Makes the stage.
  public init(_ options: NoOptions) {}

  /// The rows.
  public static func rows(of repetitions: [Repetition]) -> [RepetitionColumns.Row] {
    RepetitionColumns.Row.rows(repetitions)
  }
}

/// Makes a table of sets of repetitions.
public struct RepetitionSetFeatureStage: TableStage {
  /// `features.repetition_set`.
  public static let type: StageType = "features.repetition_set"
  /// A one-line summary.
  public static let summary = "Makes a table of sets of repetitions, one row per set."
  /// The text of the reference page.
  public static let details = """
    How many repetitions a set has, how many partial ones were not counted, the cadence, the depth and its change, rests \
    and gaps.
    """
  /// The meaning of a row.
  public static let rowDescription = "One row per set of repetitions: how many there were, how fast, and how deep."
  /// The kind of a row, for reports and plots.
  public static var row: RowDescription? { HeadRows.sets }
  /// The slot from which the table is made.
  public static var source: Slot<[RepetitionSet]> { .repetitionSets }
  /// The identifying columns.
  public static var identifying: IdentifyingColumns { .subjectID }
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<RepetitionSet>] { SetColumns.all }

  /// Makes the stage.
  public init(_ options: NoOptions) {}

  /// The rows.
  public static func rows(of sets: [RepetitionSet]) -> [RepetitionSet] { sets }
}
