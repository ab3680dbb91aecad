import Pipelines
import Recordings
import Swings

/// The detection of a sport's swings without a pipeline file: the stages, ids and defaults of the ready pipelines.
public enum SportPipeline {
  /// Makes the pipeline of a sport; it ends with the decision between hits and misses and writes no tables.
  ///
  /// - Parameters:
  ///   - sport: whose preset its detectors take; nil for the figures that hold for every sport.
  ///   - overrides: options to set, each `id.option=value`, with the ids `in`, `hp`, `hit`, `start`, `air` and `label`.
  /// - Throws: `PipelineError` for overrides that do not fit, `StageRegistry.Fault` if an option table is unsound.
  public static func pipeline(for sport: SportPreset.Sport?, overrides: [String] = []) throws -> Pipeline {
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

  /// Tells whether swings can be found in a recording, by the preset of its sport.
  /// - Parameters:
  ///   - path: the file.
  ///   - recording: the same, opened.
  ///   - quality: how good it is.
  /// - Returns: nil for a recording without an accelerometer, or of a sport that has no preset.
  /// - Throws: as ``pipeline(for:overrides:)``.
  public static func suitability(
    of path: String, _ recording: Recording, _ quality: RecordingQuality
  ) throws -> Suitability? {
    let sport = recording.attributes.sport
    let preset = sport.flatMap(SportPreset.Sport.init(rawValue:))
    guard quality.streams.contains(where: { $0.name == .accelerometer }), (sport == nil) == (preset == nil) else {
      return nil
    }
    return try pipeline(for: preset).suitability(of: [path])
  }
}
