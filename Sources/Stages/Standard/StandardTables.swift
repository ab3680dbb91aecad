import Pipelines
import Tables

/// The tables that the standard stages can make.
public enum StandardTables {
  /// The contents of each table, by its name in the ready pipelines, the most frequently used first.
  public static let all: [DataDictionary] = stages.compactMap { DataDictionary(table: $0.name, of: $0.stage) }

  /// The name of the table that a stage makes; nil for a stage that makes none of these.
  public static func name(ofTableBy stage: any Stage) -> String? {
    stages.first { type(of: $0.stage).type == type(of: stage).type }?.name
  }

  private static let stages: [(name: String, stage: any Stage)] =
    swings + submersion + heads + workouts

  private static let swings: [(name: String, stage: any Stage)] = [
    ("swings", SwingFeatureStage(NoOptions())), ("impacts", ImpactFeatureStage(NoOptions())),
    ("rejected", RejectedFeatureStage(NoOptions())), ("recordings", RecordingFeatureStage(NoOptions())),
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
