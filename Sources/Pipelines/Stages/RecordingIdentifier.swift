/// The identifiers that a recording gives itself.
public struct RecordingIdentifier: Hashable, Sendable, Codable {
  /// The recording's own identifier.
  public var recordingID: String
  /// The identifier of its session; nil if it names none, or the pipeline does not work on sessions.
  public var sessionID: String?

  /// Makes identifiers.
  public init(recordingID: String, sessionID: String? = nil) {
    self.recordingID = recordingID
    self.sessionID = sessionID
  }

  /// The identifier of the unit of work: of the session, or else of the recording.
  public var unitID: String { sessionID ?? recordingID }
}
