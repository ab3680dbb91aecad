import SPBasics

/// A fault or a warning: its place, the stage and option concerned, the problem, and the expected value.
public struct Diagnostic: Hashable, Sendable {
  /// The severity of a diagnostic.
  public enum Severity: String, Codable, Hashable, Sendable {
    /// The pipeline cannot run.
    case error
    /// The pipeline can run, but probably not as intended.
    case warning
  }

  /// The severity.
  public var severity: Severity
  /// The place of the fault.
  public var location: SourcePlace
  /// The id of the stage concerned, if there is one.
  public var stageID: String?
  /// The type of the stage concerned as written, which may be unknown.
  public var stageType: String?
  /// The dotted path of the option concerned, as `streams.gyroscope.unit`.
  public var option: String?
  /// The path of the recording that the pipeline was planned for, if the fault depends on it.
  public var recording: String?
  /// The problem and the expected value, without location, stage or suggestion.
  public var message: String
  /// The nearest name that would be valid.
  public var suggestion: String?
  /// The problem with the recording, for readers who did not set the option: the first part of the message. Nil if the
  /// message has no such part. It is not kept in JSON.
  public var cause: String?
  /// The sport that the recording states, if the pipeline is for other sports.
  public var sport: String?
  /// Whether another try may help: the recording could not be read, and need not be faulty.
  public var isWorthRetrying = false

  /// Makes a diagnostic; only its severity, place and message are needed.
  public init(
    _ severity: Severity, at location: SourcePlace, stageID: String? = nil, stageType: String? = nil,
    option: String? = nil, recording: String? = nil, message: String, suggestion: String? = nil
  ) {
    self.severity = severity
    self.location = location
    self.stageID = stageID
    self.stageType = stageType
    self.option = option
    self.recording = recording
    self.message = message
    self.suggestion = suggestion
  }
}

extension Diagnostic: CustomStringConvertible {
  /// One line in the format of a compiler's message.
  ///
  /// `hits.json:14:9: error: stage "hp" (filters.high_pass): unknown option "cutof_hz"; did you mean "cutoff_hz"?`
  public var description: String {
    var text = "\(location): \(severity.rawValue): "
    switch (stageID, stageType) {
    case (let id?, let type?): text += "stage \"\(id)\" (\(type)): "
    case (let id?, nil): text += "stage \"\(id)\": "
    default: break
    }
    if let recording { text += "recording \"\(recording)\": " }
    text += message
    if let suggestion { text += "; did you mean \"\(suggestion)\"?" }
    return text
  }
}

extension Diagnostic: Codable {
  private enum Key: String, CodingKey {
    case severity, file, line, column, override, stage, type, option, recording, message, suggestion, sport
    case isWorthRetrying = "worth_retrying"
  }

  /// Reads the flat form that `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    severity = try values.decode(Severity.self, forKey: .severity)
    if let text = try values.decodeIfPresent(String.self, forKey: .override) {
      location = .override(text)
    } else {
      let file = try values.decode(String.self, forKey: .file)
      let line = try values.decodeIfPresent(Int.self, forKey: .line)
      let column = try values.decodeIfPresent(Int.self, forKey: .column)
      if let line, let column {
        location = .position(file: file, line: line, column: column)
      } else {
        location = .file(file)
      }
    }
    stageID = try values.decodeIfPresent(String.self, forKey: .stage)
    stageType = try values.decodeIfPresent(String.self, forKey: .type)
    option = try values.decodeIfPresent(String.self, forKey: .option)
    recording = try values.decodeIfPresent(String.self, forKey: .recording)
    message = try values.decode(String.self, forKey: .message)
    suggestion = try values.decodeIfPresent(String.self, forKey: .suggestion)
    sport = try values.decodeIfPresent(String.self, forKey: .sport)
    isWorthRetrying = try values.decodeIfPresent(Bool.self, forKey: .isWorthRetrying) ?? false
  }

  /// Writes one flat object: `severity`, `file`, `line`, `column` or `override`, `stage`, `type`, `option`,
  /// `recording`, `message`, `suggestion`, `sport`, `worth_retrying`; unknown or false members are omitted.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(severity, forKey: .severity)
    switch location {
    case .file(let file):
      try values.encode(file, forKey: .file)
    case .position(let file, let line, let column):
      try values.encode(file, forKey: .file)
      try values.encode(line, forKey: .line)
      try values.encode(column, forKey: .column)
    case .override(let text):
      try values.encode(text, forKey: .override)
    }
    try values.encodeIfPresent(stageID, forKey: .stage)
    try values.encodeIfPresent(stageType, forKey: .type)
    try values.encodeIfPresent(option, forKey: .option)
    try values.encodeIfPresent(recording, forKey: .recording)
    try values.encode(message, forKey: .message)
    try values.encodeIfPresent(suggestion, forKey: .suggestion)
    try values.encodeIfPresent(sport, forKey: .sport)
    if isWorthRetrying { try values.encode(true, forKey: .isWorthRetrying) }
  }
}
