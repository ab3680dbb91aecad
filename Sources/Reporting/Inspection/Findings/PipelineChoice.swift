import FoundationEssentials
import SPBasics
import SPPipelines
import SPRecordings
import SPStages

/// Chooses the built-in pipeline that suits a recording.
public enum PipelineChoice {
  /// The built-in pipeline with the name of the recording's sport, or else the detection of dives or head motion with
  /// its defaults.
  ///
  /// - Parameters:
  ///   - url: The recording's file.
  ///   - overrides: Options of a sport's pipeline, each `id.option=value`. With any option, the streams do not choose a
  ///     pipeline.
  ///   - tell: Called with a line about the choice and its reason before the pipeline is loaded, and then with the
  ///     pipeline's warnings.
  /// - Throws: `InspectionError` for a recording that cannot be opened, or that no pipeline suits; `PipelineError`
  ///   for invalid overrides.
  public static func pipeline(
    for url: URL, overrides: [String] = [], tell: (_ remark: String) -> Void = { _ in }
  ) throws -> Pipeline {
    try pipeline(for: url.filePath, overrides: overrides, tell: tell)
  }

  /// Chooses the pipeline for the recording at a path, as the public call does.
  package static func pipeline(
    for path: String, overrides: [String] = [], tell: (_ remark: String) -> Void = { _ in }
  ) throws -> Pipeline {
    let recording = try InspectionError.explaining(at: path, otherwise: .unusableData) { try Recording(opening: path) }
    let sport = recording.attributes.sport
    if let name = PipelineForRecording.name(forSport: sport) {
      tell("pipeline: built-in \(name), by the recording's sport")
      let pipeline = try StandardPipelines.load(name, overrides: overrides)
      for warning in pipeline.warnings { tell("\(warning)") }
      return pipeline
    }
    if overrides.isEmpty, let found = try FoundTables.pipeline(for: recording) {
      let words = found.name.replacing("_", with: " ")
      tell("pipeline: the detection of \(words) with its defaults, by the recording's streams")
      return found
    }
    let fault = sport.map { "is of \"\($0)\"" } ?? "does not say of what sport it is"
    let isWorkout = [StreamName.workoutEvent, .workoutState, .cycling].contains { recording.streams[$0] != nil }
    let hint = isWorkout ? "; for a workout expected --pipeline workout" : ""
    throw InspectionError(
      .request,
      "the recording \(fault), so that no built-in pipeline is chosen; give one with --pipeline "
        + "(swingpipe pipelines lists them) or --sport" + hint, at: path)
  }
}
