import SPPipelines

/// The result of one test of a pipeline.
public struct PipelineTestReport: Hashable, Sendable, Encodable {
  /// The outcome of a test.
  public enum Status: String, Hashable, Sendable, Encodable {
    /// All expectations are met.
    case passed
    /// An expectation is not met, or the pipeline could not run on the recording.
    case failed
    /// The test was interrupted.
    case interrupted
  }

  /// One expectation, and its result.
  public struct Outcome: Hashable, Sendable, Encodable {
    /// Its name in the file.
    public var name: String
    /// The expected number, as a limit or exactly.
    public var expected: Double
    /// The measured number; nil if it could not be measured.
    public var found: Double?
    /// Whether the expectation is met.
    public var isMet: Bool
    /// The deviation, with its place; nil if the expectation is met, or if the run itself failed.
    public var message: String?

    private enum CodingKeys: String, CodingKey {
      case name, expected, found, message
      case isMet = "met"
    }
  }

  /// The test's name, if it has one.
  public var name: String?
  /// The recording as given in the pipeline's file.
  public var recording: String
  /// The recording's absolute path.
  public var path: String
  /// The place of the test in the pipeline's file.
  public var location: String
  /// The outcome of the test.
  public var status = Status.interrupted
  /// The reasons why the pipeline could not run on the recording, one line each.
  public var errors: [String] = []
  /// Warnings, one line each.
  public var warnings: [String] = []
  /// The expectations, in the file's order.
  public var expectations: [Outcome] = []
  /// Every figure that could be measured, by name, with or without an expectation.
  public var figures: [String: Double] = [:]
  /// Its duration, in s.
  public var seconds = 0.0

  /// Makes a report of a test that has not been run.
  public init(of test: PipelineTest) {
    name = test.name
    recording = test.recording
    path = test.recordingPath
    location = "\(test.location)"
  }

  /// Deviations and errors, one line each.
  public var complaints: [String] { errors + expectations.compactMap(\.message) }
}
