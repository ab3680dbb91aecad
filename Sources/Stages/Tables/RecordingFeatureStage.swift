import SPPipelines
import SPRecordings
import SPSignals
import SPSwings
import SPTables

/// Makes a table with a single row, which describes the whole recording.
package struct RecordingFeatureStage: Stage {
  package typealias Options = NoOptions

  package static let type: StageType = "features.recording"
  package static let summary = "Makes a table of one row per recording: lengths, rates, faults of timestamps, counts."
  package static let details = """
    The table has the start of the recording. For each stream it has the length, measured rate, gaps, lost samples, \
    and duplicate and backward timestamps. It says how late the timestamps of the device motion are compared with the \
    accelerometer's. It counts impacts, hits, misses and rejected candidates. Values that the pipeline does not look \
    for, or that the file does not state, are missing.
    """

  package var tableSchema: [ColumnDescription]? { RecordingColumns.all.map(\.description) }

  package var tableDescription: String? {
    "One row per recording: when it began, lengths, measured rates, quality of the timestamps, and counts."
  }

  /// The kind of a row, for reports.
  package var tableRow: RowDescription? { RecordingRowDescriptions.recordings }

  package static func ports(_ options: NoOptions) -> Ports {
    Ports(
      reads: [
        .required(.recording), .optional(.impacts), .optional(.labelledSwings), .optional(.rejected),
        .optional(.possibleStrokes), .optional(.playEvidence),
      ], writes: [.required(.table)])
  }

  package init(_ options: NoOptions) {}

  package func run(_ workspace: inout Workspace) throws {
    let swings = try workspace.getIfPresent(.labelledSwings)
    let row = RecordingColumns.Row(
      facts: try workspace.get(.recording), impacts: try workspace.getIfPresent(.impacts)?.count,
      hits: swings?.count(of: .hit), misses: swings?.count(of: .miss),
      rejected: try workspace.getIfPresent(.rejected)?.count,
      possible: try workspace.getIfPresent(.possibleStrokes)?.count, evidence: try workspace.getIfPresent(.playEvidence)
    )
    try workspace.set(.table, FeatureTable(rows: [row], columns: RecordingColumns.all))
  }
}

private enum RecordingColumns {
  /// The facts about a recording after its run. A count is nil if the pipeline does not look for such findings.
  struct Row: Sendable {
    var facts: RecordingFacts
    var impacts: Int?
    var hits: Int?
    var misses: Int?
    var rejected: Int?
    var possible: Int?
    var evidence: PlayEvidence?

    /// The flags of the whole recording.
    var flags: [String] { facts.flags + (evidence.map { $0.ground == nil } == true ? ["no_evidence_of_play"] : []) }
  }

  static let all: [ColumnDefinition<Row>] =
    ([IdentityColumns.recordingID] + IdentityColumns.subject).map { column in
      column.map { (row: Row) in row.facts.identity }
    } + [start, flags] + counts + stream("acceleration", .accelerometer) + stream("motion", .deviceMotion)
    + motionOffset

  private static let flags: ColumnDefinition<Row> = .string(
    "recording_flags", "What limits trust in the whole recording, joined by ';'; missing where nothing does.",
    formula: """
      the name of a dataset, then _zeros: exactly 0 on all axes for 0.25 s and more, as where rows were never written; \
      _missing: NaN or infinite in more than 5 % of the rows; _unit: a mean magnitude that is not that of its unit; \
      _impossible: values that no sensor measures. other_sport: the recording states another sport than the pipeline is \
      for. gravity_estimated: gravity and attitude were not recorded, but estimated from rotation rate and acceleration. \
      no_evidence_of_play: no stroke repeats, so that nothing is called a swing. Contradictions between the streams: \(Contradiction.Kind.allCases.filter { $0 != .impossibleValues }.map(\.rawValue).joined(separator: ", "))
      """
  ) { $0.flags.isEmpty ? nil : $0.flags.joined(separator: ";") }

  private static let start: ColumnDefinition<Row> = .timestamp(
    "recorded_at",
    "Instant of the recording's start, the first timestamp of acceleration or motion, in UTC; missing where the recording does not tell.",
    formula: """
      first timestamp of the acceleration where time_origin is unix, start_time plus that timestamp where it is start, \
      start_time where it is boot or missing
      """,
    source: "recording layout, version 1 (Data/Layout.md): the root attributes start_time and time_origin"
  ) { $0.facts.recordedAt }

  private static let counts: [ColumnDefinition<Row>] = [
    .count("impacts", "Number of impacts; \(absence)", formula: "number of impacts of detectors.impact") { $0.impacts },
    .count("hits", "Number of swings called hit; \(absence)", formula: "number of swings with the label hit") {
      $0.hits
    },
    .count("misses", "Number of swings called miss; \(absence)", formula: "number of swings with the label miss") {
      $0.misses
    },
    .count(
      "rejected", "Number of candidates that are no swing; \(absence)",
      formula: "number of candidates that detectors and classifier rejected"
    ) { $0.rejected },
    .count(
      "possible_strokes", "Number of movements that would be swings if the recording showed play; \(absence)",
      formula: "number of possible strokes of detectors.air_swing; 0 with evidence of play"
    ) { $0.possible },
    .string(
      "evidence_of_play",
      "What shows that the recording contains play; missing without it, and where the pipeline does not look.",
      formula: "the first that holds: "
        + PlayEvidence.Ground.allCases.map { "\($0.rawValue): \($0.meaning)" }.joined(separator: "; "),
      range: .oneOf(PlayEvidence.Ground.allCases.map(\.rawValue))
    ) { $0.evidence?.ground?.rawValue },
  ]

  private static let absence = "missing where the pipeline looks for none."

  /// The range of the estimated offset. The search starts from the offset of the option `motion_offset_s`.
  private static var offsetRange: ColumnRange {
    let (given, foundS) = (MotionOffsetCorrection.rangeS, OffsetEstimator().maxOffsetS)
    return .between(given.lowerBound - foundS, given.upperBound + foundS)
  }

  private static let motionOffset: [ColumnDefinition<Row>] = [
    .double(
      "motion_offset_s", unit: "s",
      """
      How late the device motion's timestamps are against the accelerometer's, as recorded: up to 0.2 s from the option \
      motion_offset_s of readers.hdf5; missing where it cannot be told.
      """,
      formula: """
        shift of the largest correlation, at the vertex of the parabola through it and its neighbours, of gravity plus \
        user acceleration with the acceleration, both smoothed under 19 Hz on a grid of 10 ms, over all axes and the most \
        vigorous stretches
        """,
      source: ColumnSource.parabola, range: offsetRange
    ) { $0.facts.motionOffset?.estimate?.seconds },
    .float(
      "motion_offset_correlation", unit: "1",
      "Correlation of gravity plus user acceleration with the acceleration at that offset; under 0.9 it is not to be trusted.",
      formula:
        "sum of products / sqrt(product of the sums of squares) at motion_offset_s, each less its mean, at most 1",
      range: .between(0, 1)
    ) { $0.facts.motionOffset?.estimate?.correlation },
    .double(
      "motion_offset_corrected_s", unit: "s", "What the reader subtracted from the device motion's timestamps.",
      formula: """
        the option motion_offset_s of readers.hdf5, or the column motion_offset_s where its option \
        correct_motion_offset is true and the estimate is reliable, or else 0
        """
    ) { $0.facts.motionOffset?.correctedS },
  ]

  private static func stream(
    _ name: String, _ stream: StreamName
  ) -> [ColumnDefinition<Row>] {
    [
      .double(
        "\(name)_duration_s", unit: "s", "Recorded time of the \(name) stream, gaps left out.",
        formula:
          "time that the segments between gaps and backward steps cover, from the first timestamp of each to the last",
        range: .atLeast(0)
      ) { $0.facts.times(of: stream)?.coveredS },
      .double(
        "\(name)_rate_hz", unit: "Hz",
        "Rate of the \(name) stream, measured from its timestamps; 0 without two of them.",
        formula: "steps between timestamps, gaps and backward steps left out, / the time that they take",
        range: .atLeast(0)
      ) { $0.facts.times(of: stream)?.rate },
      .count(
        "\(name)_gaps", "Steps of over 3.05 times the median.",
        formula: "number of steps t[i] - t[i-1] > 3.05 * their median"
      ) { $0.facts.times(of: stream)?.regularity.gaps.count },
      .count(
        "\(name)_lost_samples", "Samples missing one or two at a time, in steps of 1.5 to 3.05 times the median.",
        formula: "sum of round(step / median step) - 1 over the steps of 1.5 to 3.05 times the median"
      ) { $0.facts.times(of: stream)?.regularity.lostSamples },
      .count(
        "\(name)_duplicate_stamps", "Timestamps equal to the one before.", formula: "number of steps t[i] - t[i-1] = 0"
      ) { $0.facts.times(of: stream)?.regularity.duplicates.count },
      .count(
        "\(name)_backward_stamps", "Timestamps before the one before.", formula: "number of steps t[i] - t[i-1] < 0"
      ) { $0.facts.times(of: stream)?.regularity.backwardSteps.count },
    ]
  }
}

/// The kind of rows in the table of recordings, for reports.
private enum RecordingRowDescriptions {
  static let recordings = RowDescription(
    singular: "recording", plural: "recordings",
    overview: [
      RecordingFigure(
        "Length, s", "Recorded time, without gaps.", place: 0,
        columns: .init(.mean, of: ["acceleration_duration_s", "motion_duration_s"]),
        notes: .init(.mean, of: ["accelerometer_s", "device_motion_s"])),
      RecordingFigure(
        "Accel., Hz", "Measured rate of the acceleration, in samples per second.", place: 80, decimals: 1,
        columns: .init(.mean, of: ["acceleration_rate_hz"]),
        notes: .init(.rate, of: ["accelerometer_samples", "accelerometer_s"])),
      RecordingFigure(
        "Motion, Hz", "Measured rate of the device motion, in samples per second.", place: 81, decimals: 1,
        columns: .init(.mean, of: ["motion_rate_hz"]),
        notes: .init(.rate, of: ["device_motion_samples", "device_motion_s"])),
      RecordingFigure(
        "Gaps", "Stretches that are missing from either stream; nothing is found across them.", place: 82,
        isBestZero: true, columns: .init(.sum, of: ["acceleration_gaps", "motion_gaps"])),
      RecordingFigure(
        "Lost samples", "Single samples that are missing from either stream; harmless in small numbers.", place: 83,
        columns: .init(.sum, of: ["acceleration_lost_samples", "motion_lost_samples"])),
      RecordingFigure(
        "Clock faults", "Timestamps that repeat or step back.", place: 84, isBestZero: true,
        columns: .init(
          .sum,
          of: [
            "acceleration_duplicate_stamps", "acceleration_backward_stamps", "motion_duplicate_stamps",
            "motion_backward_stamps",
          ])),
      RecordingFigure(
        "Clock offset, ms",
        "How late the timestamps of the motion are against those of the acceleration; times to contact shift as much.",
        place: 85, decimals: 1,
        columns: .init(.difference, of: ["motion_offset_s", "motion_offset_corrected_s"], factor: 1000)),
    ])
}
