import SPPipelines
import SPRecordings

/// The detection of a sport's swings without a pipeline file: the stages, ids and defaults of the built-in pipelines.
public enum SportPipeline {
  /// Makes the pipeline of a sport. It ends with the decision between hits and misses, and writes no tables.
  ///
  /// - Parameters:
  ///   - sport: The sport whose preset the detectors use; nil for bounds that suit every sport.
  ///   - overrides: Options to set, each `id.option=value`, with the ids `in`, `hp`, `hit`, `start`, `air` and `label`.
  /// - Throws: `PipelineError` for invalid overrides.
  public static func pipeline(for sport: Sport?, overrides: [String] = []) throws -> Pipeline {
    let name = sport?.rawValue ?? "swings"
    let preset = sport.map { ", \"sport\": \"\($0.rawValue)\"" } ?? ""
    let text = """
      {
        "version": 1,
        "name": "\(name)",
        "stages": [
          { "id": "in", "type": "readers.hdf5" },
          { "id": "hp", "type": "filters.high_pass" },
          { "id": "hit", "type": "detectors.impact" },
          { "id": "start", "type": "detectors.swing_start"\(preset) },
          { "id": "air", "type": "detectors.air_swing"\(preset) },
          { "id": "label", "type": "classifiers.hit_miss" }
        ]
      }
      """
    return try Pipeline.load(
      text: text, file: "built-in \(name)", registry: StandardStages.registry(), overrides: overrides)
  }
}
