import Foundation
import Swingpipe

/// The stages of this program: the standard ones and its own.
func rallyRegistry() throws -> StageRegistry {
  try StageRegistry(stages: StandardStages.all + [RallyStage.self])
}

/// Finds the rallies of all recordings among some files and folders, several at a time. Those that an earlier call has
/// done are passed over, and one that fails keeps none of the others from its tables.
func findRallies(in inputs: [URL], by pipeline: Pipeline, output: URL) async throws -> BatchReport {
  // A stage that computes something else by the same options asks for a new version, so that everything runs again.
  let version = "FindRallies 1.0"
  let plan = try await BatchPlan(pipeline, recordingsIn: inputs, outputFolder: output, toolVersion: version)
  return try await Batch(outputFolder: output, toolVersion: version).run(plan, of: pipeline)
}
