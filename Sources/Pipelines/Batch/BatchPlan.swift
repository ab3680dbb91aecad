import Files

/// The recordings of a batch with what has to be done for each.
///
/// A recording's header is read when its turn comes, so that planning many costs next to nothing, and one that has become
/// unreadable since fails alone.
public struct BatchPlan: Sendable {
  /// One recording with the pipeline that is to run on it.
  public struct Item: Sendable {
    /// The pipeline.
    public let pipeline: Pipeline
    /// The recording.
    public let work: WorkItem
    /// What has to be done for it.
    public var decision: Decision
    /// Whether this run is to do it; others of the plan are left as they are.
    public var isSelected = true

    /// Whether this run works on it.
    public var isRun: Bool { isSelected && !decision.isUpToDate }
  }

  /// The recordings.
  public let list: WorkList
  /// One item a recording, in the order of the list.
  public internal(set) var items: [Item]

  /// Lists recordings that all have to run.
  /// - Throws: ``WorkList/DuplicateIDs`` with the paths of recordings that share an identifier.
  public init(_ pipeline: Pipeline, _ paths: [String]) throws(WorkList.DuplicateIDs) {
    try self.init([(pipeline, paths)])
  }

  /// Lists recordings for variants of one pipeline, each with recordings of its own, so that their tables are joined.
  /// - Throws: ``WorkList/DuplicateIDs`` with the paths of recordings that share an identifier.
  public init(_ variants: [(pipeline: Pipeline, paths: [String])]) throws(WorkList.DuplicateIDs) {
    var pipelines: [String: Pipeline] = [:]
    var work: [WorkItem] = []
    for (pipeline, paths) in variants {
      for item in try WorkList(pipeline, paths).items {
        pipelines[item.path] = pipeline
        work.append(item)
      }
    }
    list = try WorkList(work)
    items = list.items.compactMap { item in
      pipelines[item.path].map { Item(pipeline: $0, work: item, decision: Decision(reasons: ["new"])) }
    }
  }

  /// Plans a list against what earlier runs left, on several processors.
  public init(_ pipeline: Pipeline, _ list: WorkList, resuming resumption: Resumption?, jobs: Int) async {
    self.list = list
    var decisions = list.items.map { _ in Decision(reasons: ["new"]) }
    if let resumption {
      await Concurrently.forEach(list.items, jobs: jobs) { item, _ in
        resumption.decision(for: item)
      } finished: { index, decision in
        decisions[index] = decision
      }
    }
    items = zip(list.items, decisions).map { Item(pipeline: pipeline, work: $0, decision: $1) }
  }

  /// Plans all recordings among some files and folders against what earlier runs left in an output folder.
  /// - Parameters:
  ///   - inputs: files, folders and patterns, as ``InputSearch`` takes them.
  ///   - outputFolder: the folder of earlier runs; it need not exist yet.
  ///   - toolVersion: the version of the program; every recording runs again when it is another than last time.
  ///   - jobs: how many headers are read at a time.
  /// - Throws: ``InputSearch/Fault`` for inputs that lead to no recording, ``WorkList/DuplicateIDs`` for recordings that
  ///   share an identifier.
  public init(
    _ pipeline: Pipeline, recordingsIn inputs: [String], outputFolder: String, toolVersion: String,
    jobs: Int = GrantedProcessors.current.count
  ) async throws {
    let output = OutputFolder(outputFolder)
    let list = try WorkList(pipeline, InputSearch.recordings(in: inputs), known: try? output.plan())
    let target = BatchTarget(pipeline, toolVersion: toolVersion)
    await self.init(pipeline, list, resuming: Resumption(of: target, in: output), jobs: jobs)
  }

  /// Leaves to others what does not satisfy a condition.
  public mutating func select(_ isSelected: (Item) -> Bool) {
    for index in items.indices where !isSelected(items[index]) { items[index].isSelected = false }
  }

  /// Has everything that is selected run, even what is up to date.
  /// - Parameter finished: files that were seen to already, by absolute path.
  public mutating func force(except finished: Set<String> = []) {
    for index in items.indices where items[index].isSelected && items[index].decision.isUpToDate {
      guard !finished.contains(items[index].work.path) else { continue }
      items[index].decision = Decision(reasons: ["forced"], previous: items[index].decision.previous)
    }
  }

  /// The recordings that this run works on, the largest first, so that the last ones to end are short.
  public var work: [Item] {
    items.filter(\.isRun).sorted {
      ($1.work.sizeBytes, $0.work.recordingID) < ($0.work.sizeBytes, $1.work.recordingID)
    }
  }
}
