import Pipelines
import Recordings
import Signals
import Stages
import Swings

/// What a recording holds and how good it is, for people and for programs.
struct RecordingDescription: Encodable, Sendable {
  var path: String
  var attributes: RecordingAttributes
  var history: [String]
  var warnings: [String]
  var quality: RecordingQuality
  /// Whether the values were read, too.
  var hasValues: Bool
  /// What streams of heads and dives hold and lack; empty where the values were not read.
  var remarks: [String] = []
  var labels: LabelCounts?
  /// Whether swings can be found, where its streams are those of a swinging wrist.
  var swings: Suitability?

  /// Reads a recording.
  /// - Parameter readingValues: whether the values are read, or the stamps alone.
  /// - Throws: what reading throws.
  init(_ path: String, readingValues: Bool) throws {
    let recording = try Recording(opening: path)
    self.path = path
    attributes = recording.attributes
    history = recording.history
    warnings = recording.warnings
    hasValues = readingValues
    quality = try RecordingQuality(of: recording, readingValues: readingValues)
    if readingValues { remarks = try StreamRemarks.remarks(on: recording) }
    labels = try recording.annotations().map(LabelCounts.init)
    swings = try SportPipeline.suitability(of: path, recording, quality)
  }

  /// How late the stamps of the device motion are.
  private struct MotionOffset: Encodable {
    var seconds: Double
    var correlation: Double
    var isReliable: Bool

    enum CodingKeys: String, CodingKey {
      case seconds = "motion_offset_s"
      case correlation = "motion_offset_correlation"
      case isReliable = "is_reliable"
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(path, forKey: .path)
    try container.encode(attributes, forKey: .attributes)
    try container.encode(history, forKey: .history)
    try container.encode(warnings, forKey: .warnings)
    try container.encode(hasValues, forKey: .hasValues)
    let offset = quality.acceleration?.motionOffset.map {
      MotionOffset(seconds: $0.seconds, correlation: $0.correlation, isReliable: $0.isReliable)
    }
    try container.encode(remarks, forKey: .remarks)
    try container.encodeIfPresent(offset, forKey: .motionOffset)
    try container.encodeIfPresent(labels, forKey: .labels)
    try container.encodeIfPresent(swings, forKey: .swings)
    // Beside the others: streams, acceleration_agreement and faults.
    try quality.encode(to: encoder)
  }

  private enum CodingKeys: String, CodingKey {
    case path, attributes, history, warnings
    case hasValues = "values_read"
    case motionOffset = "motion_offset"
    case remarks, labels, swings
  }
}
