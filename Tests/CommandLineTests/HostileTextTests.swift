import Foundation
import Testing

/// Hostile identifiers.
struct HostileTextTests {
  private static let id = "a\u{1B}[31m\u{9B}2J\u{202E}<b>\r\u{2066}="

  @Test(
    "What commands print holds no control character of an identifier",
    arguments: [
      ["explain", "in/a.h5", "--pipeline", "p.json", "--at", "+1"], ["check", "--details", "in/a.h5"],
      ["check", "--details", "--json", "in/a.h5"],
      ["check", "in/a.h5"], ["label", "list", "in/a.h5"], ["run", "--dry-run", "p.json", "in"],
      ["run", "p.json", "in", "-o", "out", "--summary"], ["run", "p.json", "in", "--rows", "recordings"],
      ["plot", "in/a.h5", "--from", "+0", "--to", "+1", "-o", "-"],
    ])
  func printed(arguments: [String]) async throws {
    let scene = try await BatchScene([])
    try await scene.add(Self.id, file: "a")
    let outcome = try await scene.tool(arguments)
    // A check fails a recording whose identifier cannot be printed.
    #expect(outcome.status == (arguments == ["check", "in/a.h5"] ? 1 : 0), "\(outcome.errors)")
    #expect(!outcome.output.isEmpty)
    for scalar in (outcome.output + outcome.errors).unicodeScalars where scalar != "\n" {
      #expect(
        scalar.properties.generalCategory != .control && !scalar.properties.isBidiControl,
        "U+\(String(scalar.value, radix: 16)) in \(arguments)")
    }
  }

  @Test("Nothing is written outside of the output folder")
  func outside() async throws {
    let scene = try await BatchScene([])
    for (file, id) in [("a", "../../up"), ("b", "/tmp/absolute"), ("c", ".."), ("d", "x/../../y")] {
      try await scene.add(id, file: file)
    }
    let before = Set(scene.scratch.files(below: ".").filter { !$0.hasPrefix("out/") })
    let outcome = try await scene.run()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(Set(scene.scratch.files(below: ".").filter { !$0.hasPrefix("out/") }) == before)
    #expect(try scene.tables().keys.filter { $0.hasPrefix("recordings/") }.count == 4)
  }
}
