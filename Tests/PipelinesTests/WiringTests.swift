import Testing

@testable import SPPipelines

/// Writes a slot of the accelerometer's name in another unit.
private struct Metres: Stage {
  static let type: StageType = "filters.metres"
  static let summary = "Gives metres."
  static let details = ""
  static let slot = Slot<[Double]>("acceleration", unit: "m/s^2", summary: "")
  static func ports(_ options: NoOptions) -> Ports { Ports(writes: [.required(slot)]) }
  init(_ options: NoOptions) {}
  func run(_ workspace: inout Workspace) throws { try workspace.set(Self.slot, []) }
}

/// Writes a slot of the accelerometer's name with another type of value.
private struct Words: Stage {
  static let type: StageType = "filters.words"
  static let summary = "Gives words."
  static let details = ""
  static let slot = Slot<String>("acceleration", unit: "g", summary: "")
  static func ports(_ options: NoOptions) -> Ports { Ports(writes: [.required(slot)]) }
  init(_ options: NoOptions) {}
  func run(_ workspace: inout Workspace) throws { try workspace.set(Self.slot, "") }
}

struct WiringTests {
  private let reader = #"{ "id": "in", "type": "readers.toy" }"#
  private let rest = [#"{ "type": "features.swing" }"#, #"{ "type": "writers.table" }"#]

  private func hit(_ reads: String) -> String {
    "{ \"id\": \"hit\", \"type\": \"detectors.impact\", \"reads\": \(reads) }"
  }

  @Test(
    "A wrong explicit wire is told with what is wrong with it",
    arguments: [
      (
        #"{ "accel": "in.acceleration" }"#, 55, #"unknown slot "accel" in "reads"; did you mean "acceleration"?"#, false
      ),
      (
        #"{ "zzz": "in.acceleration" }"#, 55,
        #"unknown slot "zzz" in "reads"; expected one of "acceleration", "rotation""#, false
      ),
      (
        #"{ "rotation": "i.rotation" }"#, 67, #"slot "rotation": unknown stage "i"; did you mean "in.rotation"?"#, false
      ),
      (
        #"{ "rotation": "i.rotatoin" }"#, 67, #"slot "rotation": unknown stage "i"; did you mean "in.rotation"?"#, false
      ),
      (
        #"{ "rotation": "i.zzz" }"#, 67,
        #"slot "rotation": unknown stage "i"; stage "in" writes "acceleration", "rotation""#, false
      ),
      (
        #"{ "rotation": "swing.table" }"#, 67, #"slot "rotation": expected an earlier stage, but "swing" comes later"#,
        false
      ),
      (
        #"{ "rotation": "hit.impacts" }"#, 67,
        #"slot "rotation": expected an earlier stage, but "hit" is the stage itself"#, false
      ),
      (
        #"{ "rotation": "in.rotatoin" }"#, 67,
        #"slot "rotation": stage "in" does not write "rotatoin"; did you mean "in.rotation"?"#, false
      ),
      (
        #"{ "rotation": "in.x" }"#, 67,
        #"slot "rotation": stage "in" does not write "x"; it writes "acceleration", "rotation""#, false
      ),
      (#"{ "rotation": "in" }"#, 67, #"slot "rotation": expected "stage.slot", found "in""#, false),
      (#"{ "rotation": 3 }"#, 67, #"slot "rotation": expected "stage.slot", found 3"#, false),
      (
        #"{ "rotation": "in.acceleration" }"#, 67,
        #"slot "rotation": expected unit "rad/s", but "in.acceleration" is in "g""#, false
      ),
      (#""in""#, 53, #""reads": expected an object such as { "slot": "stage.slot" }, found "in""#, false),
      (
        #"{ "acceleration": "w.acceleration" }"#, 71,
        #"slot "acceleration": expected values of type [Double], but "w.acceleration" has String"#, true
      ),
    ])
  func explicit(reads: String, column: Int, message: String, withWords: Bool) throws {
    let words = withWords ? [#"{ "id": "w", "type": "filters.words" }"#] : []
    let line = withWords ? 4 : 3
    #expect(
      try Toy.faults(stages: [reader] + words + [hit(reads)] + rest, and: [Words.self]) == [
        "hits.json:\(line):\(column): error: stage \"hit\" (detectors.impact): \(message)"
      ])
  }

  @Test("An explicit wire passes over the stage that would be taken by default")
  func passesOver() throws {
    let text = Toy.pipeline.replacing(
      "\"detectors.impact\"", with: "\"detectors.impact\", \"reads\": { \"acceleration\": \"in.acceleration\" }")
    let pipeline = try Toy.load(text)
    #expect(pipeline.stage("hit")?.reads["acceleration"]?.description == "in.acceleration")
    #expect(
      pipeline.warnings.map(\.description) == [
        #"hits.json:5:5: warning: stage "hp" (filters.high_pass): no stage reads what it writes ("acceleration")"#
      ])
  }

  @Test("By default a slot of the same name but another type is passed over")
  func otherType() throws {
    let text = Toy.pipeline.replacing("{ \"id\": \"hp\",", with: "{ \"type\": \"filters.words\" }, { \"id\": \"hp\",")
    let pipeline = try Toy.load(text, and: [Words.self])
    #expect(pipeline.stage("hp")?.reads["acceleration"]?.description == "in.acceleration")
  }

  @Test("A slot in another unit is refused")
  func otherUnit() throws {
    #expect(
      try Toy.faults(
        stages: [reader, #"{ "type": "filters.metres" }"#, #"{ "type": "detectors.impact" }"#] + rest,
        and: [Metres.self]) == [
          #"hits.json:4:1: error: stage "impact" (detectors.impact): slot "acceleration": expected unit "g", but "#
            + #""metres.acceleration" is in "m/s^2""#
        ])
  }

  @Test("A required slot that nobody writes is told with the stages that could")
  func noWriter() throws {
    #expect(
      try Toy.faults(stages: [reader] + rest) == [
        #"hits.json:3:1: error: stage "swing" (features.swing): no earlier stage writes slot "impacts" ([Int]); "#
          + "stages that write it: detectors.impact"
      ])
  }
}

struct RegistryTests {
  private struct Twice: Stage {
    struct Options: StageOptions {
      var count = 0
      var other = 1.0
      static var fields: [OptionField<Options>] {
        [
          .integer("count", \.count, in: 1...3, help: ""), .number("other", \.other, help: ""),
          .number("other", \.other, help: ""), .number("id", \.other, help: ""),
        ]
      }
    }
    static let type: StageType = "filters.high_pass"
    static let summary = ""
    static let details = ""
    static func ports(_ options: Options) -> Ports { Ports() }
    init(_ options: Options) {}
    func run(_ workspace: inout Workspace) throws {}
  }

  @Test("Types given twice and unsound tables are refused together")
  func faults() throws {
    let error = try #require(throws: StageRegistry.Fault.self) {
      _ = try StageRegistry(stages: [HighPass.self, Twice.self])
    }
    #expect(
      error.messages == [
        "stage type \"filters.high_pass\" is listed twice",
        "filters.high_pass: option \"other\" is in the table twice",
        "filters.high_pass: option \"id\" has a name that every stage uses",
        "filters.high_pass: default of option \"count\": expected an integer in 1...3, found 0",
      ])
  }

  @Test("A stage is found by its type, a near one by a near type or by its name in another family")
  func lookup() throws {
    let registry = try Toy.registry()
    #expect(registry["filters.high_pass"] is HighPass.Type)
    #expect(registry["filters.low_pass"] == nil)
    #expect(registry.nearestType(to: "detector.impact") == "detectors.impact")
    #expect(registry.nearestType(to: "high_pass") == "filters.high_pass")
    #expect(registry.nearestType(to: "something.else") == nil)
  }

  @Test(
    "A type has two parts in snake_case",
    arguments: [
      "", "high_pass", "a.b.c", "A.b", "a.B", ".b", "a.", "a..b", "1.b", "a._b", "a.b c", "a.b-c", "a.\u{E9}",
      "a.b\u{301}", "a.b\n",
    ])
  func type(text: String) {
    #expect(StageType(text) == nil)
  }

  @Test("An id is letters, digits, _ and - from a letter on")
  func identifier() {
    for text in ["a", "Z9", "a-b_C"] { #expect(PipelineFile.isIdentifier(text), "\(text)") }
    for text in ["", "1a", "-a", "_a", "a b", "a.b", "a@", "a`", "a{", "\u{E9}", "a\u{301}"] {
      #expect(!PipelineFile.isIdentifier(text), "\(text)")
    }
  }

  @Test("A list's type is named as in code, unless something is nested in it")
  func typeNames() {
    #expect(Port.typeName(of: [Int].self) == "[Int]")
    #expect(Port.typeName(of: Int.self) == "Int")
    #expect(Port.typeName(of: [[Int]].self) == "Array<Array<Int>>")
    #expect(Port.typeName(of: [Int: Int].self) == "Dictionary<Int, Int>")
  }
}
