/// A number that tests of pipelines can check after a run, such as a count or a score.
///
/// A ``StageRegistry`` lists the metrics that it can measure. This module does not know their meaning. It checks names,
/// ranges and slots, and compares values.
public struct TestFigure: Hashable, Sendable {
  /// How a test limits a metric.
  public enum Bound: String, CaseIterable, Hashable, Sendable, Codable {
    /// Equal to the expected number.
    case exactly
    /// At least the expected number.
    case atLeast = "at_least"
    /// At most the expected number.
    case atMost = "at_most"

    /// The words before a number: nothing, `at least` or `at most`.
    var words: String {
      switch self {
      case .exactly: ""
      case .atLeast: "at least "
      case .atMost: "at most "
      }
    }

    /// Whether a number is within the limit.
    package func isMet(by found: Double, expected: Double) -> Bool {
      switch self {
      case .exactly: found == expected
      case .atLeast: found >= expected
      case .atMost: found <= expected
      }
    }
  }

  /// The metric's name: snake_case, with a unit at the end if it has a unit.
  public let name: String
  /// The kinds of limits that a test may use.
  public let bounds: [Bound]
  /// The range of the metric's values.
  public let range: NumberRange
  /// Whether the metric is a whole number.
  public let isWhole: Bool
  /// The slot that the metric is measured from. A pipeline without a stage that writes the slot does not have the
  /// metric.
  public let source: Port
  /// A description: a phrase without capital and full stop.
  public let help: String

  /// Makes a count, which tests can limit in both directions or give exactly.
  public static func count<Value>(_ name: String, from slot: Slot<Value>, help: String) -> TestFigure {
    TestFigure(
      name: name, bounds: Bound.allCases, range: NumberRange(minimum: 0), isWhole: true, source: .required(slot),
      help: help)
  }

  /// Makes a measured number, which tests cannot give exactly.
  package static func measure<Value>(
    _ name: String, _ bound: Bound, in range: some NumberBounds, from slot: Slot<Value>, help: String
  ) -> TestFigure {
    TestFigure(
      name: name, bounds: [bound], range: range.numberRange, isWhole: false, source: .required(slot), help: help)
  }

  /// The names that tests use: `hits`, `hits_at_least`, `hits_at_most`.
  public var expectationNames: [String] { bounds.map(expectationName) }

  /// The name with a limit: `hits_at_least`, and `hits` for exactly.
  func expectationName(_ bound: Bound) -> String { bound == .exactly ? name : "\(name)_\(bound.rawValue)" }

  /// The form of the numbers that tests give.
  var shape: OptionShape { isWhole ? .integer(range) : .number(range) }

  /// The rows for the metric's expectations in a schema.
  var descriptions: [OptionDescription] {
    bounds.map { bound in
      let phrase = help.prefix(1).uppercased() + help.dropFirst()
      return OptionDescription(
        name: expectationName(bound), shape: shape, unit: nil, defaultValue: nil, example: 0,
        help: "\(phrase): \(bound == .exactly ? "exactly this many" : bound.words + "this").")
    }
  }
}

extension StageRegistry {
  /// The names of all expectations that tests may have, in order.
  public var expectationNames: [String] { testFigures.flatMap(\.expectationNames) }

  /// The metric and the limit for the name of an expectation, or nil.
  func expectation(named name: String) -> (figure: TestFigure, bound: TestFigure.Bound)? {
    for figure in testFigures {
      for bound in figure.bounds where figure.expectationName(bound) == name { return (figure, bound) }
    }
    return nil
  }
}

extension [TestFigure] {
  /// The metrics that tests may expect, one line per metric. First come counts, which tests can give exactly or limit
  /// in both directions. Then come scores.
  package func reference() -> String {
    let counts = filter { $0.bounds == TestFigure.Bound.allCases }
    let others = filter { $0.bounds != TestFigure.Bound.allCases }
    return """
      COUNTS (exact; also with _at_least or _at_most after the name):
      \(Self.rows(counts.map { ($0.name, $0.help) }))

      SCORES (against the labels that the recording holds):
      \(Self.rows(others.map { ($0.expectationNames.joined(separator: ", "), $0.help) }))
      """
  }

  private static func rows(_ rows: [(name: String, help: String)]) -> String {
    let width = rows.map(\.name.count).max() ?? 0
    return rows.map { "  \($0.name)\(String(repeating: " ", count: width - $0.name.count))  \($0.help)" }
      .joined(separator: "\n")
  }
}
