import Pipelines

/// The stages that come with the package.
public enum StandardStages {
  /// All of them, in the order of the reference.
  public static let all: [any Stage.Type] = [
    HDF5Reader.self,
    HighPassFilter.self,
    ImpactStage.self, SwingStartStage.self, AirSwingStage.self,
    HitMissStage.self,
    SwingFeatureStage.self, ImpactFeatureStage.self, RejectedFeatureStage.self, RecordingFeatureStage.self,
    TableWriter.self,
  ]

  /// What tests of pipelines may expect of a run, in the order of the reference.
  public static let testFigures = SwingTestFigure.all.map(\.figure)

  /// A registry of them.
  /// - Throws: `StageRegistry.Fault`, if an option table is unsound.
  public static func registry() throws -> StageRegistry {
    try StageRegistry(stages: all, testFigures: testFigures)
  }
}
