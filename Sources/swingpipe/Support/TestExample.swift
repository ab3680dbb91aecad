import Pipelines
import Stages

/// What help says of the tests of a pipeline.
enum TestExample {
  /// The member of a pipeline file.
  static let text = """
      "tests": [
        { "recording": "../Data/baseball-000001.h5",
          "expect": { "hits": 5, "misses_at_least": 2, "f1_at_least": 0.95 } }
      ]
    """

  /// All expectations, a line each.
  static let expectations: String = {
    let figures = StandardStages.testFigures
    let counts = figures.filter { $0.bounds == TestFigure.Bound.allCases }
    let others = figures.filter { $0.bounds != TestFigure.Bound.allCases }
    return """
      COUNTS (exact; also with _at_least or _at_most behind the name):
      \(rows(counts.map { ($0.name, $0.help) }))

      SCORES (against the labels that the recording holds):
      \(rows(others.map { ($0.expectationNames.joined(separator: ", "), $0.help) }))
      """
  }()

  private static func rows(_ rows: [(name: String, help: String)]) -> String {
    let width = rows.map(\.name.count).max() ?? 0
    return rows.map { "  \($0.name)\(String(repeating: " ", count: width - $0.name.count))  \($0.help)" }
      .joined(separator: "\n")
  }
}
