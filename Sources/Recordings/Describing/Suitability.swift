/// The results that a pipeline can find in a recording with these streams and rates, and why not more.
///
/// `SPBatches` determines the suitability by planning the pipeline, so it always agrees with a run.
public struct Suitability: Hashable, Sendable, Codable {
  /// How many of the results of a pipeline can be found.
  public enum Extent: String, Hashable, Sendable, Codable {
    /// All results.
    case all
    /// Impacts, but nothing that needs more than the acceleration.
    case impactsAlone = "impacts_alone"
    /// All results, but by the rules of another sport than the recording states.
    case otherSport = "other_sport"
    /// Nothing.
    case nothing

    /// The raw value with spaces for underscores, for messages.
    public var text: String { rawValue.replacing("_", with: " ") }
  }

  /// The pipeline's name.
  public let pipeline: String
  /// How much can be found.
  public let extent: Extent
  /// Why not everything can be found, or why nothing is found, one clause each. Empty if everything can be found and
  /// something is found.
  public let reasons: [String]
  /// The results that are less accurate than with better sensors, one clause each.
  public let losses: [String]

  /// Makes a suitability.
  /// - Parameters:
  ///   - pipeline: The pipeline's name.
  ///   - extent: How much can be found.
  ///   - reasons: Why not everything can be found, one clause each.
  ///   - losses: The results that are less accurate, one clause each.
  public init(pipeline: String, extent: Extent, reasons: [String] = [], losses: [String] = []) {
    self.pipeline = pipeline
    self.extent = extent
    self.reasons = reasons
    self.losses = losses
  }

  /// The suitability of a recording with this quality: nothing can be found without rows, or if the data contradict the
  /// description so that results would mean nothing.
  package func limited(by quality: RecordingQuality) -> Suitability {
    let wrist = quality.streams.filter { $0.name == .accelerometer }
    let lack =
      !wrist.isEmpty && wrist.allSatisfy { $0.rows == 0 }
      ? "the accelerometer has no rows" : Self.lack(quality.contradictions)
    if let lack { return Suitability(pipeline: pipeline, extent: .nothing, reasons: reasons + [lack]) }
    let wrong: Set<Contradiction.Kind> = [.rotationDirection, .gravity, .acceleration, .impossibleValues]
    guard
      quality.faults.contains(where: { $0.kind == .unit })
        || quality.contradictions.contains(where: { wrong.contains($0.kind) })
    else { return self }
    let loss = "figures are wrong until the fault of a unit or sign is corrected"
    return Suitability(pipeline: pipeline, extent: extent, reasons: reasons, losses: losses + [loss])
  }

  /// The suitability of a recording in which everything could be found, but nothing is. Unchanged without a reason.
  package func lacking(_ reason: String?) -> Suitability {
    reason.map { Suitability(pipeline: pipeline, extent: extent, reasons: reasons + [$0], losses: losses) } ?? self
  }

  /// The suitability of a recording with these contradictions.
  package func limited(by contradictions: [Contradiction]) -> Suitability {
    Self.lack(contradictions).map { Suitability(pipeline: pipeline, extent: .nothing, reasons: reasons + [$0]) } ?? self
  }

  private static func lack(_ contradictions: [Contradiction]) -> String? {
    contradictions.contains(where: \.isMeaningless) ? "its data contradict its description" : nil
  }

  /// A sentence that says whether results can be found, why not, and which results can still be found.
  /// - Parameter subject: the results, in the plural; by default the results of the pipeline.
  public func text(_ subject: String? = nil) -> String {
    let subject = subject ?? "results of the pipeline \"\(pipeline)\""
    let why = reasons.joined(separator: "; ")
    return switch extent {
    case .all:
      "\(subject) can be found" + (losses.isEmpty ? "" : ", with losses: \(losses.joined(separator: "; "))")
        + (reasons.isEmpty ? "" : "; there are none in it: \(why)")
    case .otherSport: "\(subject) are not reliable: the recording \(why)"
    case .impactsAlone: "\(subject) cannot be found, impacts alone can, by the pipeline impacts: \(why)"
    case .nothing: "\(subject) cannot be found: \(why)"
    }
  }
}
