import SPBasics

/// A statement of a recording, such as a unit, a sign, an order or a clock, that its own data or physics contradict.
public struct Contradiction: Hashable, Sendable, Codable {
  /// The contradicted statement. The raw value is the word in JSON and, except for `impossibleValues`, in
  /// `recording_flags`.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// The unit of a rotation rate.
    case rotationUnit = "rotation_rate_unit"
    /// The direction of a rotation rate.
    case rotationDirection = "rotation_rate_direction"
    /// The order or direction of an attitude.
    case attitude = "attitude_convention"
    /// The sign of gravity.
    case gravity = "gravity_direction"
    /// The sign of the acceleration.
    case acceleration = "acceleration_direction"
    /// That the acceleration contains gravity.
    case userAccelerationInstead = "acceleration_without_gravity"
    /// The sign of the user acceleration.
    case userAcceleration = "user_acceleration_direction"
    /// That the streams share a clock.
    case clocks = "clocks_apart"
    /// The timestamps of the device motion.
    case lateMotion = "motion_late"
    /// That the accelerometer and the device motion measure one movement.
    case unrelated = "streams_unrelated"
    /// That the user acceleration was written.
    case zeros = "user_acceleration_zeros"
    /// That a sensor measured the values.
    case impossibleValues = "impossible_values"
    /// The zero of the timestamps.
    case timeOrigin = "time_origin_impossible"
    /// The times of labels.
    case labels = "labels_outside"
    /// That an attribute is a text.
    case text = "text_not_printable"

    /// The kind as text.
    public var title: String { rawValue.replacing("_", with: " ") }
  }

  /// The contradicted statement.
  public var kind: Kind
  /// The stream; nil for the recording as a whole.
  public var stream: StreamName?
  /// The contradiction, as a clause with its subject.
  public var cause: String
  /// The numbers that show the contradiction, as a clause.
  public var evidence: String
  /// The corrections with which a reader gets the right values; empty if no correction is known.
  public var corrections: RecordingCorrections
  /// Advice for the user, as a clause: mostly if no correction is known.
  public var advice: String?
  /// Whether results of the recording would mean nothing, so that a run rejects the recording.
  public var isMeaningless: Bool

  init(
    _ kind: Kind, of stream: StreamName? = nil, _ cause: String, evidence: String,
    corrections: RecordingCorrections = .init(), advice: String? = nil, isMeaningless: Bool = false
  ) {
    self.kind = kind
    self.stream = stream
    self.cause = cause
    self.evidence = evidence
    self.corrections = corrections
    self.advice = advice
    self.isMeaningless = isMeaningless
  }

  /// The flag in `recording_flags`.
  public var flag: String { kind.rawValue }

  /// Cause and evidence, with the stream first.
  public var sentence: String { (stream.map { "\($0): " } ?? "") + "\(cause) (\(evidence))" }

  /// How a message says to correct a recording.
  public enum Remedy: Sendable, Hashable {
    /// By importing the file with options.
    case importing(String)
    /// By options of the reader with an id, in a run.
    case running(reader: String)
  }

  /// Encodes all properties, and the corrections as a list of names.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind, forKey: .kind)
    try container.encodeIfPresent(stream, forKey: .stream)
    try container.encode(cause, forKey: .cause)
    try container.encode(evidence, forKey: .evidence)
    try container.encode(corrections.names, forKey: .corrections)
    if corrections.motionOffsetS != 0 { try container.encode(corrections.motionOffsetS, forKey: .motionOffsetS) }
    try container.encodeIfPresent(advice, forKey: .advice)
    try container.encode(isMeaningless, forKey: .isMeaningless)
  }

  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    kind = try container.decode(Kind.self, forKey: .kind)
    stream = try container.decodeIfPresent(StreamName.self, forKey: .stream)
    cause = try container.decode(String.self, forKey: .cause)
    evidence = try container.decode(String.self, forKey: .evidence)
    let conventions = try container.decode([RecordingCorrections.Convention].self, forKey: .corrections)
    corrections = RecordingCorrections(
      Set(conventions), motionOffsetS: try container.decodeIfPresent(Double.self, forKey: .motionOffsetS) ?? 0)
    advice = try container.decodeIfPresent(String.self, forKey: .advice)
    isMeaningless = try container.decode(Bool.self, forKey: .isMeaningless)
  }

  private enum CodingKeys: String, CodingKey {
    case kind, stream, cause, evidence, corrections
    case motionOffsetS = "motion_offset_s"
    case advice
    case isMeaningless = "is_meaningless"
  }
}

extension Collection<Contradiction> {
  /// All corrections together.
  package var corrections: RecordingCorrections { reduce(RecordingCorrections()) { $0.union($1.corrections) } }

  /// Causes, evidence and advice, and the options or the command that corrects all of them.
  package func sentence(_ remedy: Contradiction.Remedy) -> String {
    let corrections = corrections
    var parts = map(\.sentence)
    switch remedy {
    case _ where corrections.isEmpty: break
    case .importing(let path):
      parts.append(
        "to correct it: swingpipe import \(path.shellWord) \(corrections.importOptions) --output corrected")
    case .running(let reader): parts.append("to correct it, add \(corrections.runOptions(reader: reader))")
    }
    parts += compactMap(\.advice)
    return parts.joined(separator: "; ")
  }
}
