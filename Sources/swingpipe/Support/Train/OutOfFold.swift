import Evaluation
import Files
import Foundation
import Pipelines
import Swings

/// Tables of the recordings of a training, each from a model that has not seen it.
struct OutOfFold: Sendable {
  /// Where tables and the models of the folds go.
  let folder: String
  /// The id of the stage that takes the models.
  let stageID: String
  /// The pipeline as it was trained with.
  let arguments: PipelineArguments
  /// The file of the model that was trained on all.
  let modelPath: String

  /// For each fold, the pipeline with the model that was trained without its recordings.
  ///
  /// Recordings that gave no examples take the model that was trained on all others: it has not seen them either.
  /// - Throws: `FileError` where a model cannot be written, and what training and loading throw.
  func plan(_ set: TrainingSet, _ model: HitMissModel) throws -> BatchPlan {
    let folds = try HitMissTrainer().foldModels(
      set.examples, name: model.name, pipeline: model.training.pipeline)
    var variants = try folds.enumerated().map { index, fold in
      var foldModel = fold.model
      foldModel.name += "-fold-\(index + 1)"
      let path = "\(folder)/_meta/models/fold-\(index + 1).json"
      try WholeFile.write([UInt8](foldModel.json), to: path)
      return (try pipeline(with: path), set.found.filter { fold.recordings.contains($0.examples.recordingID) })
    }
    let others = set.found.filter { $0.examples.examples.isEmpty }
    if !others.isEmpty { variants.append((try pipeline(with: modelPath), others)) }
    return try BatchPlan(variants.map { (pipeline: $0, paths: $1.map(\.path)) })
  }

  /// The batch that writes the tables.
  func batch(jobs: Int) -> Batch {
    var batch = Batch(
      outputFolder: folder, jobs: jobs, toolVersion: ToolVersion.current, logger: StandardErrorLog.logger(quiet: true))
    batch.fftwWisdom = WisdomFile.inUse
    return batch
  }

  private func pipeline(with modelPath: String) throws -> Pipeline {
    var arguments = arguments
    // Absolute paths are never taken for JSON.
    arguments.overrides.append("\(stageID).model=\(URL(fileURLWithPath: modelPath).path)")
    return try arguments.checked()
  }
}
