import SPBasics
import SPPipelines
import SPStages
import SPSwings

/// A pipeline to be trained. It is loaded even if its model or reference cannot be read, as these are not needed and
/// may be the ones to be made.
package struct TrainingPipeline: Sendable {
  /// The pipeline.
  package let pipeline: Pipeline

  private let source: String
  private let overrides: [String]

  /// Loads a pipeline: a file's, or a built-in one by its name.
  /// - Parameters:
  ///   - source: a path or a name.
  ///   - overrides: options to set, each `id.option=value`.
  ///   - assumesPlay: whether all recordings are taken for play.
  /// - Throws: `PipelineError` with all other faults.
  package init(_ source: String, overrides: [String] = [], assumesPlay: Bool = true) throws {
    self.source = source
    func load(_ overrides: [String]) throws -> (Pipeline, [String]) {
      // Labels say that there is play, and a reference is learned from what its user takes for swings.
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
  /// - Parameter purpose: what it is needed for, after `to`, for the message.
  /// - Throws: `PipelineError` for none or several.
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
  /// A model written by `ModelTraining`; models are small: a longer file is not one.
  package static let model = Self(name: "model", maxBytes: 1_000_000) { HitMissModel.isModel(json: $0) }
  /// A model that `SwingModelTraining` writes.
  package static let swingModel = Self(name: "swing model", maxBytes: 1_000_000) { SwingModel.isModel(json: $0) }
  /// A reference that `ReferenceTraining` writes.
  package static let reference = Self(name: "reference", maxBytes: 10_000_000) { LearnedSwings.isReference(json: $0) }
}
