import Files

/// The recordings of a batch with the work to be done for each.
///
/// Of the headers, planning reads only the identifiers. The rest is read when a recording's turn comes, so a recording
/// that has become unreadable fails alone.
public struct BatchPlan: Sendable {
  /// One recording with the pipeline to run on it.
  public struct Item: Sendable {
    /// The pipeline.
    public let pipeline: Pipeline
    /// The recording.
    public let work: WorkItem
    /// The work to be done for it.
    public var decision: Decision
    /// Whether this run includes it; others of the plan are left as they are.
    public var isSelected = true

    /// Whether this run works on it.
    public var isRun: Bool { isSelected && !decision.isUpToDate }
  }

  /// The recordings.
  public let list: WorkList
  /// One item per recording, in the order of the list.
  public internal(set) var items: [Item]

  /// Makes a plan in which all recordings have to run.
  /// - Throws: ``WorkList/DuplicateIDs`` with the paths of recordings that share an identifier.
  public init(_ pipeline: Pipeline, _ paths: [String]) throws(WorkList.DuplicateIDs) {
    try self.init([(pipeline, paths)])
  }

  /// Makes a plan for variants of one pipeline, each with recordings of its own, so that their tables are joined.
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

  /// Plans a list by comparing it with the results of earlier runs, on several processors.
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

  /// Plans all recordings in some files and folders by comparing them with the results in an output folder.
  /// - Parameters:
  ///   - pipeline: the pipeline to run.
  ///   - inputs: files, folders and patterns, as ``InputSearch`` takes them.
  ///   - outputFolder: the folder of earlier runs; it need not exist yet.
  ///   - toolVersion: the version of the program; every recording runs again if it differs from the last run's.
  ///   - jobs: how many recordings are compared with the results of earlier runs at a time.
  /// - Throws: ``InputSearch/Fault`` for inputs without a recording, ``WorkList/DuplicateIDs`` for recordings that
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

  /// Selects only recordings that satisfy a condition.
  public mutating func select(_ isSelected: (Item) -> Bool) {
    for index in items.indices where !isSelected(items[index]) { items[index].isSelected = false }
  }

  /// Makes all selected recordings run, even those up to date.
  /// - Parameter finished: files that were already processed, by absolute path.
  public mutating func force(except finished: Set<String> = []) {
    for index in items.indices where items[index].isSelected && items[index].decision.isUpToDate {
      guard !finished.contains(items[index].work.path) else { continue }
      items[index].decision = Decision(reasons: ["forced"], previous: items[index].decision.previous)
    }
  }

  /// The recordings that this run works on, the largest first, so that the last ones are short.
  public var work: [Item] {
    items.filter(\.isRun).sorted {
      ($1.work.sizeBytes, $0.work.recordingID) < ($0.work.sizeBytes, $1.work.recordingID)
    }
  }
}
