import JSON

/// A recording and what a pipeline is to find in it, as the pipeline's file says.
///
/// Tests change no result: they are no part of ``Pipeline/resolved``.
public struct PipelineTest: Hashable, Sendable {
  /// A number that a run of the pipeline is to give.
  public struct Expectation: Hashable, Sendable {
    /// What is measured.
    public let figure: TestFigure
    /// How it is limited.
    public let bound: TestFigure.Bound
    /// The number that it is compared with.
    public let value: Double
    /// Where the number stands.
    public let location: SourcePlace

    /// The name in the file: `hits_at_least`.
    public var name: String { figure.expectationName(bound) }

    /// What is expected: `hits: expected at least 7`.
    public var text: String { "\(figure.name): expected \(bound.words)\(JSONValue.text(of: value))" }

    /// Whether a measured number is as expected; one that is not finite is not.
    public func isMet(by found: Double) -> Bool { bound.isMet(by: found, expected: value) }

    /// What is to be said of a number that is not as expected: `hits: expected 7, found 6`.
    public func message(found: Double) -> String {
      guard found.isFinite else { return "\(text), found \(found)" }
      // Four decimals are enough to read, but they must not make a number look as if it were as expected.
      let rounded = (found * 10_000).rounded() / 10_000
      return "\(text), found \(JSONValue.text(of: isMet(by: rounded) ? found : rounded))"
    }
  }

  /// Its name, if the file gives one.
  public let name: String?
  /// The path of the recording as the file has it.
  public let recording: String
  /// The absolute path of the recording.
  public let recordingPath: String
  /// What is expected: at least one thing.
  public let expectations: [Expectation]
  /// Where the test stands in the pipeline's file.
  public let location: SourcePlace
  /// Where the path of the recording stands.
  public let recordingLocation: SourcePlace
}
