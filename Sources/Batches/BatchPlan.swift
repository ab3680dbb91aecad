import FoundationEssentials
import SPBasics
import SPPipelines

/// The recordings of a batch with the work to be done for each.
///
/// Of the headers, planning reads only the identifiers. The rest is read when a recording's turn comes, so a recording
/// that has become unreadable fails alone.
public struct BatchPlan: Sendable {
  /// One recording with the pipeline to run on it.
  public struct Item: Sendable {
    private let shared: SharedPipeline
    /// The recording.
    public let work: WorkItem
    /// The work to be done for it.
    public var decision: RunDecision
    /// Whether this run includes it; others of the plan are left as they are.
    public var isSelected = true

    /// The pipeline.
    public var pipeline: Pipeline { shared.pipeline }

    init(_ pipeline: SharedPipeline, _ work: WorkItem, _ decision: RunDecision) {
      (shared, self.work, self.decision) = (pipeline, work, decision)
    }

    /// Whether this run works on it.
    public var isRun: Bool { isSelected && !decision.isUpToDate }
  }

  /// A pipeline that many items share.
  final class SharedPipeline: Sendable {
    let pipeline: Pipeline

    init(_ pipeline: Pipeline) { self.pipeline = pipeline }
  }

  /// One item per recording, in the order of the list.
  public internal(set) var items: [Item]

  /// The recordings.
  public var list: WorkList { WorkList(sorted: items.map(\.work)) }

  /// Makes a plan in which all recordings have to run.
  package init(_ pipeline: Pipeline, _ paths: [String]) {
    self.init([(pipeline, paths)])
  }

  /// Makes a plan for variants of one pipeline, each with separate recordings, whose tables are joined.
  package init(_ variants: [(pipeline: Pipeline, paths: [String])]) {
    var pipelines: [String: SharedPipeline] = [:]
    var work: [WorkItem] = []
    for (pipeline, paths) in variants {
      let shared = SharedPipeline(pipeline)
      for item in WorkList(pipeline, paths).items {
        pipelines[item.path] = shared
        work.append(item)
      }
    }
    items = WorkList(work).items.compactMap { item in pipelines[item.path].map { Item($0, item, .new) } }
  }

  /// Makes a plan in which all recordings of a list have to run.
  public init(_ pipeline: Pipeline, _ list: WorkList) {
    let shared = SharedPipeline(pipeline)
    items = list.items.map { Item(shared, $0, .new) }
  }

  /// Plans a list by comparing it with the results of earlier runs, on several processors.
  public init(_ pipeline: Pipeline, _ list: WorkList, resuming check: UpToDateCheck, jobs: Int) async {
    self.init(pipeline, list)
    await resume(check, jobs: jobs)
  }

  /// Compares the selected recordings with the results of earlier runs, on several processors.
  /// - Parameters:
  ///   - check: compares a recording with its earlier result.
  ///   - others: whether recordings that are not selected are compared, too. Without that their tables are not joined.
  ///   - jobs: how many recordings are compared at a time.
  package mutating func resume(_ check: UpToDateCheck, others: Bool = false, jobs: Int) async {
    let works = items.map(\.work)
    let positions = items.indices.filter { items[$0].isSelected || others }
    let files = StatusFiles(check.output, tables: [])
    let decisions = await Concurrently.map(positions, jobs: jobs) { positions in
      var names = PackedNotes.KnownNames()
      return positions.map { position in
        var decision = check.decision(for: works[position])
        decision.settle(in: files, sharing: &names)
        return decision
      }
    }
    for (position, decision) in zip(positions, decisions) { items[position].decision = decision }
  }

  /// Plans all recordings in some files and folders by comparing them with the results in an output folder.
  /// - Parameters:
  ///   - pipeline: The pipeline to run.
  ///   - inputs: Recordings, and folders that are searched for recordings.
  ///   - outputFolder: The folder of earlier runs, which may be missing.
  ///   - toolVersion: The version of the program. After a change of the version, every recording runs again.
  ///   - jobs: How many recordings are compared at a time.
  /// - Throws: `InputSearch.Fault` for inputs without a recording.
  public init(
    _ pipeline: Pipeline, recordingsIn inputs: [URL], outputFolder: URL, toolVersion: String,
    jobs: Int = GrantedProcessors.current.count
  ) async throws {
    let output = OutputFolder(outputFolder.filePath)
    let paths = try InputSearch.recordings(in: inputs.map(\.filePath))
    let list = WorkList(pipeline, paths, known: try? output.plan())
    let target = BatchTarget(pipeline, toolVersion: toolVersion)
    await self.init(pipeline, list, resuming: UpToDateCheck(of: target, in: output), jobs: jobs)
  }

  /// An error for an identifier that is not in the plan.
  package struct UnknownRecording: Error, Hashable, Sendable, CustomStringConvertible {
    /// The identifier, and the one probably meant.
    package let description: String
  }

  /// Selects only recordings that satisfy a condition.
  package mutating func select(_ isSelected: (Item) -> Bool) {
    for index in items.indices where !isSelected(items[index]) { items[index].isSelected = false }
  }

  /// Selects only some recordings.
  /// - Throws: `UnknownRecording`.
  package mutating func select(ids: [String]) throws(UnknownRecording) {
    let known = list.items.map(\.recordingID)
    for id in ids where !known.contains(id) {
      let advice = NearestName.advice(id, in: known, otherwise: "swingpipe run --dry-run lists their ids")
      throw UnknownRecording(description: "no recording has the id \"\(id)\"; \(advice)")
    }
    select { ids.contains($0.work.recordingID) }
  }

  /// Selects only recordings that failed in the last run.
  package mutating func selectFailed() { select { $0.decision.previousEnding == .failed } }

  /// Selects only recordings of one shard, which depends on the list alone.
  package mutating func select(_ shard: ShardSelection) {
    let sizes = list.items.map { (id: $0.recordingID, bytes: $0.sizeBytes) }
    let shards = Shards.assign(sizes: sizes, count: shard.count)
    let selected = Set(zip(list.items, shards).filter { $1 == shard.index }.map(\.0.recordingID))
    select { selected.contains($0.work.recordingID) }
  }

  /// Makes all selected recordings run, even those up to date.
  /// - Parameter finished: files that were already processed, by absolute path.
  package mutating func overwrite(except finished: Set<String> = []) {
    for index in items.indices where items[index].isSelected && items[index].decision.isUpToDate {
      guard !finished.contains(items[index].work.path) else { continue }
      items[index].decision = items[index].decision.overwriting()
    }
  }

  /// The recordings that this run works on, the largest first, so that the last ones are short.
  public var work: [Item] { workIndices.map { items[$0] } }

  /// Their positions among the items.
  var workIndices: [Int] {
    items.indices.filter { items[$0].isRun }.sorted { one, other in
      let (one, other) = (items[one].work, items[other].work)
      return (other.sizeBytes, one.recordingID) < (one.sizeBytes, other.recordingID)
    }
  }
}
