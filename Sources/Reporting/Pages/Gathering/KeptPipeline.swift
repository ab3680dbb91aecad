import SPBasics
import SPBatches
import SPPipelines

/// The pipeline that a run stored with its tables, with all options.
package struct KeptPipeline {
  /// The pipeline as JSON; nil if no pipeline was stored, or if it cannot be read.
  let text: String?
  /// The file of the pipeline, for messages.
  private let path: String

  /// Reads the pipeline of the folder. If the recordings had different pipelines, it reads the pipeline of the first
  /// finished recording.
  /// - Throws: the errors of writing JSON.
  init(of status: OutputStatus, in output: OutputFolder) throws {
    let done = status.entries.first { $0.state == .done }
    try self.init(in: output, ofRecording: status.target == nil ? done?.recordingID : nil)
  }

  /// Reads the pipeline of the folder. If no pipeline is stored there, it reads the pipeline of a recording.
  /// - Throws: the errors of writing JSON.
  package init(in output: OutputFolder, ofRecording id: String?) throws {
    let places = [output.pipelinePath] + (id.map { [output.statusPath($0)] } ?? [])
    path = places.first(where: Folder.exists) ?? output.pipelinePath
    let record = try? JSONDocument.parse(String(decoding: WholeFile.read(path), as: UTF8.self), file: path)
    guard let record, record.faults.isEmpty, let pipeline = record.root?.member("pipeline")?.node,
      pipeline.members != nil
    else {
      text = nil
      return
    }
    text = try String(JSONOutput.text(JSONValue(pipeline)).dropLast())
  }

  /// The pipeline, loaded with the stages of a registry.
  /// - Throws: `PipelineError`, for example if a file that an option names does not exist any more.
  package func pipeline(
    _ registry: StageRegistry, overrides: [String] = []
  ) throws(PipelineError) -> Pipeline {
    guard let text else {
      throw PipelineError([Diagnostic(.error, at: .file(path), message: "none was kept")])
    }
    return try Pipeline.load(text: text, file: path, registry: registry, overrides: overrides)
  }
}
