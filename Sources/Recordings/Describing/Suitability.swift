/// What a pipeline can find in a recording, by its streams and their rates, and why no more.
///
/// The library Stages finds it by planning the pipeline, so that it never says anything else than a run does.
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

  /// States what can be found.
  /// - Parameters:
  ///   - pipeline: the pipeline's name.
  ///   - extent: how much can be found.
  ///   - reasons: why it is no more, a clause each.
  ///   - losses: what is found less well, a clause each.
  public init(pipeline: String, extent: Extent, reasons: [String] = [], losses: [String] = []) {
    self.pipeline = pipeline
    self.extent = extent
    self.reasons = reasons
    self.losses = losses
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
