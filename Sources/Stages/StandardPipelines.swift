import BuiltInPipelines
import Files
import JSON
import Pipelines

/// The pipelines that come with the tool, each with a name to run it by.
public enum StandardPipelines {
  /// Their names, sports first.
  public static var names: [String] { BuiltInPipeline.all.map(\.name) }

  /// The text of a pipeline, with its comments, to start one's own from; nil for a name that none has.
  ///
  /// It carries no tests, as these need the project's recordings.
  public static func text(of name: String) -> String? { BuiltInPipeline.named(name)?.text }

  /// What each finds, in the order of their names.
  public static var descriptions: [String] {
    BuiltInPipeline.all.map { pipeline in
      JSONDocument.parse(pipeline.text, file: pipeline.name).root?.member("description")?.node.string ?? ""
    }
  }

  /// Loads a pipeline: a file's, or a built-in one by its name where there is no such file.
  ///
  /// - Parameters:
  ///   - source: a path or a name.
  ///   - overrides: options to set, each `id.option=value`.
  /// - Throws: `PipelineError` with every fault, or with the nearest name where there is neither file nor name;
  ///   `StageRegistry.Fault` if an option table is unsound.
  public static func load(_ source: String, overrides: [String] = []) throws -> Pipeline {
    let registry = try StandardStages.registry()
    if !isFile(source), let pipeline = BuiltInPipeline.named(source) {
      return try Pipeline.load(text: pipeline.text, file: source, registry: registry, overrides: overrides)
    }
    if !Folder.exists(source), let advice = advice(for: source) {
      throw PipelineError([Diagnostic(.error, at: .file(source), message: advice)])
    }
    return try Pipeline.load(contentsOf: source, registry: registry, overrides: overrides)
  }

  /// Whether a text names a file, and be it one that cannot be read.
  private static func isFile(_ source: String) -> Bool { Folder.exists(source) && !Folder.isFolder(source) }

  /// What was meant by the name or path of something that is not there; nil where it is none of these pipelines.
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
