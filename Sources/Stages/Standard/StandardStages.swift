import Pipelines

/// The stages that come with the package.
public enum StandardStages {
  /// All of them, in the order of the reference: the readers, those of each domain, and the writer.
  public static let all: [any Stage.Type] =
    [HDF5Reader.self, SessionReader.self] + swings + heads + submersion + workouts + [TableWriter.self]

  /// Those of swings.
  static let swings: [any Stage.Type] = [
    HighPassFilter.self,
    ImpactStage.self, SwingStartStage.self, AirSwingStage.self,
    HitMissStage.self,
    SwingFeatureStage.self, ImpactFeatureStage.self, RejectedFeatureStage.self, RecordingFeatureStage.self,
  ]

  /// Those of dives.
  static let submersion: [any Stage.Type] = [
    DiveStage.self, DiveFeatureStage.self, DepthStateFeatureStage.self, SurfaceIntervalFeatureStage.self,
  ]

  /// Those of headphone motion.
  static let heads: [any Stage.Type] = [
    HeadMotionStage.self,
    PoseFeatureStage.self, HeadConnectionFeatureStage.self, HeadSummaryFeatureStage.self, PostureFeatureStage.self,
    RepetitionFeatureStage.self, RepetitionSetFeatureStage.self,
  ]

  /// Those of workouts.
  static let workouts: [any Stage.Type] = [
    WorkoutStage.self,
    WorkoutFeatureStage.self, LapFeatureStage.self, IntervalFeatureStage.self, PowerCurveFeatureStage.self,
    ZoneFeatureStage.self, WorkoutStateFeatureStage.self, DeviceDifferenceFeatureStage.self,
    WorkoutFaultFeatureStage.self,
    PlanStepStage.self, PlanStepFeatureStage.self, PlanCompletionFeatureStage.self,
  ]

  /// The figures for tests of pipelines, in the order of the reference.
  public static let testFigures = ResultFigure.all.map(\.figure) + SlotCountFigure.all.map(\.figure)

  /// A registry of them.
  public static func registry() -> StageRegistry { StageRegistry(trusting: all, testFigures: testFigures) }
}
