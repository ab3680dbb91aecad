import Foundation
import SPBasics
import Testing

@testable import SPPipelines

/// Options that are paths of files.
struct PathOptionTests {
  /// A stage whose options name files.
  struct Model: StageOptions {
    var model: String?
    var others: [String] = []
    static var fields: [OptionField<Model>] {
      [
        .optional("model", \.model, .file(of: "a model"), help: "A file."),
        .list("others", \.others, of: .file(of: "a model"), count: 0...3, help: "Other files."),
      ]
    }
  }

  private func model(_ path: String, in file: String) throws -> String? {
    try Model(json: JSONValue.object([.init(key: "model", value: .string(path))]).canonical, file: file).model
  }

  private let work = FileManager.default.currentDirectoryPath

  @Test(
    "A path is taken from the folder of the file that names it",
    arguments: [
      ("m.json", "/data/pipelines/p.json", "/data/pipelines/m.json"),
      ("models/m.json", "/data/p.json", "/data/models/m.json"), ("../m.json", "/data/a/p.json", "/data/m.json"),
      ("./m.json", "/p.json", "/m.json"), ("a b/ü#%.json", "/data/p.json", "/data/a b/ü#%.json"),
      ("/models/m.json", "/data/p.json", "/models/m.json"), ("~/m.json", "/data/p.json", "/data/~/m.json"),
    ])
  func besideTheFile(path: String, file: String, expected: String) throws {
    #expect(try model(path, in: file) == expected)
  }

  @Test("That folder may itself be relative to the working folder")
  func relativeFile() throws {
    #expect(try model("m.json", in: "p.json") == work + "/m.json")
    #expect(try model("m.json", in: "pipelines/p.json") == work + "/pipelines/m.json")
    #expect(try Model(json: #"{"others": ["a", "/b"]}"#, file: "x/p.json").others == [work + "/x/a", "/b"])
  }

  @Test("An override is typed in the working folder, wherever the pipeline lies")
  func override() throws {
    func value(_ text: String) throws -> String? {
      let parsed = try #require(PipelineOverride("label.model=" + text).parsed())
      let node = JSONNode(.object([]), at: .position(file: "/data/p.json", line: 3, column: 5))
      let (options, issues) = Model.decoded(from: PipelineOverride.set(parsed.value, at: parsed.path[...], in: node))
      #expect(issues.isEmpty)
      return options.model
    }
    #expect(try value("m.json") == work + "/m.json")
    #expect(try value("../m.json") == URL(fileURLWithPath: work).deletingLastPathComponent().path + "/m.json")
    #expect(try value("/models/m.json") == "/models/m.json")
    #expect(try value("null") == nil)
  }

  @Test("Reading what was written gives the same path, wherever it is read")
  func roundTrip() throws {
    let options = try Model(json: #"{"model": "m.json"}"#, file: "/data/p.json")
    #expect(options.encoded().canonical == #"{"model":"/data/m.json","others":[]}"#)
    #expect(try Model(json: options.encoded().canonical, file: "/elsewhere/q.json") == options)
  }

  @Test("What is no path is refused", arguments: ["3", "\"\"", "[\"m.json\"]"])
  func faults(value: String) throws {
    let error = try #require(throws: PipelineError.self) { _ = try Model(json: "{\"model\": \(value)}", file: "o") }
    let found = value.hasPrefix("[") ? "a list" : value
    #expect(
      error.diagnostics.map(\.description) == [
        "o:1:11: error: option \"model\": expected the file of a model, found \(found)"
      ])
  }
}
