import Foundation
import Testing

/// Names of files.
struct FileNameTests {
  @Test(
    "Any name of a file is taken as it is",
    arguments: ["a b.h5", "it's \"quoted\".h5", "Schläger 日本.h5", "two\nlines.h5", "\u{1B}[31mred.h5", "$HOME `ls`.h5"])
  func inputNames(_ name: String) async throws {
    let scratch = try Scratch()
    try await scratch.copy(Fixtures.recording(), to: "in put/\(name)")
    let run = try await Tool.run(
      ["run", Project.pipeline("minimal"), "in put", "--output", "out put/é"], in: scratch.path)
    #expect(run.status == 0)
    #expect(scratch.files(below: "out put/é").contains("swings/baseball-000003.parquet"))
    let info = try await Tool.run(["check", "--details", "in put/\(name)", "--json"], in: scratch.path)
    let found = try #require(try JSONSerialization.jsonObject(with: Data(info.output.utf8)) as? [[String: Any]])
    #expect(found.first?["path"] as? String == "in put/\(name)")
  }

  @Test("A message stays on its line and holds no escape code, whatever the file is called")
  func messages() async throws {
    let scratch = try Scratch()
    try scratch.write("", to: "in/a\nb\u{1B}[31m.h5")
    let pipeline = Project.pipeline("minimal")
    let commands: [(line: [String], status: Int32, lines: Int)] = [
      (["check", "--details"], 65, 0), (["pipelines", "validate", pipeline], 1, 1),
      (["run", "--dry-run", pipeline], 0, 3),
    ]
    for command in commands {
      let outcome = try await Tool.run(command.line + ["in"], in: scratch.path)
      #expect(outcome.status == command.status)
      #expect(outcome.errorLines.count == 1)
      // The HDF5 library's own message folds line breaks into spaces.
      #expect(
        outcome.errors.contains(command.line[0] == "check" ? #"in/a b\u{1B}[31m.h5"# : #"in/a\u{A}b\u{1B}[31m.h5"#))
      #expect(!outcome.output.contains("\u{1B}"))
      #expect(outcome.outputLines.count == command.lines)
    }
  }

  @Test(
    "The id of a recording cannot lead out of the output folder", arguments: ["../../up", "/abs", "a/b", ".hidden"])
  func recordingIDs(_ id: String) async throws {
    let scratch = try Scratch()
    let path = try await scratch.copy(Fixtures.recording(), to: "in/a.h5")
    try Fixtures.rename(path, id: id)
    let outcome = try await Tool.run(["run", Project.pipeline("minimal"), "in", "-o", "x/y/out"], in: scratch.path)
    #expect(outcome.status == 0)
    let files = scratch.files().filter { !$0.hasPrefix("x/y/out/_meta/") }
    let name = id.replacing("/", with: "%2F")
    let table = name.hasPrefix(".") ? "%2E" + name.dropFirst() : name
    #expect(files == ["in/a.h5", "x/y/out/merged/swings.parquet", "x/y/out/swings/\(table).parquet"])
    #expect(try scratch.tableText("x/y/out/merged/swings.parquet").contains("\n\(id),"))
  }
}
