/// A pipeline planned for every recording of a batch, before any data is read.
public struct BatchPlan: Sendable {
  /// The pipeline.
  public let pipeline: Pipeline
  /// One plan a recording, in the order of their paths.
  public let recordings: [RecordingPlan]

  /// Two recordings that would write the same files.
  public struct DuplicateIDs: Error, Hashable, Sendable, CustomStringConvertible {
    /// A line for each identifier that several recordings have.
    public let messages: [String]

    /// The lines.
    public var description: String { messages.joined(separator: "\n") }
  }

  /// Plans the pipeline for every recording.
  ///
  /// Recordings that do not suit it are part of the plan, with what speaks against them.
  /// - Throws: ``DuplicateIDs`` with the paths of recordings that share an identifier.
  public init(_ pipeline: Pipeline, _ paths: [String]) throws(DuplicateIDs) {
    self.pipeline = pipeline
    recordings = paths.map { pipeline.plan($0) }
    var paths: [String: [String]] = [:]
    for plan in recordings {
      if let id = plan.recordingID { paths[RecordingFileName(id).text, default: []].append(plan.inputPath) }
    }
    let messages = paths.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.map { id, paths in
      "recording id \"\(id)\" is that of \(paths.joined(separator: " and of ")); expected one file an id"
    }
    guard messages.isEmpty else { throw DuplicateIDs(messages: messages) }
  }
}
