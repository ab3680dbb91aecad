import Foundation
import Swingpipe

/// The stages of this program: the standard ones and those of walking.
func walkRegistry() throws -> StageRegistry {
  try StageRegistry(stages: StandardStages.all + [WalkStage.self, WalkFeatureStage.self])
}

/// Finds the walks of all recordings among some files and folders.
func findWalks(in inputs: [URL], by pipeline: Pipeline, output: URL) async throws -> BatchReport {
  let version = "FindWalks 1.0"
  let plan = try await BatchPlan(pipeline, recordingsIn: inputs, outputFolder: output, toolVersion: version)
  return try await Batch(outputFolder: output, toolVersion: version).run(plan, of: pipeline)
}
