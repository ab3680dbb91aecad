import Pipelines

/// What a pipeline can find in a recording, by its streams and their rates, and why no more.
///
/// It is what ``Pipelines/Pipeline/plan(_:)`` finds before a run, so that it never says anything else than the run does.
public struct Suitability: Hashable, Sendable, Codable {
  /// How much of what a pipeline looks for can be found.
  public enum Extent: String, Hashable, Sendable, Codable {
    /// All of it.
    case all
    /// Impacts, but nothing that takes more than the acceleration.
    case impactsAlone = "impacts_alone"
    /// Nothing.
    case nothing

    /// In a word or two.
    public var text: String { rawValue.replacing("_", with: " ") }
  }

  /// The pipeline's name.
  public let pipeline: String
  /// How much can be found.
  public let extent: Extent
  /// Why it is no more, a clause each; empty where all can be found.
  public let reasons: [String]
  /// What is found less well than from sensors that are good enough, a clause each.
  public let losses: [String]

  /// Tells what a pipeline can find by what its stages said of a recording's headers.
  /// - Parameters:
  ///   - pipeline: the pipeline.
  ///   - diagnostics: what its stages said.
  public init(_ pipeline: Pipeline, _ diagnostics: [Diagnostic]) {
    self.pipeline = pipeline.name
    func clauses(_ severity: Diagnostic.Severity) -> [String] {
      diagnostics.filter { $0.severity == severity }.map { $0.cause ?? $0.message }.reduce(into: []) { found, message in
        if !found.contains(message) { found.append(message) }
      }
    }
    reasons = clauses(.error)
    losses = clauses(.warning)
    let failing = Set(diagnostics.filter { $0.severity == .error }.map(\.stageID))
    let impacts = pipeline.stages.first { $0.type == ImpactStage.type }
    // A fault without a stage, as of a file that cannot be read, concerns all of them.
    let sparesImpacts =
      impacts.map { impacts in failing.isDisjoint(with: pipeline.stagesBefore(impacts) + [impacts.id, nil]) } ?? false
    extent = failing.isEmpty ? .all : sparesImpacts ? .impactsAlone : .nothing
  }

  /// A sentence: whether what is looked for can be found, why not, and what can be found all the same.
  /// - Parameter subject: what is looked for, in the plural; that which the pipeline looks for if nothing is given.
  public func text(_ subject: String? = nil) -> String {
    let subject = subject ?? "results of the pipeline \"\(pipeline)\""
    let why = reasons.joined(separator: "; ")
    return switch extent {
    case .all where losses.isEmpty: "\(subject) can be found"
    case .all: "\(subject) can be found, with losses: \(losses.joined(separator: "; "))"
    case .impactsAlone: "\(subject) cannot be found, impacts alone can, by the pipeline impacts: \(why)"
    case .nothing: "\(subject) cannot be found: \(why)"
    }
  }
}

extension Pipeline {
  /// What it can find in a recording, or in those of a session, by their headers.
  public func suitability(of paths: [String]) -> Suitability { Suitability(self, plan(paths).diagnostics) }

  /// The ids of all stages that a stage depends on.
  fileprivate func stagesBefore(_ stage: PipelineStage) -> [String?] {
    var found: Set<String> = []
    var left = [stage]
    while let next = left.popLast() {
      for id in next.reads.values.map(\.stageID) where found.insert(id).inserted {
        left += stages.filter { $0.id == id }
      }
    }
    return Array(found)
  }
}
