/// What a recording says about itself in a list of recordings: its identifiers and its sport.
public struct RecordingIdentifier: Hashable, Sendable, Codable {
  /// The recording's own identifier.
  public var recordingID: String
  /// The identifier of its session; nil if it names none, or the pipeline does not work on sessions.
  public var sessionID: String?
  /// Its sport, as stages name it; nil if it states none, or an unknown one.
  public var sport: String?

  /// Makes identifiers.
  public init(recordingID: String, sessionID: String? = nil, sport: String? = nil) {
    self.recordingID = recordingID
    self.sessionID = sessionID
    self.sport = sport
  }

  /// The identifier of the unit of work: of the session, or else of the recording.
  public var unitID: String { sessionID ?? recordingID }
}
