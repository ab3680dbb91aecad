import SPPipelines
import SPRecordings
import SPStages
import SPSwings

extension Suitability {
  /// Determines what a pipeline can find from its stages' diagnostics about a recording's headers.
  /// - Parameters:
  ///   - pipeline: the pipeline.
  ///   - diagnostics: the diagnostics of its stages.
  public init(_ pipeline: Pipeline, _ diagnostics: [Diagnostic]) {
    func clauses(_ severity: Diagnostic.Severity) -> [String] {
      others.filter { $0.severity == severity }.map { $0.cause ?? $0.message }.reduce(into: []) { found, message in
        if !found.contains(message) { found.append(message) }
      }
    }
    let sports = diagnostics.filter { $0.sport != nil }.map(\.message)
    let others = diagnostics.filter { $0.sport == nil }
    let failing = Set(diagnostics.filter { $0.severity == .error }.map(\.stageID))
    self.init(
      pipeline: pipeline.name,
      extent: failing.isEmpty
        ? sports.isEmpty ? .all : .otherSport : pipeline.findsImpacts(despite: failing) ? .impactsAlone : .nothing,
      reasons: failing.isEmpty && !sports.isEmpty ? sports : clauses(.error), losses: clauses(.warning))
  }
}

extension RecordingReport {
  /// Whether the recording lacks what some stages need, but has all that the pipeline needs to find impacts.
  package func hasImpactsAlone(of pipeline: Pipeline) -> Bool {
    // Faults of planning have a place in the pipeline. Other faults, such as a full disk, concern impacts as well.
    status == .failed && !faults.isEmpty && faults.allSatisfy { $0.place != nil }
      && pipeline.findsImpacts(despite: Set(faults.map(\.stage)))
  }
}

extension Pipeline {
  /// Whether stages can fail without an effect on the impacts. A fault without a stage, for example of a file that
  /// cannot be read, concerns all stages.
  /// - Parameter failing: The ids of the stages.
  fileprivate func findsImpacts(despite failing: Set<String?>) -> Bool {
    guard let impacts = stages.first(where: { $0.type == ImpactStage.type }) else { return false }
    return failing.isDisjoint(with: stages(leadingTo: impacts.id).map(\.id) + [nil])
  }

  /// The suitability of the pipeline for a recording, or for the recordings of a session, by their headers.
  package func suitability(of paths: [String]) -> Suitability { Suitability(self, plan(paths).diagnostics) }

  /// Why nothing in a recording counts as a swing, if it contains no evidence of play. It reads all samples.
  ///
  /// - Returns: The reason; nil with evidence of play, or if the pipeline does not look for evidence.
  /// - Throws: The errors of planning and running the pipeline up to the stage that looks for evidence.
  package func lackOfPlay(in path: String) throws -> String? {
    guard let stage = stages.first(where: { $0.type == AirSwingStage.type }) else { return nil }
    let finder = stages(through: stage.id)
    let plan = try finder.plan(around: path)
    guard plan.isRunnable else { return nil }
    func written(_ slot: String) -> SlotReference { SlotReference(stageID: stage.id, slot: slot) }
    let (evidence, possible) = (written(Slot.playEvidence.name), written(Slot.possibleStrokes.name))
    let result = try finder.run(plan, keeping: [evidence, possible])
    return result.value(.playEvidence, at: evidence).flatMap {
      AirSwingStage.lack($0, result.value(.possibleStrokes, at: possible) ?? [])
    }
  }

  /// The suitability of the pipeline for each item of a work list, by the paths of the item's recordings as they were
  /// given.
  package func suitability(of items: [WorkItem], _ crashes: CrashHistory) -> [String: Suitability] {
    let found = zip(items, crashes.headers(of: items, for: self)).flatMap { item, headers in
      item.shownPaths.map { ($0, Suitability(self, headers.diagnostics)) }
    }
    return Dictionary(found) { first, _ in first }
  }
}

extension SportPipeline {
  /// Whether swings can be found in a recording with the pipeline of its sport, or one for every sport if it names
  /// none.
  /// - Parameters:
  ///   - recording: the recording.
  ///   - quality: the quality of its streams.
  /// - Returns: nil for a recording without acceleration of the wrist, or of a sport without a preset.
  /// - Throws: the errors of ``pipeline(for:overrides:)``.
  package static func suitability(of recording: Recording, _ quality: RecordingQuality) throws -> Suitability? {
    let sport = recording.attributes.sport
    let preset = sport.flatMap(Sport.init(rawValue:))
    guard quality.streams.contains(where: { $0.name == .accelerometer }), (sport == nil) == (preset == nil) else {
      return nil
    }
    return try pipeline(for: preset).suitability(of: [recording.path]).limited(by: quality)
  }
}
