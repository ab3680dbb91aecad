/// The recordings of one session, in the order of their paths.
public struct Session: Sendable {
  /// The recordings, each of one device.
  public let recordings: [Recording]

  /// Makes a session of recordings that belong together.
  public init(recordings: [Recording]) { self.recordings = recordings }
}
