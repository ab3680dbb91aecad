import ArgumentParser
import SPBasics
import SPBatches
import SPPipelines
import SPStages

/// The pipeline of a run. Without a pipeline, each recording runs with the pipeline of its sport.
struct RunPipelineArguments: ParsableArguments {
  @Argument(
    help: """
      Pipeline file, or a built-in name such as tennis. Without it, each recording runs with the built-in pipeline of \
      its sport. The file is JSON; comments and trailing commas are allowed.
      """,
    completion: .custom(Completions.pipelines))
  var pipeline: String?

  @Option(name: .customLong("set"), parsing: .singleValue, help: PipelineArguments.overrideHelp)
  var overrides: [String] = []

  @Option(
    help: ArgumentHelp(
      "Mapping file for HDF5 files of any other layout. swingpipe check --details --mapping-out writes a mapping file.",
      valueName: "file"),
    completion: .file(extensions: ["json"]))
  var mapping: String?

  @Option(
    help: ArgumentHelp(
      "Python file that adds columns to the table of swings. As in jerk.py:name, you can name a function of the file. "
        + "See swingpipe help own_features.",
      valueName: "file"),
    completion: .file(extensions: ["py"]))
  var features: String?

  @Flag(help: "Count single swings and shadow strokes, too. Recordings then need no evidence of play.")
  var practice = false

  /// The pipeline, if the first argument is one, and the recordings.
  func split(_ inputs: InputArguments) -> (pipeline: PipelineArguments?, inputs: InputArguments) {
    guard let pipeline else { return (nil, inputs) }
    guard Self.isInput(pipeline) else { return (arguments(of: pipeline), inputs) }
    var all = inputs
    all.inputs.insert(pipeline, at: 0)
    return (nil, all)
  }

  /// A pipeline with the options that are given.
  func arguments(of pipeline: String) -> PipelineArguments {
    var arguments = PipelineArguments(of: pipeline, overrides: overrides, isPractice: practice)
    arguments.mapping = mapping
    arguments.features = features
    return arguments
  }

  /// Whether the first argument names recordings: a folder, a file with the ending of a recording, or a pattern.
  ///
  /// The name of a built-in pipeline means the pipeline, even if there is a folder of that name.
  static func isInput(_ argument: String) -> Bool {
    if StandardPipelines.names.contains(argument) { return false }
    if Folder.isFolder(argument) || RecordingFileName.isRecording(argument) { return true }
    return !Folder.exists(argument) && PathPattern.isPattern(argument) && !argument.hasSuffix(".json")
  }

  /// The first input that is a pipeline rather than a recording; nil if all are recordings.
  static func misplacedPipeline(in inputs: [String]) -> String? {
    inputs.first { StandardPipelines.names.contains($0) && !Folder.exists($0) || $0.hasSuffix(".json") }
  }
}
