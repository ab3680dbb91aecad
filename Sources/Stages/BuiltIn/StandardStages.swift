import SPPipelines
import SPTables

/// The stages that come with the package.
public enum StandardStages {
  /// All stages, in the order of the reference: the readers, the stages of each domain, and the writers.
  public static let all: [any Stage.Type] =
    [HDF5Reader.self, SessionReader.self] + swings + heads + submersion + workouts + writers

  static let writers: [any Stage.Type] = [TableWriter.self, SwingWindowWriter.self]

  static let swings: [any Stage.Type] = [
    HighPassFilter.self, OrientationStage.self,
    ImpactStage.self, PythonDetectorStage.self, SwingStartStage.self, AirSwingStage.self,
    HitMissStage.self,
    SwingFeatureStage.self, PythonFeatureStage.self, ImpactFeatureStage.self, RejectedFeatureStage.self,
    PossibleStrokeFeatureStage.self,
    RecordingFeatureStage.self,
  ]

  static let submersion: [any Stage.Type] = [
    DiveStage.self, DiveFeatureStage.self, DepthStateFeatureStage.self, SurfaceIntervalFeatureStage.self,
  ]

  static let heads: [any Stage.Type] = [
    HeadMotionStage.self,
    PoseFeatureStage.self, HeadConnectionFeatureStage.self, HeadSummaryFeatureStage.self, PostureFeatureStage.self,
    RepetitionFeatureStage.self, RepetitionSetFeatureStage.self,
  ]

  static let workouts: [any Stage.Type] = [
    WorkoutStage.self,
    WorkoutFeatureStage.self, LapFeatureStage.self, IntervalFeatureStage.self, PowerCurveFeatureStage.self,
    ZoneFeatureStage.self, WorkoutStateFeatureStage.self, DeviceDifferenceFeatureStage.self,
    WorkoutFaultFeatureStage.self,
    PlanStepStage.self, PlanStepFeatureStage.self, PlanCompletionFeatureStage.self,
  ]

  /// The figures for tests of pipelines, in the order of the reference.
  package static let testFigures = ResultFigure.all.map(\.figure) + SlotCountFigure.all.map(\.figure)

  /// A registry of all standard stages.
  public static func registry() -> StageRegistry { StageRegistry(trusting: all, testFigures: testFigures) }
}

/// The tables that the standard stages can make.
package enum StandardTables {
  /// The contents of each table, by its name in the built-in pipelines, the most frequently used table first.
  package static let all: [DataDictionary] = stages.compactMap { DataDictionary(table: $0.name, of: $0.stage) }

  /// The name of the table that a stage makes; nil for other stages.
  package static func name(ofTableBy stage: any Stage) -> String? {
    stages.first { type(of: $0.stage).type == type(of: stage).type }?.name
  }

  private static let stages: [(name: String, stage: any Stage)] =
    swings + submersion + heads + workouts

  private static let swings: [(name: String, stage: any Stage)] = [
    ("swings", SwingFeatureStage(NoOptions())), ("impacts", ImpactFeatureStage(NoOptions())),
    ("rejected", RejectedFeatureStage(NoOptions())), ("possible", PossibleStrokeFeatureStage(NoOptions())),
    ("recordings", RecordingFeatureStage(NoOptions())),
  ]

  private static let submersion: [(name: String, stage: any Stage)] = [
    ("dives", DiveFeatureStage(NoOptions())), ("depth_states", DepthStateFeatureStage(NoOptions())),
    ("surface_intervals", SurfaceIntervalFeatureStage(NoOptions())),
  ]

  private static let heads: [(name: String, stage: any Stage)] = [
    ("poses", PoseFeatureStage(NoOptions())), ("head_connections", HeadConnectionFeatureStage(NoOptions())),
    ("head_summary", HeadSummaryFeatureStage(NoOptions())), ("postures", PostureFeatureStage(NoOptions())),
    ("repetitions", RepetitionFeatureStage(NoOptions())), ("sets", RepetitionSetFeatureStage(NoOptions())),
  ]

  private static let workouts: [(name: String, stage: any Stage)] = [
    named(WorkoutFeatureStage.self), named(LapFeatureStage.self), named(IntervalFeatureStage.self),
    named(PowerCurveFeatureStage.self), named(ZoneFeatureStage.self), named(WorkoutStateFeatureStage.self),
    named(DeviceDifferenceFeatureStage.self), named(WorkoutFaultFeatureStage.self),
    named(PlanStepFeatureStage.self), named(PlanCompletionFeatureStage.self),
  ]

  private static func named<S: WorkoutTableStage>(_ stage: S.Type) -> (name: String, stage: any Stage) {
    (S.tableName, S.init(NoOptions()))
  }
}
