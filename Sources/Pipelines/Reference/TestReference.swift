extension [TestFigure] {
  /// What tests may expect, one line per figure: first counts, which tests can give exactly or limit in both
  /// directions, then scores.
  public func reference() -> String {
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
