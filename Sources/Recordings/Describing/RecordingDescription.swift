/// What a recording holds and how good it is, for people and for programs.
///
/// ```swift
/// print(try RecordingDescription(of: Recording(opening: "session.h5")).text)
/// ```
public struct RecordingDescription: Encodable, Sendable {
  /// Whether something of interest can be found in the recording.
  public struct Prospect: Hashable, Sendable {
    /// What is looked for, in the plural; its key in JSON.
    public var subject: String
    /// Whether it can be found, and why not.
    public var suitability: Suitability

    /// Makes a prospect.
    public init(_ subject: String, _ suitability: Suitability) {
      self.subject = subject
      self.suitability = suitability
    }
  }

  /// The file.
  public var path: String
  /// The attributes of the whole recording.
  public var attributes: RecordingAttributes
  /// The steps since it was recorded, one line each.
  public var history: [String]
  /// Warnings about the file, one line each.
  public var warnings: [String]
  /// Its streams, their faults, and how they agree.
  public var quality: RecordingQuality
  /// Whether the values were read as well as the timestamps.
  public var hasValues: Bool
  /// Remarks on what its streams hold and lack, one sentence each, made by other libraries; empty if the values were
  /// not read.
  public var remarks: [String] = []
  /// The number of labels; nil without annotations.
  public var labels: LabelCounts?
  /// What can be found in it, stated by the libraries that search for it.
  public var prospects: [Prospect] = []

  /// Describes a recording.
  /// - Parameters:
  ///   - recording: the recording.
  ///   - readingValues: whether the values are read, or only the timestamps, which takes a fraction of the time.
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

  /// Writes all figures; each prospect gets a key of its own beside the others.
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
    // Also writes streams, acceleration_agreement and faults.
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
