import Signals

/// Limits as they are set for a batch of recordings: see ``QualityLimit``.
public struct QualityLimits: Sendable {
  /// A limit that takes the place of the standard one.
  public struct Setting: Hashable, Sendable {
    /// The stream that it is for; nil for all that are evenly sampled.
    public var stream: StreamName?
    /// The limit; nil for none.
    public var value: Double?

    /// A setting.
    public init(_ value: Double?, for stream: StreamName? = nil) {
      self.value = value
      self.stream = stream
    }
  }

  /// Streams that must be there, with rows.
  public var required: [StreamName] = []
  /// What is set, by the names of the limits; of several settings the last one that fits a stream counts, and one for a
  /// stream before one for all.
  public var settings: [QualityLimit.ID: [Setting]] = [:]

  /// The standard limits, and no stream that must be there.
  public init() {}

  /// The limit of a stream; nil for none.
  ///
  /// The standard limits, and those set for all, are for streams that are evenly sampled: between events there are no
  /// gaps. Those set for a stream by its name are for any.
  public func value(of limit: QualityLimit, for stream: StreamQuality) -> Double? {
    let set = settings[limit.id] ?? []
    if let own = set.last(where: { $0.stream == stream.name }) { return own.value }
    guard stream.isEvenlySampled else { return nil }
    return set.last { $0.stream == nil }.map(\.value) ?? limit.standard
  }

  /// Where a recording does not keep the limits: streams that are missing first, then stream by stream, of several
  /// channels the worst.
  public func violations(of recording: RecordingQuality) -> [LimitViolation] {
    let present = Set(recording.streams.filter { $0.rows > 0 }.map(\.name))
    var violations = required.filter { !present.contains($0) }.map { name in
      let isEmpty = recording.streams.contains { $0.name == name }
      return LimitViolation(stream: name, limit: "require", text: "\(name): \(isEmpty ? "no rows" : "no such stream")")
    }
    if present.isEmpty, violations.isEmpty {
      violations.append(LimitViolation(limit: "require", text: "no stream with rows"))
    }
    let missing = Set(violations.map(\.stream))
    for stream in recording.streams where !missing.contains(stream.name) {
      for limit in QualityLimit.all {
        guard let value = value(of: limit, for: stream) else { continue }
        let beyond = limit.measures(stream, recording).filter { !limit.allows($0.value, limit: value) }
        // One a stream and limit: the worst, the first of equal ones.
        let worst = beyond.reduce(nil as QualityLimit.Measure?) { worst, measure in
          guard let worst, limit.allows(measure.value, limit: worst.value) else { return measure }
          return worst
        }
        if let worst { violations.append(LimitViolation(worst, of: beyond.count, limit, value)) }
      }
    }
    return violations
  }
}

/// Where and by how much a recording does not keep a limit.
public struct LimitViolation: Hashable, Sendable, Codable {
  /// The stream; nil where the recording has none.
  public var stream: StreamName?
  /// The limit's name; `require` for a stream that must be there.
  public var limit: String
  /// What was measured, in the limit's unit; nil for a stream that is missing.
  public var measured: Double?
  /// The limit itself.
  public var value: Double?
  /// The timestamp of the first place, in s, where it is about one.
  public var timeS: Double?
  /// What exceeds which limit, in a line.
  public var text: String

  init(stream: StreamName? = nil, limit: String, text: String) {
    self.stream = stream
    self.limit = limit
    self.text = text
  }

  init(_ measure: QualityLimit.Measure, of count: Int, _ limit: QualityLimit, _ value: Double) {
    stream = measure.stream
    self.limit = limit.name
    measured = measure.value
    self.value = value
    timeS = measure.timeS
    let unit = limit.unit.isEmpty ? "" : " \(limit.unit)"
    let place = measure.timeS.map { " at \(short($0)) s" } ?? ""
    let side = limit.bound == .least ? "under" : "over"
    // Enough digits to tell it from the limit.
    let figure = short(measure.value) == short(value) ? "\(measure.value)" : short(measure.value)
    text =
      "\(measure.stream): \(measure.subject) \(figure)\(unit)\(place), \(side) \(limit.name) \(short(value))"
      + (count > 1 ? " (the worst of \(count) channels)" : "")
  }

  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    stream = try container.decodeIfPresent(String.self, forKey: .stream).map { StreamName($0) }
    limit = try container.decode(String.self, forKey: .limit)
    measured = try container.decodeIfPresent(Double.self, forKey: .measured)
    value = try container.decodeIfPresent(Double.self, forKey: .value)
    timeS = try container.decodeIfPresent(Double.self, forKey: .timeS)
    text = try container.decode(String.self, forKey: .text)
  }

  /// Encodes all of it, the stream by its name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(stream?.rawValue, forKey: .stream)
    try container.encode(limit, forKey: .limit)
    try container.encodeIfPresent(measured, forKey: .measured)
    try container.encodeIfPresent(value, forKey: .value)
    try container.encodeIfPresent(timeS, forKey: .timeS)
    try container.encode(text, forKey: .text)
  }

  private enum CodingKeys: String, CodingKey {
    case stream, limit, measured
    case value = "limit_value"
    case timeS = "time_s"
    case text
  }
}
