import Testing

@testable import SPPipelines

/// Tests in pipeline files.
struct TestLoadingTests {
  static let figures: [TestFigure] = [
    .count("impacts", from: Toy.impacts, help: "number of impacts"),
    .count("turns", from: Slot<Int>("turns", summary: ""), help: "number of turns"),
    .measure("score", .atLeast, in: 0...1, from: Toy.table, help: "how well it went"),
    .measure("lag_ms", .atMost, in: 0..., from: Toy.table, help: "how late it was"),
  ]

  private static func registry() throws -> StageRegistry {
    try StageRegistry(stages: Toy.registry().stages, testFigures: figures)
  }

  /// Loads the toy pipeline with tests, which begin on line 10.
  private func load(_ tests: String, file: String = "hits.json") throws -> Pipeline {
    let text = Toy.pipeline.replacing("\n  ]\n}", with: "\n  ],\n  \"tests\": \(tests)\n}")
    return try Pipeline.load(text: text, file: file, registry: Self.registry())
  }

  private func faults(_ tests: String) throws -> [String] {
    do {
      _ = try load(tests)
      return []
    } catch let error as PipelineError {
      return error.diagnostics.map(\.description)
    }
  }

  @Test("A test has a recording by its path from the pipeline's folder, and numbers with their places")
  func sound() throws {
    let tests = """
      [
          { "name": "first", "recording": "../in/a.h5", "expect": { "score_at_least": 0.5, "impacts": 2 } },
          { "recording": "/b.h5", "expect": { "impacts_at_most": 3.0 } },
        ]
      """
    let pipeline = try load(tests, file: "/house/pipes/hits.json")
    #expect(pipeline.warnings == [])
    #expect(pipeline.tests.map(\.name) == ["first", nil])
    #expect(pipeline.tests.map(\.recording) == ["../in/a.h5", "/b.h5"])
    #expect(pipeline.tests.map(\.recordingPath) == ["/house/in/a.h5", "/b.h5"])
    #expect(
      pipeline.tests.map { $0.location.description } == ["/house/pipes/hits.json:11:5", "/house/pipes/hits.json:12:5"])
    let first = try #require(pipeline.tests.first)
    #expect(first.recordingLocation.description == "/house/pipes/hits.json:11:37")
    #expect(first.expectations.map(\.name) == ["score_at_least", "impacts"])
    #expect(first.expectations.map(\.value) == [0.5, 2])
    #expect(first.expectations.map { $0.location.description.suffix(5) } == ["11:81", "11:97"])
    #expect(pipeline.tests[1].expectations.map(\.text) == ["impacts: expected at most 3"])
  }

  @Test("Tests change nothing of what the pipeline resolves to, and its parts have none")
  func resolved() throws {
    let pipeline = try load(#"[{ "recording": "a.h5", "expect": { "impacts": 2 } }]"#)
    #expect(pipeline.resolved.canonical == (try Toy.load(Toy.pipeline)).resolved.canonical)
    #expect(pipeline.stages(before: "hit").tests == [])
    #expect(try load("[]").tests == [])
  }

  @Test("Different faults are all found in one pass")
  func manyFaults() throws {
    let tests = """
      [
        { "nam": "x", "recording": 7, "expect": { "impact": 7, "impacts_at_most": -4, "impacts": 2.5 } },
        { "name": "", "recodring": "a.h5", "expect": {} },
        { "name": "third", "colour": 1 },
        7,
        { "name": "fifth", "recording": "", "expect": [] },
        { "recording": "a.h5", "expect": { "score_at_least": 95, "lag_ms_at_most": "x", "wobble": 1 } }
      ]
      """
    #expect(
      try faults(tests) == [
        #"hits.json:11:5: error: test 1: unknown key "nam"; did you mean "name"?"#,
        #"hits.json:11:30: error: test 1: "recording": expected a string that is not empty, found 7"#,
        #"hits.json:11:45: error: test 1: unknown expectation "impact"; did you mean "impacts"?"#,
        #"hits.json:11:77: error: test 1: "impacts_at_most": expected an integer >= 0, found -4"#,
        #"hits.json:11:92: error: test 1: "impacts": expected an integer >= 0, found 2.5"#,
        #"hits.json:12:13: error: test 2: "name": expected a string that is not empty, found """#,
        #"hits.json:12:17: error: test 2: unknown key "recodring"; did you mean "recording"?"#,
        #"hits.json:12:48: error: test 2: "expect": expected at least one number, found an empty object"#,
        #"hits.json:13:3: error: test "third": "recording" is missing; expected the path of a recording"#,
        #"hits.json:13:3: error: test "third": "expect" is missing; expected the numbers that the pipeline is to give"#,
        #"hits.json:13:22: error: test "third": unknown key "colour"; expected one of "name", "recording", "expect""#,
        #"hits.json:14:3: error: test 4: expected an object with "recording" and "expect", found 7"#,
        #"hits.json:15:35: error: test "fifth": "recording": expected a string that is not empty, found """#,
        #"hits.json:15:49: error: test "fifth": "expect": expected an object of numbers, found a list"#,
        #"hits.json:16:56: error: test 6: "score_at_least": expected a number in 0...1, found 95"#,
        #"hits.json:16:78: error: test 6: "lag_ms_at_most": expected a number >= 0, found "x""#,
        #"hits.json:16:83: error: test 6: unknown expectation "wobble"; expected one of "impacts", "impacts_at_least", "#
          + #""impacts_at_most", "turns", "turns_at_least", "turns_at_most", "score_at_least", "lag_ms_at_most""#,
      ])
    #expect(try faults("{}") == [#"hits.json:10:12: error: "tests": expected a list of tests, found an object"#])
  }

  @Test("A figure that no stage can give is a fault, unless a stage is unknown, which may be the one")
  func sources() throws {
    let tests = #"[{ "recording": "a.h5", "expect": { "turns": 2 } }]"#
    #expect(
      try faults(tests) == [
        #"hits.json:10:48: error: test 1: "turns": no stage writes slot "turns", which it is measured from"#
      ])
    let head = #"{ "version": 1, "tests": [{ "recording": "a.h5", "expect": { "impacts": 2 } }], "stages": ["#
    func messages(_ stages: String) throws -> [String] {
      let error = #expect(throws: PipelineError.self) {
        try Pipeline.load(text: "\(head)\(stages)]}", file: "hits.json", registry: Self.registry())
      }
      return error?.diagnostics.filter { $0.severity == .error }.map(\.message) ?? []
    }
    #expect(
      try messages(#"{ "type": "readers.toy" }"#) == [
        #"test 1: "impacts": no stage writes slot "impacts", which it is measured from; stages that write it: "#
          + "detectors.impact"
      ])
    #expect(
      try messages(#"{ "type": "readers.toy" }, { "type": "quite.other" }"#).allSatisfy { !$0.contains("measured") })
    #expect(try messages("") == [#""stages": expected at least a reader, found an empty list"#])
  }

  @Test("What was found is compared with the limit, and said as short as it stays true")
  func comparison() throws {
    func expectation(_ name: String, _ value: String) throws -> PipelineTest.Expectation {
      try #require(
        try load(#"[{ "recording": "a.h5", "expect": { "\#(name)": \#(value) } }]"#).tests.first?.expectations.first)
    }
    let exact = try expectation("impacts", "7")
    #expect(exact.isMet(by: 7) && !exact.isMet(by: 6) && !exact.isMet(by: 8))
    #expect(exact.message(found: 6) == "impacts: expected 7, found 6")
    let least = try expectation("score_at_least", "0.95")
    #expect(least.isMet(by: 0.95) && least.isMet(by: 1) && !least.isMet(by: 0.9499))
    #expect(least.message(found: 12 / 13) == "score: expected at least 0.95, found 0.9231")
    // Rounded, it would look as if it were enough.
    #expect(least.message(found: 0.949_999) == "score: expected at least 0.95, found 0.949999")
    let most = try expectation("lag_ms_at_most", "2")
    #expect(most.isMet(by: 2) && most.isMet(by: 0) && !most.isMet(by: 2.001))
    #expect(most.message(found: 2.5) == "lag_ms: expected at most 2, found 2.5")
    #expect(!most.isMet(by: .nan) && most.message(found: .nan) == "lag_ms: expected at most 2, found nan")
  }

  @Test("Expectations of one name are a fault of the registry")
  func duplicates() throws {
    let twice = Self.figures + [.measure("impacts", .atMost, in: 0..., from: Toy.table, help: "")]
    let fault = #expect(throws: StageRegistry.Fault.self) {
      try StageRegistry(stages: Toy.registry().stages, testFigures: twice)
    }
    #expect(fault?.messages == [#"expectation "impacts_at_most" of tests is listed twice"#])
  }

  @Test("The schema has every expectation with its range")
  func schema() throws {
    let test = try #require(try Self.registry().pipelineSchema["properties"]?["tests"]?["items"])
    #expect(test["required"] == ["recording", "expect"] && test["additionalProperties"] == false)
    let expect = try #require(test["properties"]?["expect"])
    #expect(expect["additionalProperties"] == false && expect["minProperties"] == 1)
    guard case .object(let members)? = expect["properties"] else { throw PipelineError([]) }
    #expect(members.map(\.key) == (try Self.registry().expectationNames))
    #expect(
      expect["properties"]?["impacts"]?.inline
        == #"{ "type": "integer", "minimum": 0, "description": "Number of impacts: exactly this many." }"#)
    #expect(
      expect["properties"]?["score_at_least"]?.inline
        == #"{ "type": "number", "minimum": 0, "maximum": 1, "description": "How well it went: at least this." }"#)
  }

  @Test("The reference lists every expectation, if there are any")
  func reference() throws {
    #expect(
      try Self.registry().reference().hasSuffix(
        """
        | expectation | type | range | what it is |
        | --- | --- | --- | --- |
        | `impacts`, `impacts_at_least`, `impacts_at_most` | integer | >= 0 | number of impacts |
        | `turns`, `turns_at_least`, `turns_at_most` | integer | >= 0 | number of turns |
        | `score_at_least` | number | 0...1 | how well it went |
        | `lag_ms_at_most` | number | >= 0 | how late it was |

        """))
    #expect(try !Toy.registry().reference().contains("## Tests"))
  }
}
