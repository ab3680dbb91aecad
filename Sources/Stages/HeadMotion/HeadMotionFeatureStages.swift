import SPHeadMotion
import SPPipelines
import SPTables

/// Makes a table of poses of the head.
package struct PoseFeatureStage: TableStage {
  package static let type: StageType = "features.pose"
  package static let summary = "Makes a table of where the head was turned, one row per pose."
  package static let details = """
    Yaw, pitch and roll from the reference, the rotation as a quaternion, the bud, and how far the reference can be \
    trusted. Gaps have no poses. `pose_rate_hz` of `detectors.head_motion` sets the number of poses per \
    second.
    """
  package static let rowDescription = "One row per pose of the head: its angles relative to the reference."
  package static var row: RowDescription? { HeadRowDescriptions.poses }
  package static var source: Slot<PoseRecords> { .poses }
  package static var columns: [ColumnDefinition<HeadPose>] { PoseColumns.all }

  package init(_ options: NoOptions) {}

  /// All rows, in memory.
  package static func rows(of poses: PoseRecords) throws -> [HeadPose] { try poses.read(0..<poses.count) }

  package func run(_ workspace: inout Workspace) throws {
    let poses = try workspace.get(.poses)
    // Hours of poses do not stay in memory: the rows are made when they are written.
    let columns = try Self.columns(of: poses, in: workspace)
    try workspace.set(.table, TableRows(rowCount: poses.count, columns: columns) { try poses.read($0) })
  }
}

/// Makes a table of connections of headphones.
package struct HeadConnectionFeatureStage: TableStage {
  package static let type: StageType = "features.head_connection"
  package static let summary =
    "Makes a table of when headphones sent motion and when they did not, one row per interval."
  package static let details = """
    Stretches of samples of one bud, with what began them and whether the reference held, and the gaps and \
    disconnections between them. A handover between the buds also begins a row.
    """
  package static let rowDescription = "One row per interval in which one bud sent motion, or in which none came."
  package static var row: RowDescription? { HeadRowDescriptions.connections }
  package static var source: Slot<HeadFindings> { .headMotion }
  package static var columns: [ColumnDefinition<HeadConnectionColumns.Row>] { HeadConnectionColumns.all }

  package init(_ options: NoOptions) {}

  package static func rows(of findings: HeadFindings) -> [HeadConnectionColumns.Row] {
    HeadConnectionColumns.Row.rows(findings.connections)
  }
}

/// Makes a table of recordings of headphone motion.
package struct HeadSummaryFeatureStage: TableStage {
  package static let type: StageType = "features.head_summary"
  package static let summary = "Makes a table of the recording of headphone motion as a whole, one row per recording."
  package static let details = """
    The table has the length, samples, buds, gaps and handovers, and the reference with the time for which it was \
    valid. It also has the range of the angles, the drift of yaw while the head was still, and the time in each \
    posture.
    """
  package static let rowDescription =
    "One row per recording of headphone motion: length, quality and totals of the head's movements."
  package static var row: RowDescription? { HeadRowDescriptions.summary }
  package static var source: Slot<HeadFindings> { .headMotion }
  package static var identifying: IdentifyingColumns { .subjectID }
  package static var columns: [ColumnDefinition<HeadSummary>] { HeadSummaryColumns.all }

  package init(_ options: NoOptions) {}

  package static func rows(of findings: HeadFindings) -> [HeadSummary] { [findings.summary] }
}

/// Makes a table of postures.
package struct PostureFeatureStage: TableStage {
  package static let type: StageType = "features.posture"
  package static let summary = "Makes a table of postures, one row per interval."
  package static let details = """
    When the head was held well, when it hung a little and when it hung far, with the smoothed pitch of each interval. \
    A gap ends an interval. The limits are options of `detectors.head_motion`.
    """
  package static let rowDescription = "One row per interval of one posture: how far the head hung, and for how long."
  package static var row: RowDescription? { HeadRowDescriptions.postures }
  package static var source: Slot<[PostureInterval]> { .postures }
  package static var columns: [ColumnDefinition<PostureInterval>] { PostureColumns.all }

  package init(_ options: NoOptions) {}

  package static func rows(of postures: [PostureInterval]) -> [PostureInterval] { postures }
}

/// Makes a table of repetitions.
package struct RepetitionFeatureStage: TableStage {
  package static let type: StageType = "features.repetition"
  package static let summary = "Makes a table of repetitions, one row per repetition."
  package static let details = """
    Start, bottom and end, the time down and up, the hold at the bottom, the rest after it, and estimates of depth and speed \
    from the acceleration along gravity.
    """
  package static let rowDescription =
    "One row per repetition, such as a push-up: when it was, how long it took, and how deep it went."
  package static var row: RowDescription? { HeadRowDescriptions.repetitions }
  package static var source: Slot<[Repetition]> { .repetitions }
  package static var columns: [ColumnDefinition<RepetitionColumns.Row>] { RepetitionColumns.all }

  package init(_ options: NoOptions) {}

  package static func rows(of repetitions: [Repetition]) -> [RepetitionColumns.Row] {
    RepetitionColumns.Row.rows(repetitions)
  }
}

/// Makes a table of sets of repetitions.
package struct RepetitionSetFeatureStage: TableStage {
  package static let type: StageType = "features.repetition_set"
  package static let summary = "Makes a table of sets of repetitions, one row per set."
  package static let details = """
    How many repetitions a set has, how many partial ones were not counted, the cadence, the depth and its change, rests \
    and gaps.
    """
  package static let rowDescription = "One row per set of repetitions: how many there were, how fast, and how deep."
  package static var row: RowDescription? { HeadRowDescriptions.sets }
  package static var source: Slot<[RepetitionSet]> { .repetitionSets }
  package static var identifying: IdentifyingColumns { .subjectID }
  package static var columns: [ColumnDefinition<RepetitionSet>] { SetColumns.all }

  package init(_ options: NoOptions) {}

  package static func rows(of sets: [RepetitionSet]) -> [RepetitionSet] { sets }
}
