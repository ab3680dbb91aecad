/// The facts about a recording as a whole.
public struct RecordingAttributes: Hashable, Sendable, Codable {
  /// Identifier, unique in a data set; by default the file's name without its extension.
  public var recordingID: String
  /// Identifier of the subject.
  public var subjectID: String?
  /// Sport.
  public var sport: String?
  /// Model of the sensor.
  public var deviceModel: String?
  /// Software that made the recording.
  public var software: String?
  /// Identifier shared by all recordings of one workout on several devices.
  public var sessionID: String?
  /// The kind of device that recorded: `watch`, `phone`, `headphones`, `bike` and the like.
  public var device: String?
  /// Wrist that wore the sensor: `left` or `right`.
  public var wrist: String?
  /// Side of the watch's crown: `left` or `right`.
  public var crown: String?
  /// The subject's dominant hand: `left` or `right`.
  public var dominantHand: String?
  /// ISO 8601 UTC time of clock value 0 or of the first sample: see ``start(firstTimestampS:)``.
  public var startTime: String?
  /// What the timestamps count from: `boot`, `unix` or `start`.
  public var timeOrigin: String?

  /// Makes attributes; everything but the identifier is optional.
  public init(recordingID: String) { self.recordingID = recordingID }

  /// The optional attributes by their names in the file, in the order of the file layout.
  static let optional: [(name: String, value: WritableKeyPath<RecordingAttributes, String?> & Sendable)] = [
    ("subject_id", \.subjectID), ("sport", \.sport), ("device_model", \.deviceModel), ("software", \.software),
    ("session_id", \.sessionID), ("device", \.device), ("wrist", \.wrist), ("crown", \.crown),
    ("dominant_hand", \.dominantHand), ("start_time", \.startTime),
    ("time_origin", \.timeOrigin),
  ]

  /// Returns a copy in which the attributes of `other` replace these; the identifier stays.
  public func overridden(by other: RecordingAttributes) -> RecordingAttributes {
    var attributes = self
    for (_, path) in Self.optional {
      if let value = other[keyPath: path] { attributes[keyPath: path] = value }
    }
    return attributes
  }

  /// The attributes that say when the recording was made.
  static let ofClock: Set = ["start_time", "time_origin"]

  private enum CodingKeys: String, CodingKey {
    case recordingID = "recording_id"
    case subjectID = "subject_id"
    case sport
    case deviceModel = "device_model"
    case sessionID = "session_id"
    case software, device, wrist, crown
    case dominantHand = "dominant_hand"
    case startTime = "start_time"
    case timeOrigin = "time_origin"
  }
}

/// A sport with a bat, club or racket; raw values are those of the attribute `sport`.
public enum Sport: String, CaseIterable, Sendable, Codable {
  /// Baseball batting.
  case baseball
  /// Softball batting.
  case softball
  /// Golf.
  case golf
  /// Tennis.
  case tennis
  /// Table tennis.
  case tableTennis = "table_tennis"
  /// Badminton.
  case badminton
  /// Cricket batting.
  case cricket
}
