import Foundation
import Testing

/// Code of pipelines in Python.
struct PythonTrustTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.write(
      """
      import pathlib
      from swingpipe import Column, features

      pathlib.Path(__file__).with_name("executed").touch()


      @features(columns=[Column("own_value", unit="g", description="A value.")])
      def own(swings):
          return {"own_value": [1.0] * len(swings)}
      """, to: "own.py")
    try scratch.write(
      """
      { "version": 1, "stages": [
        { "id": "in", "type": "readers.hdf5" },
        { "id": "hp", "type": "filters.high_pass" },
        { "id": "hit", "type": "detectors.impact" },
        { "id": "start", "type": "detectors.swing_start" },
        { "id": "label", "type": "classifiers.hit_miss" },
        { "id": "table", "type": "features.swing" },
        { "id": "own", "type": "features.python", "file": "own.py" },
        { "id": "out", "type": "writers.table" }
      ] }
      """, to: "own.json")
  }

  private var wasExecuted: Bool { FileManager.default.fileExists(atPath: scratch.path + "/executed") }

  @Test("Commands that only look at a pipeline know its columns, and execute nothing")
  func looking() async throws {
    let recording = try await Fixtures.recording()
    for arguments in [
      ["pipelines", "validate", "own.json"], ["run", "--dry-run", "own.json", recording],
      ["check", "--details", recording],
      ["run", "own.json", recording, "--output", "out", "--dry-run"],
    ] {
      let outcome = try await Tool.run(arguments, in: scratch.path)
      #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
    }
    let columns = try await Tool.run(["describe", "columns", "own_value", "--pipeline", "own.json"], in: scratch.path)
    #expect(columns.output.contains("own_value: float64, g"))
    #expect(!wasExecuted)
  }

  @Test("A Python that is not there is named, and not the file of the code", arguments: ["/missing", "no-such-python"])
  func missing(_ python: String) async throws {
    let recording = try await Fixtures.recording()
    let outcome = try await Tool.run(
      ["run", "own.json", recording, "--output", "out", "--allow-python", "--python", python], in: scratch.path)
    #expect(outcome.status == 64)
    #expect(
      outcome.errorLines.first
        == "error: --python is \(python), which is not a program; expected a Python, such as python3")
  }

  @Test("A run without --allow-python executes nothing, and says what is needed", arguments: ["run", "slurm"])
  func refused(_ command: String) async throws {
    let recording = try await Fixtures.recording()
    let more = command == "slurm" ? ["--shards", "1"] : []
    let outcome = try await Tool.run([command, "own.json", recording, "--output", "out"] + more, in: scratch.path)
    #expect(outcome.status == 78)
    #expect(outcome.errors.contains("the pipeline executes \(scratch.path)/own.py; expected --allow-python"))
    #expect(!wasExecuted)
  }

  @Test("A fault of a declaration has its place in the file")
  func declaration() async throws {
    try scratch.write(
      "from swingpipe import features\n\n@features(columns=names())\ndef own(swings): return 1\n", to: "own.py")
    let outcome = try await Tool.run(["pipelines", "validate", "own.json"], in: scratch.path)
    #expect(outcome.status == 78)
    #expect(outcome.errors.contains("own.py:3:19: found names(); expected a literal"), "\(outcome.errors)")
  }

  @Test("The scripts of a cluster pass the permission on")
  func scripts() async throws {
    let recording = try await Fixtures.recording()
    let outcome = try await Tool.run(
      ["slurm", "own.json", recording, "--output", "out", "--shards", "1", "--allow-python"], in: scratch.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let script = try String(contentsOfFile: scratch.path + "/out/_meta/slurm/array.sh", encoding: .utf8)
    #expect(script.contains("--shard-index-from-env --allow-python\n") || script.contains(" --allow-python\n"))
  }
}
