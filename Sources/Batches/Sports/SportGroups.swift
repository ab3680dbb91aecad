import SPBasics
import SPStages

/// The recordings of a run without a pipeline, by the pipelines of their sports.
package struct SportGroups {
  /// The recordings of one pipeline.
  package struct Group {
    package let pipeline: String
    package var paths: [String] = []
    /// The identifiers of the recordings and sessions.
    package var ids: Set<String> = []
  }

  /// A recording that no pipeline is chosen for.
  package struct Unassigned {
    package let path: String
    package let id: String?
    /// Why, as a clause without a subject.
    package let reason: String
    /// Whether its file cannot be read.
    package var isUnreadable = false
    /// Whether reading it again may succeed.
    package var isWorthRetrying = false
  }

  package private(set) var groups: [Group] = []
  package private(set) var unassigned: [Unassigned] = []

  /// Groups recordings.
  /// - Parameter outcomes: the recordings by their paths, each with its pipeline or why it cannot be read.
  package init(_ outcomes: [(path: String, choice: Result<PipelineForRecording, any Error>)]) {
    var found: [(path: String, choice: PipelineForRecording)] = []
    for (path, outcome) in outcomes {
      switch outcome {
      case .success(let choice): found.append((path, choice))
      case .failure(let error):
        let reason = error.message.withoutPrefix("\(path): ").withoutPrefix("\(Folder.absolute(path)): ")
        unassigned.append(
          Unassigned(
            path: path, id: nil, reason: reason, isUnreadable: true, isWorthRetrying: SPBasics.isWorthRetrying(error)))
      }
    }
    var byName: [String: Group] = [:]
    for (path, choice) in zip(found.map(\.path), found.map(\.choice).joinedBySession()) {
      guard let name = choice.name else {
        unassigned.append(
          Unassigned(path: path, id: choice.identifier.recordingID, reason: choice.lack))
        continue
      }
      byName[name, default: Group(pipeline: name)].paths.append(path)
      byName[name]?.ids.formUnion([choice.identifier.recordingID, choice.identifier.unitID])
    }
    groups = StandardPipelines.names.compactMap { byName[$0] }
    gatherDuplicates(found.map { ($0.path, $0.choice.identifier.recordingID) })
    guard !groups.isEmpty else { return }
    // They fail with the reason that any run gives, and are recorded as failed.
    groups[0].paths += unassigned.filter(\.isUnreadable).map(\.path)
    unassigned.removeAll(where: \.isUnreadable)
  }

  /// Moves recordings that share an identifier into the same group. The group's run fails these recordings and names
  /// them.
  private mutating func gatherDuplicates(_ recordings: [(path: String, id: String)]) {
    let shared = Dictionary(grouping: recordings, by: \.id).values.filter { $0.count > 1 }
    for paths in shared.map({ $0.map(\.path) }) {
      let holders = groups.indices.filter { groups[$0].paths.contains(where: paths.contains) }
      guard let first = holders.first, holders.count > 1 else { continue }
      for place in holders.dropFirst() { groups[place].paths.removeAll(where: paths.contains) }
      groups[first].paths += paths.filter { !groups[first].paths.contains($0) }
    }
    groups.removeAll(where: \.paths.isEmpty)
  }

  /// Keeps only recordings with some identifiers; the places of the outputs still depend on all recordings.
  /// - Returns: the identifiers that no recording has.
  package mutating func select(ids: [String]) -> [String] {
    unassigned.removeAll { recording in recording.id.map { !ids.contains($0) } ?? true }
    let known = groups.reduce(into: Set(unassigned.compactMap(\.id))) { $0.formUnion($1.ids) }
    groups.removeAll { $0.ids.isDisjoint(with: ids) }
    return ids.filter { !known.contains($0) }
  }

  /// Drops the recordings without a pipeline, which another shard names.
  package mutating func forgetUnassigned() { unassigned = [] }

  /// The groups whose pipelines write a table; if none does, all of them, so that a run says so.
  /// - Throws: `PipelineError` if a built-in pipeline is invalid.
  package func groups(writing table: String, through stage: String?) throws -> [Group] {
    let writing = try groups.filter {
      try StandardPipelines.load($0.pipeline).stages(through: stage).tableNames.contains(table)
    }
    return writing.isEmpty ? groups : writing
  }

  /// A line for each reason why recordings are not run, with their paths and what to do.
  package var complaints: [String] {
    let reasons = unassigned.map(\.reason).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    return reasons.map { reason in
      let recordings = unassigned.filter { $0.reason == reason }
      let rest = recordings.count - Self.named
      let shown = recordings.prefix(rest > 1 ? Self.named : recordings.count).map(\.path)
      let paths = shown.joined(separator: ", ") + (rest > 1 ? " and \(rest) others" : "")
      guard !recordings[0].isUnreadable else { return "error: \(paths): \(reason)" }
      return "error: \(paths): \(reason); not run; expected a pipeline: swingpipe run PIPELINE "
        + shown.map(\.shellWord).joined(separator: " ") + (rest > 1 ? " ..." : "") + " --output FOLDER"
    }
  }

  private static let named = 10
}

/// Where the runs of a command without a pipeline write.
package struct SportOutputs {
  let output: OutputFolder?
  let isNested: Bool

  /// What keeps the runs from writing there; nil if nothing does.
  package let fault: String?

  /// Chooses the places: the folder itself for recordings of one pipeline, and a subfolder for each of several
  /// pipelines. Subfolders are also used if an earlier run made such folders.
  package init(_ groups: [SportGroups.Group], in output: OutputFolder?) {
    self.output = output
    let names = groups.map(\.pipeline)
    let earlierRuns = output?.runsInside ?? []
    isNested =
      names.count > 1 || earlierRuns.contains { StandardPipelines.names.contains(Folder.split($0.path).name) }
    leftovers = Self.leftovers(groups, in: earlierRuns)
    guard let output, output.isOutput, !names.isEmpty, let earlier = try? output.target()?.name, names != [earlier]
    else {
      fault = nil
      return
    }
    fault =
      "\(output.path) has a run of the pipeline \(earlier), but these recordings need "
      + "\(names.joined(separator: ", ")); expected another folder, such as \(output.path)_by_sport"
  }

  /// A line for each recording that an earlier run has in the folder of another pipeline: its results there are old.
  package let leftovers: [String]

  private static func leftovers(_ groups: [SportGroups.Group], in runs: [OutputFolder]) -> [String] {
    runs.flatMap { run -> [String] in
      let name = Folder.split(run.path).name
      let known = Set(((try? run.plan())?.items ?? []).map(\.recordingID))
      let others = groups.filter { $0.pipeline != name }.flatMap { known.intersection($0.ids) }.sorted()
      return others.map { id in
        "\(run.path) has results of \(id), which belongs to another pipeline now; delete the folder if its other "
          + "recordings are run again, or give this run another --output"
      }
    }
  }

  /// The output folder of a group; nil if nothing is kept.
  package func path(of group: SportGroups.Group) -> String? {
    output.map { isNested ? "\($0.path)/\(group.pipeline)" : $0.path }
  }
}
