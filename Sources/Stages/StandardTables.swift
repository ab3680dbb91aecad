import Pipelines
import Tables

/// The tables that the standard stages can make.
public enum StandardTables {
  /// What each holds, by the name that the ready pipelines write it by, in the order of how often it is asked for.
  public static let all: [DataDictionary] = stages.compactMap { DataDictionary(table: $0.name, of: $0.stage) }

  private static let stages: [(name: String, stage: any Stage)] = [
    ("swings", SwingFeatureStage(NoOptions())), ("impacts", ImpactFeatureStage(NoOptions())),
    ("rejected", RejectedFeatureStage(NoOptions())), ("recordings", RecordingFeatureStage(NoOptions())),
    ("dives", DiveFeatureStage(NoOptions())), ("depth_states", DepthStateFeatureStage(NoOptions())),
    ("surface_intervals", SurfaceIntervalFeatureStage(NoOptions())),
    ("poses", PoseFeatureStage(NoOptions())), ("head_connections", HeadConnectionFeatureStage(NoOptions())),
    ("head_summary", HeadSummaryFeatureStage(NoOptions())), ("postures", PostureFeatureStage(NoOptions())),
    ("repetitions", RepetitionFeatureStage(NoOptions())), ("sets", RepetitionSetFeatureStage(NoOptions())),
  ]
}
