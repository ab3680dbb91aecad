import Tables

/// The columns that say which recording a row is of, and who was recorded.
public enum IdentityColumns {
  /// The recording's identifier, the first column of every table.
  public static let recordingID: ColumnDefinition<RecordingIdentity> = .string(
    "recording_id", "Identifier of the recording, unique in a data set.",
    formula: "attribute recording_id, or else the file's name without its extension", source: layout
  ) { $0.recordingID }

  /// Who was recorded.
  public static let subjectID: ColumnDefinition<RecordingIdentity> = .string(
    "subject_id", "Identifier of the wearer, where the recording gives one.", source: layout
  ) { $0.subjectID }

  /// Who was recorded, in which sport, and on which wrist.
  public static let subject: [ColumnDefinition<RecordingIdentity>] = [
    subjectID,
    .string("sport", "Sport, where the recording gives one.", source: layout) { $0.sport },
    .string(
      "wrist", "Wrist that wore the sensor, left or right, where the recording says so; as it is written there.",
      source: layout
    ) { $0.wrist },
  ]

  /// Where these facts are kept in a file.
  private static let layout = "recording layout, version 1 (Data/Layout.md): the root attribute of this name"
}

/// The facts of a recording that every row repeats.
public struct RecordingIdentity: Hashable, Sendable {
  /// Identifier, unique in a data set.
  public var recordingID: String
  /// Identifier of the subject.
  public var subjectID: String?
  /// Sport.
  public var sport: String?
  /// Wrist that wore the sensor.
  public var wrist: String?
  /// The first timestamp, in s on the recording's clock; nil where there is none.
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
  /// What every row of the recording's tables repeats.
  /// - Parameter startTime: the first timestamp, in s on the recording's clock; nil where there is none.
  public func identity(startTime: Double?) -> RecordingIdentity {
    RecordingIdentity(recordingID: recordingID, subjectID: subjectID, sport: sport, wrist: wrist, startTime: startTime)
  }
}
