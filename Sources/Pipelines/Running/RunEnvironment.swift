/// What surrounds the run of a pipeline and changes no result.
public struct RunEnvironment: Hashable, Sendable {
  /// The path of the recording; set for each run.
  public internal(set) var inputPath: String
  /// The name of the pipeline; set for each run.
  public internal(set) var pipelineName: String
  /// The folder that writers write to, if they are to write.
  public var outputFolder: String?

  /// Makes an environment; the input and the pipeline's name are filled in when a pipeline is run.
  public init(inputPath: String = "", pipelineName: String = "", outputFolder: String? = nil) {
    self.inputPath = inputPath
    self.pipelineName = pipelineName
    self.outputFolder = outputFolder
  }
}
