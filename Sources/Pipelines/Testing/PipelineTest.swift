import SPBasics

/// A recording and the results that a pipeline should have for it, from the pipeline's file.
///
/// Tests do not change results: they are not part of ``Pipeline/resolved``.
public struct PipelineTest: Hashable, Sendable {
  /// A number that a run of the pipeline should give.
  public struct Expectation: Hashable, Sendable {
    /// The metric.
    public let figure: TestFigure
    /// The kind of limit.
    public let bound: TestFigure.Bound
    /// The expected number.
    public let value: Double
    /// The place of the number in the file.
    public let location: SourcePlace

    /// The name in the file: `hits_at_least`.
    public var name: String { figure.expectationName(bound) }

    /// The expectation in words: `hits: expected at least 7`.
    public var text: String { "\(figure.name): expected \(bound.words)\(JSONValue.text(of: value))" }

    /// Whether a measured number meets the expectation; false if the number is not finite.
    package func isMet(by found: Double) -> Bool { bound.isMet(by: found, expected: value) }

    /// The message for a number that does not meet the expectation: `hits: expected 7, found 6`.
    public func message(found: Double) -> String {
      guard found.isFinite else { return "\(text), found \(found)" }
      // Four decimals are enough to read, but rounding must not make a number look as if it met the expectation.
      let rounded = (found * 10_000).rounded() / 10_000
      return "\(text), found \(JSONValue.text(of: isMet(by: rounded) ? found : rounded))"
    }
  }

  /// The test's name, if the file gives a name.
  public let name: String?
  /// The path of the recording as written in the file.
  public let recording: String
  /// The absolute path of the recording.
  public let recordingPath: String
  /// The expectations: at least one.
  public let expectations: [Expectation]
  /// The place of the test in the pipeline's file.
  public let location: SourcePlace
  /// The place of the recording's path in the file.
  public let recordingLocation: SourcePlace
}
