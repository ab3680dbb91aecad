import SPBasics
import SPPipelines
import SPStages
import SPSwings

/// A pipeline to be trained. It is loaded even if its model or reference cannot be read: the training does not need
/// them, and may be about to make them.
package struct TrainingPipeline: Sendable {
  /// The pipeline.
  package let pipeline: Pipeline

  private let source: String
  private let overrides: [String]

  /// Loads a pipeline from a file, or a built-in pipeline by its name.
  /// - Parameters:
  ///   - source: a path or a name.
  ///   - overrides: options to set, each `id.option=value`.
  ///   - assumesPlay: whether all recordings are assumed to be of play.
  /// - Throws: `PipelineError` with all other faults.
  package init(_ source: String, overrides: [String] = [], assumesPlay: Bool = true) throws {
    self.source = source
    func load(_ overrides: [String]) throws -> (Pipeline, [String]) {
      // Labels state that there is play, and a reference is learned from the swings that its user accepts.
      let detectors = try StandardPipelines.load(source, overrides: overrides).stages.filter {
        $0.type == AirSwingStage.type
      }
      let all = overrides + detectors.map { "\($0.id).practice=\(assumesPlay)" }
      return (try StandardPipelines.load(source, overrides: all), all)
    }
    do {
      (pipeline, self.overrides) = try load(overrides)
    } catch let error as PipelineError {
      let files = [
        (HitMissStage.type.rawValue, "model"), (AirSwingStage.type.rawValue, "reference"),
        (AirSwingStage.type.rawValue, "swing_model"),
      ]
      let removed = error.diagnostics.compactMap { fault -> String? in
        guard let file = files.first(where: { $0 == fault.stageType && $1 == fault.option }) else { return nil }
        return fault.stageID.map { "\($0).\(file.1)=null" }
      }
      guard !removed.isEmpty else { throw error }
      (pipeline, self.overrides) = try load(overrides + removed)
    }
  }

  /// The pipeline with another option set.
  func setting(_ override: String) throws -> Pipeline {
    try StandardPipelines.load(source, overrides: overrides + [override])
  }
}

extension Pipeline {
  /// The only stage of a type.
  ///
  /// - Parameter purpose: the purpose of the stage, after `to`, for the message.
  /// - Throws: `PipelineError` for a pipeline without such a stage, or with several.
  func onlyStage(of type: StageType, to purpose: String) throws(PipelineError) -> PipelineStage {
    let found = stages.filter { $0.type == type }
    guard let stage = found.first, found.count == 1 else {
      let names = found.isEmpty ? "none" : found.map { "\"\($0.id)\"" }.joined(separator: ", ")
      let message = "expected one stage of type \"\(type)\" to \(purpose), found \(names)"
      throw PipelineError([Diagnostic(.error, at: .file(file), message: message)])
    }
    return stage
  }
}

extension OutputTarget.Kind {
  /// A model that `ModelTraining` writes. Models are small; a longer file is not a model.
  package static let model = Self(name: "model", maxBytes: 1_000_000) { HitMissModel.isModel(json: $0) }
  /// A model that `SwingModelTraining` writes.
  package static let swingModel = Self(name: "swing model", maxBytes: 1_000_000) { SwingModel.isModel(json: $0) }
  /// A reference that `ReferenceTraining` writes.
  package static let reference = Self(name: "reference", maxBytes: 10_000_000) { LearnedSwings.isReference(json: $0) }
}
