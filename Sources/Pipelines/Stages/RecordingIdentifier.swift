/// What a recording calls itself.
public struct RecordingIdentifier: Hashable, Sendable, Codable {
  /// The recording's own identifier.
  public var recordingID: String
  /// The identifier of the session that it is a recording of; nil where it names none, or where the pipeline does not work
  /// on sessions.
  public var sessionID: String?

  /// Names a recording.
  public init(recordingID: String, sessionID: String? = nil) {
    self.recordingID = recordingID
    self.sessionID = sessionID
  }

  /// The identifier of the unit of work: of the session, or else of the recording.
  public var unitID: String { sessionID ?? recordingID }
}
