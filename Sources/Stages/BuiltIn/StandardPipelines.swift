import SPBasics
import SPPipelineTexts
import SPPipelines

/// The pipelines that come with the tool, each with a name.
public enum StandardPipelines {
  /// Their names, sports first.
  package static var names: [String] { BuiltInPipeline.all.map(\.name) }

  /// The text of a pipeline, with its comments, as a template; nil for an unknown name.
  ///
  /// It contains no tests, as these need the project's recordings.
  public static func text(of name: String) -> String? { BuiltInPipeline.named(name)?.text }

  /// The findings of each pipeline, in the order of the pipelines' names.
  package static var descriptions: [String] {
    BuiltInPipeline.all.map { pipeline in
      JSONDocument.parse(pipeline.text, file: pipeline.name).root?.member("description")?.node.string ?? ""
    }
  }

  /// Loads a pipeline from a file. If there is no such file, it loads the built-in pipeline with this name.
  ///
  /// - Parameters:
  ///   - source: a path or a name.
  ///   - overrides: options to set, each `id.option=value`.
  ///   - additions: stages that the file does not have.
  /// - Throws: `PipelineError` with every fault; for an unknown file and name, with the nearest name.
  public static func load(
    _ source: String, overrides: [String] = [], adding additions: [StageAddition] = []
  ) throws -> Pipeline {
    let registry = StandardStages.registry()
    if !isFile(source), let pipeline = BuiltInPipeline.named(source) {
      return try Pipeline.load(
        text: pipeline.text, file: source, registry: registry, overrides: overrides, adding: additions)
    }
    if !Folder.exists(source), let advice = advice(for: source) {
      throw PipelineError([Diagnostic(.error, at: .file(source), message: advice)])
    }
    return try Pipeline.load(contentsOf: source, registry: registry, overrides: overrides, adding: additions)
  }

  /// Whether a text names a file, readable or not.
  private static func isFile(_ source: String) -> Bool { Folder.exists(source) && !Folder.isFolder(source) }

  /// Advice for a name or path that does not exist, with a similar name; nil for a path without a similar name.
  private static func advice(for source: String) -> String? {
    guard source.contains("/") || source.hasSuffix(".json") else {
      return "no such file, and no built-in pipeline has this name; "
        + NearestName.advice(source, in: names, otherwise: "swingpipe pipelines lists them")
    }
    let name = Folder.split(source).name.replacing(/\.json$/, with: "")
    guard names.contains(name) else { return nil }
    return "no such file; the built-in pipeline is \"\(name)\""
  }
}
