import Foundation
import SPBasics
import Testing

@testable import SPPipelines

struct DiagnosticTests {
  private let diagnostic = Diagnostic(
    .error, at: .position(file: "hits.json", line: 14, column: 9), stageID: "hp", stageType: "filters.high_pass",
    option: "cutof_hz", message: "unknown option \"cutof_hz\"", suggestion: "cutoff_hz")

  @Test("A diagnostic reads like a compiler's message")
  func description() {
    #expect(
      diagnostic.description == """
        hits.json:14:9: error: stage "hp" (filters.high_pass): unknown option "cutof_hz"; did you mean "cutoff_hz"?
        """)
    var other = Diagnostic(.warning, at: .override("--set hp.a=1"), message: "odd")
    #expect(other.description == "--set hp.a=1: warning: odd")
    other.location = .file("a.json")
    other.recording = "x.h5"
    #expect(other.description == "a.json: warning: recording \"x.h5\": odd")
  }

  @Test(
    "A diagnostic survives JSON",
    arguments: [
      SourcePlace.position(file: "a.json", line: 2, column: 3), .file("a.json"), .override("--set a.b=1"),
    ])
  func coding(location: SourcePlace) throws {
    var diagnostic = diagnostic
    diagnostic.location = location
    let data = try JSONEncoder().encode(diagnostic)
    #expect(try JSONDecoder().decode(Diagnostic.self, from: data) == diagnostic)
  }

  @Test("The JSON is flat and leaves out what is not known")
  func flatJSON() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let text = String(decoding: try encoder.encode(diagnostic), as: UTF8.self)
    #expect(
      text == """
        {"column":9,"file":"hits.json","line":14,"message":"unknown option \\"cutof_hz\\"","option":"cutof_hz",\
        "severity":"error","stage":"hp","suggestion":"cutoff_hz","type":"filters.high_pass"}
        """)
  }

  @Test("Diagnostics are sorted by place: files, positions, overrides; equal places stay")
  func order() {
    func make(_ location: SourcePlace, _ message: String) -> Diagnostic {
      Diagnostic(.error, at: location, message: message)
    }
    let error = PipelineError([
      make(.override("--set a.b=1"), "6"), make(.position(file: "a", line: 10, column: 1), "5"),
      make(.position(file: "a", line: 2, column: 9), "3"), make(.position(file: "a", line: 2, column: 9), "4"),
      make(.position(file: "a", line: 2, column: 3), "2"), make(.file("a"), "1"),
    ])
    #expect(error.diagnostics.map(\.message) == ["1", "2", "3", "4", "5", "6"])
  }

  private struct Said: Error, CustomStringConvertible { var description: String }

  @Test(
    "An error follows the path of its file once",
    arguments: [
      ("no swing 9", "error: a/x.h5: no swing 9"), ("a/x.h5: no swing 9", "error: a/x.h5: no swing 9"),
      ("a/x.h5b: odd", "error: a/x.h5: a/x.h5b: odd"), ("stage \"hp\": odd", "error: a/x.h5: stage \"hp\": odd"),
    ])
  func linesAtPath(text: String, line: String) {
    #expect(Said(description: text).lines(at: "a/x.h5") == [line])
  }

  @Test("The faults of a pipeline have their own places, and its warnings are not among them")
  func linesOfFaults() {
    var warning = diagnostic
    warning.severity = .warning
    #expect(PipelineError([warning, diagnostic]).lines(at: "x.h5") == [diagnostic.description])
  }
}
