/// An error for requested data that a recording does not have.
public struct NotRecorded: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is missing, and what the recording has instead.
  public let description: String

  /// Makes an error with a description.
  public init(_ description: String) { self.description = description }
}

extension Recording {
  /// Streams by their names, in the order given.
  /// - Throws: ``NotRecorded`` for a stream that the recording does not have.
  public func streams(named names: [StreamName]) throws(NotRecorded) -> [RecordingStream] {
    try names.map { name throws(NotRecorded) in
      do {
        return try stream(name)
      } catch {
        throw NotRecorded("\(error)")
      }
    }
  }

  /// The streams of the recording that the layout knows, in the layout's order.
  public var knownStreams: [RecordingStream] { StreamCatalog.streams.compactMap { streams[$0.name] } }
}
