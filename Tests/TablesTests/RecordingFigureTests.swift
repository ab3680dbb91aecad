import SPTables
import Testing

/// Numbers of recordings.
struct RecordingFigureTests {
  private static let known: [String: [Double]] = ["a": [1, 2, 6], "b": [4], "c": [0.5], "zero": [0]]

  @Test(
    "A number comes from others by its rule, as far as they are known",
    arguments: [
      (RecordingFigure.Source(.mean, of: ["none", "a"]), 3 as Double?), (.init(.mean, of: ["a"], factor: 100), 300),
      (.init(.mean, of: ["none"]), nil), (.init(.sum, of: ["b", "none", "c"]), 4.5), (.init(.sum, of: ["none"]), nil),
      (.init(.difference, of: ["b", "c"], factor: 1000), 3500), (.init(.difference, of: ["b", "none"]), 4),
      (.init(.difference, of: ["none", "b"]), nil), (.init(.rate, of: ["b", "c"]), 6),
      (.init(.rate, of: ["b", "zero"]), nil), (.init(.rate, of: ["b"]), nil),
    ])
  func rules(_ source: RecordingFigure.Source, _ expected: Double?) {
    #expect(source.value { Self.known[$0] ?? [] } == expected)
  }
}
