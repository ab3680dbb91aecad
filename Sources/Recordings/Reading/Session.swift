/// The recordings of one session, in the order of their paths.
public struct Session: Sendable {
  /// The recordings, each of one device.
  public let recordings: [Recording]

  /// Makes a session of recordings that belong together.
  public init(recordings: [Recording]) { self.recordings = recordings }
}

/// One pass over each recording of a session, for consumers that combine streams of several devices.
///
/// Recordings pass one after another, and consumers match their data by time when all have passed, since a
/// recording may arrive late and its clock may differ.
public final class SessionPass: Sendable {
  /// The pass over each recording, in the order of the session.
  public let recordings: [RecordingPass]

  /// Prepares a pass over recordings; nothing is decoded yet.
  public init(_ recordings: [Recording]) { self.recordings = recordings.map(RecordingPass.init) }

  /// Passes all samples.
  /// - Throws: the same errors as ``RecordingPass/run()``.
  public func run() throws {
    for recording in recordings { try recording.run() }
  }
}
