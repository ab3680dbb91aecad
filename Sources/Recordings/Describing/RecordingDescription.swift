/// What a recording holds and how good it is, for people and for programs.
///
/// ```swift
/// print(try RecordingDescription(of: Recording(opening: "session.h5")).text)
/// ```
public struct RecordingDescription: Encodable, Sendable {
  /// Whether something can be found in it.
  public struct Prospect: Hashable, Sendable {
    /// What, in the plural; its key in JSON.
    public var subject: String
    /// Whether it can be found, and why not.
    public var suitability: Suitability

    /// States a prospect.
    public init(_ subject: String, _ suitability: Suitability) {
      self.subject = subject
      self.suitability = suitability
    }
  }

  /// The file.
  public var path: String
  /// What is known of it as a whole.
  public var attributes: RecordingAttributes
  /// What was done to it since it was recorded, a line each.
  public var history: [String]
  /// What is odd about the file, a line each.
  public var warnings: [String]
  /// Its streams, their faults, and how they agree.
  public var quality: RecordingQuality
  /// Whether the values were read, too.
  public var hasValues: Bool
  /// What its streams hold and lack, a sentence each, by those who know what they are for; empty where the values were
  /// not read.
  public var remarks: [String] = []
  /// How many labels it has; nil without annotations.
  public var labels: LabelCounts?
  /// What can be found in it, by those who know what it is searched for.
  public var prospects: [Prospect] = []

  /// Looks at a recording.
  /// - Parameters:
  ///   - recording: the recording.
  ///   - readingValues: whether the values are read, or the timestamps alone, which takes a fraction of the time.
  /// - Throws: what reading throws.
  public init(of recording: Recording, readingValues: Bool = true) throws {
    path = recording.path
    attributes = recording.attributes
    history = recording.history
    warnings = recording.warnings
    hasValues = readingValues
    quality = try RecordingQuality(of: recording, readingValues: readingValues)
    labels = try recording.annotations().map(LabelCounts.init)
  }

  /// How late the timestamps of the device motion are.
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

  /// Writes everything; prospects by what they are of, beside the others.
  public func encode(to encoder: any Encoder) throws {
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
    var subjects = encoder.container(keyedBy: SubjectKey.self)
    for prospect in prospects { try subjects.encode(prospect.suitability, forKey: SubjectKey(prospect.subject)) }
    // Beside the others: streams, acceleration_agreement and faults.
    try quality.encode(to: encoder)
  }

  private enum CodingKeys: String, CodingKey {
    case path, attributes, history, warnings
    case hasValues = "values_read"
    case motionOffset = "motion_offset"
    case remarks, labels
  }

  private struct SubjectKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ subject: String) { stringValue = subject }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }
}
