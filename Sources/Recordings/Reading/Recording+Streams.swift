/// Something that was asked for, and that a recording does not have.
public struct NotRecorded: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is missing, and what there is.
  public let description: String

  /// Says what is missing.
  public init(_ description: String) { self.description = description }
}

extension Recording {
  /// Streams by their names, in the order given.
  /// - Throws: ``NotRecorded`` for one that the recording does not have.
  public func streams(named names: [StreamName]) throws(NotRecorded) -> [RecordingStream] {
    try names.map { name throws(NotRecorded) in
      do {
        return try stream(name)
      } catch {
        throw NotRecorded("\(error)")
      }
    }
  }

  /// All streams that the recording has of those that the layout knows, in the layout's order.
  public var knownStreams: [RecordingStream] { StreamCatalog.streams.compactMap { streams[$0.name] } }
}
