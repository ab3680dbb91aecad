/// What surrounds the run of a pipeline and changes no result: paths, names, versions.
public struct RunEnvironment: Hashable, Sendable {
  /// The path of the recording; set for each run.
  public internal(set) var inputPath: String
  /// The name of the pipeline; set for each run.
  public internal(set) var pipelineName: String
  /// The folder that writers write to, if they are to write.
  public var outputFolder: String?
  /// The version of the tool, for what writers record about the origin of a file.
  public var toolVersion: String
  /// Anything else that a writer may want to record or know, by name.
  public var labels: [String: String]

  /// Makes an environment; the input and the pipeline's name are filled in when a pipeline is run.
  public init(
    inputPath: String = "", pipelineName: String = "", outputFolder: String? = nil, toolVersion: String = "",
    labels: [String: String] = [:]
  ) {
    self.inputPath = inputPath
    self.pipelineName = pipelineName
    self.outputFolder = outputFolder
    self.toolVersion = toolVersion
    self.labels = labels
  }
}
