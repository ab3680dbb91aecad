import Foundation
import Testing

/// Paths that are no files.
struct OddPathTests {
  @Test(
    "A URL is refused with what to use, and no folder of its name is made",
    arguments: [
      ["run", "tennis", "a.h5", "-o", "s3://bucket/x"], ["run", "tennis", "a.h5", "--output=gs://bucket"],
      ["run", "tennis", "http://host/a.h5", "-o", "out"],
      ["run", "--dry-run", "tennis", "--plan", "https://host/list.jsonl"],
      ["import", "a.csv", "-o", "az://x"], ["simulate", "swings", "-o", "s3:/x"], ["degrade", "a.h5", "-o", "ftp://x"],
      ["export", "a.h5", "-o", "s3://x"], ["plot", "a.h5", "-o", "s3://x.svg"],
      ["report", "out", "-o", "s3://x"],
      ["slurm", "tennis", "a.h5", "-o", "s3://x"], ["check", "--details", "s3://bucket/a.h5"],
    ])
  func addresses(line: [String]) async throws {
    let scratch = try Scratch()
    let outcome = try await Tool.run(line, in: scratch.path)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("is a URL; expected a local path: mount the storage"), "\(outcome.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).isEmpty)
  }

  @Test("Of a file's URL the path is named, and a folder that is called like one can be reached")
  func files() async throws {
    let scratch = try Scratch()
    try await scratch.copy(Fixtures.recording(), to: "s3:/a.h5")
    let refused = try await Tool.run(["check", "--details", "file://" + scratch("s3:/a.h5")])
    #expect(refused.errors.hasSuffix("is a URL; expected the path alone: \(scratch("s3:/a.h5"))\n"))
    #expect(try await Tool.run(["check", "--details", "./s3:/a.h5"], in: scratch.path).status == 0)
  }

  @Test(
    "A named pipe is refused at once, and waits for no writer",
    arguments: [
      (["run", "f", "a.h5", "-o", "out"], 78), (["pipelines", "validate", "f"], 78),
      (["run", "tennis", "--plan", "f", "-o", "out"], 64), (["run", "tennis", "--files-from", "f", "-o", "out"], 64),
      (["label", "add", "a.h5", "--from", "f"], 64), (["import", "a.h5", "--mapping", "f", "-o", "out"], 64),
      (["run", "tennis", "a.h5", "--set", "label.model=f", "-o", "out"], 78), (["workout-plan", "show", "f"], 64),
      (["run", "tennis", "--plan", "/dev/zero", "-o", "out"], 64),
    ] as [([String], Int)])
  func pipes(line: [String], status: Int) async throws {
    let scratch = try Scratch()
    try await scratch.copy(Fixtures.recording(), to: "a.h5")
    #expect(mkfifo(scratch("f"), 0o600) == 0)
    let outcome = try await Tool.run(line, in: scratch.path, timeoutS: 20)
    #expect(outcome.status == status)
    #expect(
      outcome.errors.contains("it is a named pipe; expected a file") || line.contains("/dev/zero"), "\(outcome.errors)")
  }

  @Test("What a shell makes of <(command) is read", .enabled(if: Installed.has("bash"), "there is no bash"))
  func substitution() async throws {
    let scratch = try Scratch()
    try await scratch.copy(Fixtures.recording(), to: "a.h5")
    let line = """
      exec bash -c '"$0" run <("$0" pipelines show impacts) --plan <("$0" run --dry-run impacts a.h5 --json) -o out' "$SWINGPIPE"
      """
    #expect(try await Tool.shell(line, in: scratch.path).status == 0)
  }

  @Test("Too few open files are a message and not a signal", arguments: [6, 12, 24])
  func openFiles(limit: Int) async throws {
    for command in ["pipelines", "check --details a.h5"] {
      let outcome = try await Tool.shell("ulimit -n \(limit) && exec \"$SWINGPIPE\" \(command)")
      #expect(outcome.status == 75)
      #expect(outcome.errors.hasPrefix("error: ulimit -n is \(limit), which leaves too few open files"))
    }
  }
}
