import SPTables

/// The columns that identify the recording and subject of a row, as in every table.
package enum IdentityColumns {
  /// The recording's identifier, the first column of every table.
  package static let recordingID: ColumnDefinition<RecordingIdentity> = .string(
    "recording_id", "Identifier of the recording, unique in a data set.",
    formula: "attribute recording_id, or else the file's name without its extension", source: layout
  ) { $0.recordingID }

  /// The session's identifier, in the same first column: a session may have several recordings.
  package static let sessionID: ColumnDefinition<RecordingIdentity> = .string(
    "recording_id", "Identifier of the session, of one recording or several; unique in a data set.",
    formula: """
      attribute session_id of the session's recordings, or else recording_id, or else the file's name without its \
      extension
      """, source: layout
  ) { $0.recordingID }

  /// The identifier of the subject.
  package static let subjectID: ColumnDefinition<RecordingIdentity> = .string(
    "subject_id", "Identifier of the subject, where the recording gives one.", source: layout
  ) { $0.subjectID }

  /// The subject, the sport and the wrist.
  package static let subject: [ColumnDefinition<RecordingIdentity>] = [
    subjectID,
    .string("sport", "Sport, where the recording gives one.", source: layout) { $0.sport },
    .string(
      "wrist", "Wrist that wore the sensor, left or right, where the recording says so; as it is written there.",
      source: layout
    ) { $0.wrist },
  ]

  /// The place of these attributes in a file.
  private static let layout = "recording layout, version 1 (Data/Layout.md): the root attribute of this name"
}

/// The attributes of a recording that every row repeats.
public struct RecordingIdentity: Hashable, Sendable {
  /// Identifier, unique in a data set.
  public var recordingID: String
  /// Identifier of the subject.
  public var subjectID: String?
  /// Sport.
  public var sport: String?
  /// Wrist that wore the sensor.
  public var wrist: String?
  /// The first timestamp, in s on the recording's clock; nil without timestamps.
  public var startTime: Double?

  /// Makes an identity.
  public init(
    recordingID: String, subjectID: String? = nil, sport: String? = nil, wrist: String? = nil, startTime: Double? = nil
  ) {
    self.recordingID = recordingID
    self.subjectID = subjectID
    self.sport = sport
    self.wrist = wrist
    self.startTime = startTime
  }
}

extension RecordingAttributes {
  /// The identity that every row of the recording's tables repeats.
  /// - Parameter startTime: the first timestamp, in s on the recording's clock; nil without timestamps.
  public func identity(startTime: Double?) -> RecordingIdentity {
    RecordingIdentity(recordingID: recordingID, subjectID: subjectID, sport: sport, wrist: wrist, startTime: startTime)
  }
}
