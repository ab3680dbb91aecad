import SPBasics

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
  package func overridden(by other: RecordingAttributes) -> RecordingAttributes {
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

extension RecordingAttributes {
  /// The time of a stream's first sample, in seconds since 1970-01-01T00:00:00Z.
  ///
  /// Timestamps that count from 1970 (`unix`) give this time directly. Timestamps that count from the start (`start`)
  /// are added to `start_time`. If they count from the device's boot, which is also the default, `start_time` is the
  /// time of the first sample.
  /// - Parameter timestamp: the stream's first timestamp, in s.
  /// - Returns: nil if the recording does not state the time, or the year is outside 1 to 9999.
  /// - Throws: ``RecordingStartFault`` for an attribute with an invalid value.
  public func start(firstTimestampS timestamp: Double) throws(RecordingStartFault) -> Double? {
    try anyStart(firstTimestampS: timestamp).flatMap { UTCTime.years.contains($0) ? $0 : nil }
  }

  /// The offset of local time from UTC that `start_time` states, in s; positive if local time is later, nil without an
  /// offset.
  public var utcOffsetS: Int? { startTime.flatMap(UTCTime.offset) }

  private func anyStart(firstTimestampS timestamp: Double) throws(RecordingStartFault) -> Double? {
    if timeOrigin == "unix" { return timestamp }
    guard let startTime else { return nil }
    guard ["boot", "start", nil].contains(timeOrigin) else { throw .timeOrigin(timeOrigin ?? "") }
    guard let start = UTCTime.seconds(startTime) else { throw .startTime(startTime) }
    return timeOrigin == "start" ? start + timestamp : start
  }
}

/// Why the time at which a recording starts cannot be determined, though its attributes mention it.
public enum RecordingStartFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The attribute `start_time` is not a valid time.
  case startTime(String)
  /// The attribute `time_origin` has a value that the layout does not define.
  case timeOrigin(String)

  /// The fault and the expected value.
  public var description: String {
    switch self {
    case .startTime(let text):
      "the attribute start_time is \"\(text)\"; expected an instant in ISO 8601, such as 2026-11-21T09:30:00Z"
    case .timeOrigin(let text): "the attribute time_origin is \"\(text)\"; expected boot, unix or start"
    }
  }
}

/// A sport with a bat, club or racket; raw values are the values of the attribute `sport`.
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
