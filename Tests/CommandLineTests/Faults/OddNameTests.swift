import Foundation
import Testing

/// Odd names in a batch.
struct OddNameTests {
  /// Identifiers with the names that their tables have.
  private static let names: [(id: String, table: String)] = [
    ("two words", "two words"), ("it's \"so\"", "it's \"so\""), ("line\nbreak\r\n", "line%0Abreak%0D%0A"),
    ("tab\t", "tab%09"), ("100%", "100%25"), ("%41", "%2541"), ("-x", "-x"), ("--force", "--force"), (".dot", "%2Edot"),
    ("..", "%2E."), ("a/b\\c", "a%2Fb%5Cc"), ("日本 Schläger", "日本 Schläger"), ("\u{301}accent", "\u{301}accent"),
    ("🏏👨‍👩‍👧", "🏏👨‍👩‍👧"), ("case", "case"), ("CASE", "CASE"), ("a,b;c", "a,b;c"), ("{\"a\":1}", "{\"a\"%3A1}"), ("~", "~"),
    ("merged", "merged"), ("\u{1B}[31mred", "%1B[31mred"), ("x.csv", "x.csv"),
    (".x.csv.host-1-a-b.tmp", "%2Ex.csv.host-1-a-b.tmp"),
  ]

  @Test("Every id has tables of its own, in plan and status as it is, and can be asked for alone")
  func ids() async throws {
    let scratch = try Scratch()
    try scratch.prepare(recordings: 1)
    let folder = "in/it's a\n\"folder\" % é"
    for (index, name) in Self.names.enumerated() { try scratch.record(id: name.id, to: "\(folder)/\(index).h5") }
    let first = try await Tool.run(["run", "two.json", folder, "-o", "out put\n'%"], in: scratch.path)
    #expect(first.status == 0, "\(first.errors)")
    // Not by a listing: Foundation's leaves out a name that begins with a combining mark.
    for (_, table) in Self.names {
      #expect(access(scratch("out put\n'%/impacts/\(table).parquet"), F_OK) == 0, "\(table)")
    }
    let states = try await scratch.states(of: "out put\n'%")
    #expect(sorted(states.keys.map { $0 }) == sorted(Self.names.map(\.id)))
    #expect(states.values.allSatisfy { $0 == "done" })
    for (id, table) in Self.names where !id.contains("\"") && !id.contains(",") && !id.contains("\n") {
      #expect(try scratch.tableText("out put\n'%/recordings/\(table).parquet").contains("\n\(id),"))
    }
    let text = try await Tool.run(["status", "out put\n'%"], in: scratch.path)
    #expect(text.outputLines.count == 1)
    for id in ["-x", "--force", "line\nbreak\r\n", "a/b\\c"] {
      let only = try await Tool.run(
        ["run", "two.json", folder, "-o", "out put\n'%", "--overwrite", "--only=\(id)", "--json"], in: scratch.path)
      #expect(only.status == 0)
      let recordings = try #require(try only.object()["recordings"] as? [[String: Any]])
      #expect(recordings.map { $0["recording_id"] as? String } == [id])
    }
    let again = try await Tool.run(["run", "two.json", folder, "-o", "out put\n'%", "--json"], in: scratch.path)
    #expect(try again.object()["up_to_date"] as? Int == Self.names.count)
  }

  /// Texts compare equal whose bytes differ.
  private func sorted(_ texts: [String]) -> [[UInt8]] {
    texts.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  @Test(
    "A recording without an id has its file's name as it is",
    arguments: ["two words", "a?b#c", "%41", "~", "~root", "-x", "e\u{301}", "line\nbreak", "a.b", "x;y=z", "\\"])
  func fileNames(_ name: String) async throws {
    let scratch = try Scratch()
    try scratch.prepare(recordings: 1)
    try scratch.record(id: nil, to: "odd/\(name).h5")
    let plan = try await Tool.run(["run", "--dry-run", "two.json", "odd", "--json"], in: scratch.path)
    let id = try #require(try plan.object()["recording_id"] as? String)
    #expect(Array(id.utf8) == Array(name.utf8))
  }

  @Test("Names as long as a file system takes them")
  func long() async throws {
    let scratch = try Scratch()
    try scratch.prepare(recordings: 1)
    let long = String(repeating: "é", count: 120)
    let ids = [long + "-one", long + "-two", String(repeating: "n", count: 252)]
    for (index, id) in ids.enumerated() {
      try scratch.record(id: id, to: "long/\(String(repeating: "f", count: 251))\(index).h5")
    }
    let outcome = try await Tool.run(["run", "two.json", "long", "-o", "out"], in: scratch.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(scratch.files(below: "out/impacts").count == 3)
    #expect(try await scratch.states(of: "out").keys.sorted() == ids.sorted())
    #expect(try await Tool.run(["run", "two.json", "long", "-o", "out"], in: scratch.path).status == 0)
  }

  @Test("Recordings whose ids differ only in how Unicode composes them fail: they must not be mixed up")
  func unicodeForms() async throws {
    let scratch = try Scratch()
    try scratch.prepare(recordings: 1)
    try scratch.record(id: "\u{E9}", to: "twins/one.h5")
    try scratch.record(id: "e\u{301}", to: "twins/two.h5")
    let outcome = try await Tool.run(["run", "two.json", "twins", "-o", "out"], in: scratch.path)
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("twins/one.h5: its recording id \"\u{E9}\" is used by twins/two.h5, too"))
    #expect(outcome.errors.contains("how Unicode composes their letters"))
    #expect(!scratch.files(below: "out").contains { $0.hasSuffix(".parquet") })
    try FileManager.default.removeItem(atPath: scratch("out"))
    // Files of such names with ids of their own are two files.
    try scratch.record(id: "one", to: "files/\u{E9}.h5")
    try scratch.record(id: "two", to: "files/e\u{301}.h5")
    for _ in 1...2 {
      #expect(try await Tool.run(["run", "two.json", "files", "-o", "out"], in: scratch.path).status == 0)
      #expect(try await scratch.states(of: "out") == ["one": "done", "two": "done"])
    }
  }
}
