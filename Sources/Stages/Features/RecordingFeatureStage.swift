import Pipelines
import Signals
import Swings
import Tables

/// Makes a table of one row about the recording as a whole.
public struct RecordingFeatureStage: Stage {
  /// It has no options.
  public typealias Options = NoOptions

  /// `features.recording`.
  public static let type: StageType = "features.recording"
  /// What it does.
  public static let summary = "Makes a table of one row a recording: lengths, rates, quality of the stamps, and counts."
  /// The reference page.
  public static let details = """
    Length, measured rate, gaps, lost samples, duplicate and backward stamps of each stream, how late the stamps of the \
    device motion are against the accelerometer's, and how many impacts, hits, misses and \
    refused candidates there are. What the pipeline does not find is missing.
    """

  /// The columns, which are the same for every recording.
  public var tableSchema: [ColumnDescription]? { Self.columns.map(\.description) }

  /// What it reads and writes.
  public static func ports(_ options: NoOptions) -> Ports {
    Ports(
      reads: [
        .required(.recording), .optional(.impacts), .optional(.labelledSwings), .optional(.rejected),
      ], writes: [.required(.table)])
  }

  /// Takes no options.
  public init(_ options: NoOptions) {}

  /// Makes the table.
  public func run(_ workspace: inout Workspace) throws {
    let swings = try workspace.getIfPresent(.labelledSwings)
    let row = Row(
      facts: try workspace.get(.recording), impacts: try workspace.getIfPresent(.impacts)?.count,
      hits: swings?.count { $0.label == .hit }, misses: swings?.count { $0.label == .miss },
      rejected: try workspace.getIfPresent(.rejected)?.count)
    try workspace.set(.table, FeatureTable(rows: [row], columns: Self.columns))
  }

  struct Row: Sendable {
    var facts: RecordingFacts
    var impacts: Int?
    var hits: Int?
    var misses: Int?
    var rejected: Int?
  }

  static let columns: [ColumnDefinition<Row>] =
    [
      .string("recording_id", "Identifier of the recording, unique in a data set.") { $0.facts.identity.recordingID },
      .string("subject_id", "Identifier of the wearer.") { $0.facts.identity.subjectID },
      .string("sport", "Sport.") { $0.facts.identity.sport },
      .string("wrist", "Wrist that wore the sensor, left or right.") { $0.facts.identity.wrist },
      .integer("impacts", "Number of impacts.") { $0.impacts },
      .integer("hits", "Number of swings called hit.") { $0.hits },
      .integer("misses", "Number of swings called miss.") { $0.misses },
      .integer("rejected", "Number of candidates that are no swing.") { $0.rejected },
    ] + stream("acceleration", \.accelerationTimes) + stream("motion", \.motionTimes) + motionOffset

  private static let motionOffset: [ColumnDefinition<Row>] = [
    .double(
      "motion_offset_s", unit: "s",
      "How late the device motion's stamps are against the accelerometer's, as recorded; missing where it cannot be told."
    ) { $0.facts.motionOffset?.estimate?.seconds },
    .float(
      "motion_offset_correlation", unit: "1",
      "Correlation of gravity plus user acceleration with the acceleration at that offset; under 0.9 it is not to be trusted."
    ) { $0.facts.motionOffset?.estimate?.correlation },
    .double(
      "motion_offset_corrected_s", unit: "s", "What the reader subtracted from the device motion's stamps."
    ) { $0.facts.motionOffset?.correctedS },
  ]

  private static func stream(
    _ name: String, _ times: KeyPath<RecordingFacts, TimeBase?> & Sendable
  ) -> [ColumnDefinition<Row>] {
    [
      .double("\(name)_duration_s", unit: "s", "Recorded time of the \(name) stream, gaps left out.") {
        $0.facts[keyPath: times]?.segments.reduce(0) { $0 + $1.endTime - $1.startTime }
      },
      .double("\(name)_rate_hz", unit: "Hz", "Rate of the \(name) stream, measured from its stamps.") {
        $0.facts[keyPath: times]?.rate
      },
      .integer("\(name)_gaps", "Steps of over 3.05 times the median.") {
        $0.facts[keyPath: times]?.regularity.gaps.count
      },
      .integer("\(name)_lost_samples", "Samples missing one or two at a time, in steps of 1.5 to 3 times the median.") {
        $0.facts[keyPath: times]?.regularity.lostSamples
      },
      .integer("\(name)_duplicate_stamps", "Stamps equal to the one before.") {
        $0.facts[keyPath: times]?.regularity.duplicates.count
      },
      .integer("\(name)_backward_stamps", "Stamps before the one before.") {
        $0.facts[keyPath: times]?.regularity.backwardSteps.count
      },
    ]
  }
}
