import SPPipelines

/// The result of one test of a pipeline.
public struct PipelineTestReport: Hashable, Sendable, Encodable {
  /// How a test ended.
  public enum Status: String, Hashable, Sendable, Encodable {
    /// All is as expected.
    case passed
    /// Something is not as expected, or the pipeline could not run on the recording.
    case failed
    /// It was interrupted.
    case interrupted
  }

  /// One expectation, and its result.
  public struct Outcome: Hashable, Sendable, Encodable {
    /// Its name in the file.
    public var name: String
    /// The number expected, as a limit or exactly.
    public var expected: Double
    /// The number found; nil if there is none.
    public var found: Double?
    /// Whether it is met.
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
  /// How it ended.
  public var status = Status.interrupted
  /// Why the pipeline could not run on the recording, one line each.
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
