import Foundation
import Testing

@testable import SPPipelines

/// Loading pipeline files.
struct LoadingTests {
  @Test("A sound file gives named, wired stages without warnings")
  func sound() throws {
    let pipeline = try Toy.load(Toy.pipeline)
    #expect(pipeline.name == "hits")
    #expect(pipeline.description == nil)
    #expect(pipeline.warnings == [])
    #expect(pipeline.stages.map(\.id) == ["in", "hp", "hit", "swing", "out"])
    #expect(
      pipeline.stage("hit")?.reads.mapValues(\.description) == [
        "acceleration": "hp.acceleration", "rotation": "in.rotation",
      ])
    #expect(pipeline.stage("hp")?.reads.mapValues(\.description) == ["acceleration": "in.acceleration"])
  }

  @Test("The resolved file holds everything and loads as the same pipeline")
  func resolved() throws {
    let pipeline = try Toy.load(Toy.pipeline, overrides: ["hit.threshold_g=2"])
    let again = try Toy.load(pipeline.resolved.pretty)
    #expect(again.resolved.canonical == pipeline.resolved.canonical)
    #expect(again.name == "hits")
    #expect(again.stage("hit")?.options["threshold_g"] == .number(2))
    #expect(again.stages.map(\.reads) == pipeline.stages.map(\.reads))
    #expect(pipeline.resolved.canonical != (try Toy.load(Toy.pipeline)).resolved.canonical)
  }

  /// A filter with a cutoff alone.
  private struct LowPass: Stage {
    struct Options: StageOptions {
      var cutoffHz = 20.0
      static var fields: [OptionField<Options>] { [.number("cutoff_hz", \.cutoffHz, in: 0...100, help: "")] }
    }
    static let type: StageType = "filters.low_pass"
    static let summary = ""
    static let details = ""
    static func ports(_ options: Options) -> Ports {
      Ports(reads: [.required(Toy.acceleration)], writes: [.required(Toy.acceleration)])
    }
    init(_ options: Options) {}
    func run(_ workspace: inout Workspace) throws {}
  }

  @Test("A misspelt option is told with its place, its stage and the nearest name")
  func misspelt() throws {
    let text = """
      // Comments count as lines.
      {
        "version": 1,
        "stages": [
          { "type": "readers.toy" },

          /* A filter
             over many lines. */
          {
            "id": "hp",
            "type": "filters.low_pass",
            // The cutoff.
            "reads": {},
              "cutof_hz": 20,
          },
          { "type": "detectors.impact" }, { "type": "features.swing" }, { "type": "writers.table" },
        ],
      }
      """
    #expect(
      try Toy.faults(text, and: [LowPass.self]) == [
        #"hits.json:14:9: error: stage "hp" (filters.low_pass): unknown option "cutof_hz"; did you mean "cutoff_hz"?"#
      ])
  }

  @Test("Different faults are all found in one pass")
  func manyFaults() throws {
    let text = """
      {
        "version": 2, "nmae": "x",
        "stages": [
          { "id": "in", "type": "readers.toy" },
          { "id": "hp", "type": "filters.high_pas" },
          { "id": "hp", "type": "filters.high_pass", "stop_hz": "low", "cutof_hz": 1 },
          { "id": "hit" "type": "detectors.impact", "reads": { "acceleration": "hq.acceleration" } },
          { "id": "lo", "type": "filters.high_pass", "stop_hz": 60, "pass_hz": 30 },
          { "id": "2x", "type": "features.swing", "reads": { "impact": "hit.impacts" } },
          7,
          { "tpye": "writers.table" }
        ]
      }
      """
    #expect(
      try Toy.faults(text, overrides: ["hit.axs=x", "hot.axis=x", "nonsense", "axis=x", "hit.id=3"]) == [
        #"hits.json:2:14: error: unsupported version 2; expected "version": 1"#,
        #"hits.json:2:17: error: unknown key "nmae"; did you mean "name"?"#,
        #"hits.json:5:27: error: stage "hp" (filters.high_pas): unknown stage type; did you mean "filters.high_pass"?"#,
        #"hits.json:6:13: error: stage "hp" (filters.high_pass): duplicate id; the stage at hits.json:5:5 has it already"#,
        #"hits.json:6:59: error: stage "hp" (filters.high_pass): option "stop_hz": expected a number in 0.1...10000 Hz, "#
          + #"found "low""#,
        #"hits.json:6:66: error: stage "hp" (filters.high_pass): unknown option "cutof_hz"; expected one of "pass_hz", "#
          + #""stop_hz""#,
        #"hits.json:7:19: error: expected "," or "}" after the value of "id", found the string "type""#,
        #"hits.json:7:74: error: stage "hit" (detectors.impact): slot "acceleration": unknown stage "hq"; did you mean "#
          + #""hp.acceleration"?"#,
        #"hits.json:8:74: error: stage "lo" (filters.high_pass): option "pass_hz": expected more than stop_hz (60.0 Hz), "#
          + #"found 30.0 Hz"#,
        #"hits.json:9:13: error: "id": expected a letter followed by letters, digits, "_" or "-", found "2x""#,
        #"hits.json:9:56: error: stage "2x" (features.swing): unknown slot "impact" in "reads"; did you mean "impacts"?"#,
        #"hits.json:10:5: error: expected a stage, an object with a "type", found 7"#,
        #"hits.json:11:5: error: a stage without a type: expected "type": "family.name"; found "tpye""#,
        #"--set hot.axis=x: error: unknown stage "hot"; did you mean "hit"?"#,
        #"--set nonsense: error: expected "id.option=value""#,
        #"--set axis=x: error: expected "id.option=value"; did you mean "hit.axis"?"#,
        #"--set hit.id=3: error: stage "hit" (detectors.impact): expected an option to set, found "id""#,
        #"--set hit.axs=x: error: stage "hit" (detectors.impact): unknown option "axs"; did you mean "axis"?"#,
      ])
  }

  @Test(
    "The frame of the file is checked",
    arguments: [
      ("[]", [#"hits.json:1:1: error: expected an object with "version" and "stages", found a list"#]),
      (
        "{}",
        [
          #"hits.json:1:1: error: "version" is missing; expected "version": 1"#,
          #"hits.json:1:1: error: "stages" is missing; expected a list of stages"#,
        ]
      ),
      (
        #"{"version": 1, "stages": [], "name": ""}"#,
        [
          #"hits.json:1:26: error: "stages": expected at least a reader, found an empty list"#,
          #"hits.json:1:38: error: "name": expected a string that is not empty, found """#,
        ]
      ),
      (
        #"{"version": "1", "stages": {}, "size": 1}"#,
        [
          #"hits.json:1:13: error: unsupported version "1"; expected "version": 1"#,
          #"hits.json:1:28: error: "stages": expected a list of stages, found an object"#,
          #"hits.json:1:32: error: unknown key "size"; expected one of "version", "name", "description", "stages", "tests""#,
        ]
      ),
      (
        #"{"version": 1, "stages": ["#,
        [#"hits.json:1:27: error: expected "]" to close the list opened at hits.json:1:26, found the end of the file"#]
      ),
    ])
  func frame(text: String, messages: [String]) throws {
    #expect(try Toy.faults(text) == messages)
  }

  @Test("A pipeline begins with its one reader")
  func reader() throws {
    #expect(
      try Toy.faults(stages: [
        #"{ "type": "filters.high_pass" }"#, #"{ "type": "readers.toy" }"#,
        #"{ "id": "second", "type": "readers.toy" }"#, #"{ "type": "detectors.impact" }"#,
      ]) == [
        #"hits.json:2:1: error: stage "high_pass" (filters.high_pass): expected a reader ("readers.*") as the first "#
          + #"stage; move stage "toy" to the front"#,
        #"hits.json:2:1: error: stage "high_pass" (filters.high_pass): no earlier stage writes slot "acceleration" "#
          + #"([Double]); stage "toy" does, but comes later"#,
        #"hits.json:4:1: error: stage "second" (readers.toy): expected one reader, found a second one beside "toy""#,
      ])
  }

  @Test("An error thrown by a stage's initializer is placed at the option that it names")
  func initializer() throws {
    #expect(
      try Toy.faults(stages: [
        #"{ "type": "readers.toy" }"#, #"{ "type": "detectors.impact" }"#, #"{ "type": "features.swing" }"#,
        #"{ "type": "writers.table", "format": "parquet" }"#,
      ]) == [
        #"hits.json:5:38: error: stage "table" (writers.table): option "format": parquet is not built in"#
      ])
  }

  @Test("An unknown stage without a near name does not hide what others lack, nor blame others for it")
  func unknownStage() throws {
    #expect(
      try Toy.faults(stages: [
        #"{ "type": "readers.toy" }"#, #"{ "type": "filters.wobble" }"#, #"{ "type": "features.swing" }"#,
        #"{ "type": "quite.other" }"#,
      ]) == [
        #"hits.json:3:11: error: stage "wobble" (filters.wobble): unknown stage type; expected one of "filters.high_pass""#,
        #"hits.json:5:11: error: stage "other" (quite.other): unknown stage type; expected one of "detectors.*", "#
          + #""features.*", "filters.*", "readers.*", "writers.*""#,
      ])
  }

  @Test("Default ids of different types differ; two stages of one type need an id")
  func defaultIDs() throws {
    #expect(
      try Toy.faults(stages: [
        #"{ "type": "readers.toy" }"#, #"{ "type": "quite.impact" }"#, #"{ "type": "detectors.impact" }"#,
        #"{ "type": "other.impact" }"#, #"{ "id": "swing", "type": "detectors.impact" }"#,
        #"{ "type": "features.swing" }"#, #"{ "type": "features.swing" }"#,
      ]).compactMap { $0.firstMatch(of: /stage "(\w+)" .*(unknown stage|duplicate id)/).map { "\($0.1): \($0.2)" } }
        == [
          "impact: unknown stage", "other_impact: unknown stage", "features_swing: duplicate id",
        ])
  }

  @Test("A file is read with its name; one that is not there or not text is a fault")
  func files() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "air.swing.json")
    let registry = try Toy.registry()
    #expect(
      throws: PipelineError([Diagnostic(.error, at: .file(file.path), message: "cannot read the file: no such file")])
    ) {
      try Pipeline.load(contentsOf: file.path, registry: registry)
    }
    for (bytes, line, column, byte) in [
      ([0x22, 0xFF, 0x22], 1, 2, "FF"), (Array("{\r\n \"a\": \"ü".utf8) + [0xE9, 0x22], 2, 9, "E9"),
      (Array("\u{FEFF}\r\n\n球".utf8) + [0xE7, 0x90], 3, 2, "E7"),
    ] as [([UInt8], Int, Int, String)] {
      try Data(bytes).write(to: file)
      let fault = Diagnostic(
        .error, at: .position(file: file.path, line: line, column: column),
        message: "expected UTF-8 text, found the byte 0x\(byte)")
      #expect(throws: PipelineError([fault])) {
        try Pipeline.load(contentsOf: file.path, registry: registry)
      }
    }
    try Data(("\u{FEFF}" + Toy.pipeline).utf8).write(to: file)
    #expect(try Pipeline.load(contentsOf: file.path, registry: registry).name == "air.swing")
  }
}

/// Overrides.
struct OverrideTests {
  @Test("Values are JSON where they are that, else strings; the last one counts")
  func values() throws {
    let pipeline = try Toy.load(
      Toy.pipeline,
      overrides: ["hit.axis=y", "hit.threshold_g=9", "hit.threshold_g=2.5", "hit.refractory_s=null", "swing.x=1"]
        .dropLast())
    let options = try #require(pipeline.stage("hit")).options
    #expect(options["axis"] == "y")
    #expect(options["threshold_g"] == 2.5)
  }

  @Test("Dotted paths reach nested options beside what the file gives")
  func nested() throws {
    let text = Toy.pipeline.replacing(
      "\"readers.toy\"", with: "\"readers.toy\", \"streams\": {\"gyroscope\": {\"time\": {\"path\": \"/t\"}}}")
    let pipeline = try Toy.load(
      text, overrides: ["in.streams.gyroscope.time.unit=s", "in.streams.gyroscope.values={\"path\": \"/v\"}"])
    let stream = try #require(pipeline.stage("in")?.options["streams"]?["gyroscope"])
    #expect(stream["time"]?["path"] == "/t")
    #expect(stream["time"]?["unit"] == "s")
    #expect(stream["values"]?["path"] == "/v")
  }

  @Test("Faults of overrides are placed at the override, those of the file at the file")
  func faults() throws {
    let text = Toy.pipeline.replacing("\"readers.toy\"", with: "\"readers.toy\", \"rate_hz\": 0")
    #expect(
      try Toy.faults(text, overrides: ["hp.stop_hz.low=1", "hp.pass_hz=1e999", "in.streams.gyroscope.time.unit=s"]) == [
        #"hits.json:4:53: error: stage "in" (readers.toy): option "rate_hz": expected a number > 0 Hz, found 0"#,
        #"--set in.streams.gyroscope.time.unit=s: error: stage "in" (readers.toy): option "#
          + #""streams.gyroscope.time.path" is missing; expected a string that is not empty"#,
        #"--set hp.stop_hz.low=1: error: stage "hp" (filters.high_pass): option "stop_hz": expected a number in "#
          + #"0.1...10000 Hz, found an object"#,
        #"--set hp.pass_hz=1e999: error: stage "hp" (filters.high_pass): option "pass_hz": expected a number in "#
          + #"0.1...10000 Hz, found 1e999"#,
      ])
  }
}
