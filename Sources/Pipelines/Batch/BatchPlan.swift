/// Pipelines planned for every recording of a batch, before any data is read.
public struct BatchPlan: Sendable {
  /// One recording with the pipeline that is to run on it.
  public struct Item: Sendable {
    /// The pipeline.
    public let pipeline: Pipeline
    /// The recording, planned for.
    public let recording: RecordingPlan
  }

  /// One item a recording, in the order of their paths for each pipeline.
  public let items: [Item]

  /// What was planned for each recording.
  public var recordings: [RecordingPlan] { items.map(\.recording) }

  /// Two recordings that would write the same files.
  public struct DuplicateIDs: Error, Hashable, Sendable, CustomStringConvertible {
    /// A line for each identifier that several recordings have.
    public let messages: [String]

    /// The lines.
    public var description: String { messages.joined(separator: "\n") }
  }

  /// Plans a pipeline for every recording.
  ///
  /// Recordings that do not suit it are part of the plan, with what speaks against them.
  /// - Throws: ``DuplicateIDs`` with the paths of recordings that share an identifier.
  public init(_ pipeline: Pipeline, _ paths: [String]) throws(DuplicateIDs) {
    try self.init([(pipeline, paths)])
  }

  /// Plans variants of one pipeline, each for recordings of its own, so that their tables are joined.
  /// - Throws: ``DuplicateIDs`` with the paths of recordings that share an identifier.
  public init(_ variants: [(pipeline: Pipeline, paths: [String])]) throws(DuplicateIDs) {
    items = variants.flatMap { pipeline, paths in
      paths.map { Item(pipeline: pipeline, recording: pipeline.plan($0)) }
    }
    var paths: [String: [String]] = [:]
    for plan in items.map(\.recording) {
      if let id = plan.recordingID { paths[RecordingFileName(id).text, default: []].append(plan.inputPath) }
    }
    let messages = paths.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.map { id, paths in
      "recording id \"\(id)\" is that of \(paths.joined(separator: " and of ")); expected one file an id"
    }
    guard messages.isEmpty else { throw DuplicateIDs(messages: messages) }
  }
}
