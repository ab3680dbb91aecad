/// The surroundings of a pipeline's run, which do not change the results.
public struct RunEnvironment: Sendable {
  /// The path of the recording, or the paths of all recordings of a session. Each run sets them.
  public internal(set) var inputPaths: [String]
  /// The path of the recording; for a session, the path of its first recording.
  public var inputPath: String { inputPaths.first ?? "" }
  /// The name of the pipeline; set for each run.
  public internal(set) var pipelineName: String
  /// The pipeline's sports, see ``Pipeline/sports``; set for each run.
  public internal(set) var pipelineSports: [String] = []
  /// The folder for the files of writers; nil if they should not write.
  public var outputFolder: String?
  /// The times, in s on the recording's clock, whose samples stages note for an explanation. Nil without an
  /// explanation.
  package var explainedTimes: ClosedRange<Double>?
  /// The observer of progress.
  public var progress: RunProgress?

  /// Makes an environment. Each run sets the input and the pipeline's name.
  public init(
    inputPath: String = "", pipelineName: String = "", outputFolder: String? = nil, progress: RunProgress? = nil
  ) {
    inputPaths = [inputPath]
    self.pipelineName = pipelineName
    self.outputFolder = outputFolder
    self.progress = progress
  }
}
