import FoundationEssentials
import SPBasics
import SPBatches
import SPPipelines
import SPSwings

extension ModelTraining {
  /// Writes the tables of every recording with a model trained without it: scores of these are reliable.
  /// - Parameters:
  ///   - set: the training data of the model.
  ///   - report: the result of the training, with its model.
  ///   - batch: how tables are written, and to which folder.
  /// - Returns: the report with the tables, or with the reason why there are none.
  public func writingOutOfFold(_ set: TrainingSet, _ report: TrainingReport, by batch: Batch) async -> TrainingReport {
    var report = report
    report.messages = []
    guard let model = report.model, let folder = batch.outputFolder else { return report }
    do {
      report.add(try await batch.run(plan(set, model, at: report.output, in: folder)), in: folder)
    } catch {
      note(error, in: &report)
    }
    return report
  }

  /// For each fold, the pipeline with the model that was trained without its recordings.
  ///
  /// Recordings without examples use the model trained on all others, which has not seen them either.
  private func plan(
    _ set: TrainingSet, _ model: HitMissModel, at modelPath: String, in folder: String
  ) throws -> BatchPlan {
    let folds = try HitMissTrainer().foldModels(set.examples, name: model.name, pipeline: model.training.pipeline)
    var variants = try folds.enumerated().map { index, fold in
      var foldModel = fold.model
      foldModel.name += "-fold-\(index + 1)"
      let path = "\(folder)/_meta/models/fold-\(index + 1).json"
      try WholeFile.write([UInt8](foldModel.json), to: path)
      return (try trained(by: path), set.found.filter { fold.recordings.contains($0.examples.recordingID) })
    }
    let others = set.found.filter { $0.examples.examples.isEmpty }
    if !others.isEmpty { variants.append((try trained(by: modelPath), others)) }
    return BatchPlan(variants.map { (pipeline: $0, paths: $1.map(\.path)) })
  }

  private func trained(by modelPath: String) throws -> Pipeline {
    // An absolute path cannot be mistaken for JSON.
    try pipeline.setting("\(stageID).model=\(URL(fileURLWithPath: modelPath).path)")
  }
}
