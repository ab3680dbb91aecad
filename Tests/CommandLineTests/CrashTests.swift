import Foundation
import Testing

/// A crash of the program.
struct CrashTests {
  /// Whether the children of a process can be found.
  static let canFindChildren = FileManager.default.fileExists(
    atPath: "/proc/\(getpid())/task/\(getpid())/children")

  @Test(
    "It ends the recording at which it happens, and the others go on",
    .enabled(if: canFindChildren, "the system does not list a process's children"))
  func oneRecording() async throws {
    let scratch = try Scratch()
    try scratch.copy(try await Fixtures.recording(), to: "in/short.h5")
    // The largest is worked on first.
    try scratch.copy(try await Fixtures.longRecording(), to: "in/baseball-000009.h5")
    let outcome = try await Tool.shell(
      """
      "$SWINGPIPE" run '\(Project.pipeline("minimal"))' in -o out --jobs 1 & run=$!
      child() { echo $(cat /proc/$run/task/$run/children); }
      until [ -e out/_meta/schema.json ] && ls -l /proc/$(child)/fd | grep -q baseball-000009; do sleep 0.01; done
      kill -SEGV $(child)
      wait $run
      """, in: scratch.path)
    #expect(outcome.status == 1)
    let cause =
      "the program crashed while working on it (signal 11, segmentation fault); the file is probably damaged"
    #expect(outcome.errors.contains("error: in/baseball-000009.h5: \(cause)"))
    #expect(outcome.errorLines.last == "1 of 2 recordings failed; the others are done")
    #expect(scratch.files(below: "out/swings") == ["baseball-000003.parquet"])

    let status = try await Tool.run(["status", "out"], in: scratch.path)
    #expect(status.outputLines.first?.hasSuffix("2 recordings: 1 done, 1 failed, 0 stale, 0 missing") == true)
    #expect(status.output.contains("failed: 1 recording: \(cause)"))
    // What crashed once is tried again by the next run, and by none before it has ended.
    let second = try await Tool.run(["run", Project.pipeline("minimal"), "in", "-o", "out", "-q"], in: scratch.path)
    #expect(second.status == 0)
  }

  @Test("A signal that ends the program ends its child as well, and with the same status")
  func signals() async throws {
    let scratch = try Scratch()
    try scratch.copy(try await Fixtures.longRecording(), to: "in/long.h5")
    let outcome = try await Tool.shell(
      """
      "$SWINGPIPE" run '\(Project.pipeline("minimal"))' in -o out & run=$!
      until [ -e out/_meta/schema.json ]; do sleep 0.01; done
      kill -TERM $run
      wait $run
      """, in: scratch.path)
    #expect(outcome.status == 130)
    #expect(outcome.errors.contains("interrupted: 0 done, 1 not done"))
    #expect(scratch.files(below: "out/swings").isEmpty)
  }

  @Test(
    "Lists that can be read once alone are not lost", .enabled(if: CrashingLibrary.path != nil, CrashingLibrary.lack),
    arguments: [
      "{ read first; \"$SWINGPIPE\" run --dry-run minimal.json --files-from -; } < list",
      "tail -n +2 list | \"$SWINGPIPE\" run --dry-run minimal.json --files-from=-",
      "tail -n +2 list | \"$SWINGPIPE\" run --dry-run minimal.json --files-from /dev/stdin",
      "tail -n +2 list | \"$SWINGPIPE\" run --dry-run minimal.json --files-from=/dev/fd/7 7<&0 < /dev/null",
      "\"$SWINGPIPE\" run --dry-run minimal.json --files-from /dev/fd/7 7< rest",
      "cat minimal.json | \"$SWINGPIPE\" run --dry-run /dev/stdin in",
    ]) func lists(line: String) async throws
  {
    let scratch = try await crashing()
    try scratch.write("not/one.h5\nin/crash.h5\nin/sound.h5\n", to: "list")
    try scratch.write("in/crash.h5\nin/sound.h5\n", to: "rest")
    let outcome = try await shell(line, in: scratch)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.outputLines.count == 4)
    #expect(outcome.output.contains("in/sound.h5\n"))
    let last = "warning: in/crash.h5 will fail: the program crashed while working on it"
    #expect(outcome.errorLines.last?.hasPrefix(last) == true)
  }

  @Test(
    "A plan on standard input is not lost", .enabled(if: CrashingLibrary.path != nil, CrashingLibrary.lack))
  func plan() async throws {
    let scratch = try await crashing()
    let outcome = try await shell(
      """
      LD_PRELOAD= "$SWINGPIPE" run --dry-run minimal.json in --json > plan.jsonl
      cat plan.jsonl | "$SWINGPIPE" run minimal.json --plan=- -o out -q
      """, in: scratch)
    #expect(outcome.status == 1, "\(outcome.errors)")
    #expect(outcome.errorLines.last == "1 of 2 recordings failed; the others are done")
  }

  @Test(
    "What was finished before a crash is not worked on again, even by force",
    .enabled(if: CrashingLibrary.path != nil, CrashingLibrary.lack))
  func force() async throws {
    let scratch = try await crashing()
    // The larger is worked on first, and is done when the other one crashes.
    try FileManager.default.removeItem(atPath: scratch("in/sound.h5"))
    let long = try await Tool.run(["simulate", "swings", "-o", scratch("in"), "--duration-s", "15", "--seed", "9"])
    try #require(long.status == 0, "\(long.errors)")
    let outcome = try await shell(
      """
      LD_PRELOAD= "$SWINGPIPE" run minimal.json in -o out -q
      "$SWINGPIPE" run minimal.json in -o out --overwrite --jobs 1 --json
      """, in: scratch)
    #expect(outcome.status == 1, "\(outcome.errors)")
    let report = try outcome.object()
    #expect(report["done"] as? Int == 1 && report["failed"] as? Int == 1)
    let recordings = try #require(report["recordings"] as? [[String: Any]])
    #expect(recordings.map { $0["reasons"] as? [String] } == [["overwrite"], ["overwrite"]])
    #expect(recordings.contains { ($0["stages"] as? [Any])?.isEmpty == false })
  }

  @Test(
    "A check of headers gets past it", .enabled(if: CrashingLibrary.path != nil, CrashingLibrary.lack),
    arguments: ["run --dry-run minimal.json in --check", "pipelines validate minimal.json in"])
  func headers(command: String) async throws {
    let outcome = try await shell("\"$SWINGPIPE\" \(command)", in: try await crashing())
    #expect(outcome.status == 1, "\(outcome.errors)")
    #expect(
      outcome.errors.contains(
        "minimal.json: error: recording \"in/crash.h5\": the program crashed while working on it (signal 11, "))
    #expect(!outcome.errors.contains("recording \"in/sound.h5\""))
    #expect(outcome.output.contains("1 of 2 recordings suit") || outcome.output.contains(/baseball-\d+ +all/))
  }

  @Test(
    "How a run ends is known where the caller ignores the ends of its children",
    .enabled(if: FileManager.default.fileExists(atPath: "/bin/bash"), "no other shell can hand that down"))
  func ignoredChildren() async throws {
    let scratch = try Scratch()
    let outcome = try await Tool.shell(
      """
      export SWINGPIPE
      exec /bin/bash -c 'trap "" CHLD; exec "$SWINGPIPE" pipelines validate missing.json'
      """, in: scratch.path)
    #expect(outcome.status == 78, "\(outcome.errors)")
  }

  @Test(
    "A signal before the work has begun ends the program like Ctrl-C, and none that is to be ignored does",
    .enabled(if: CrashingLibrary.path != nil, CrashingLibrary.lack))
  func earlySignals() async throws {
    let scratch = try await crashing()
    try scratch.copy(scratch("in/sound.h5"), to: "slow/wait.h5")
    // The library makes the file "begun" when it comes to that recording, and goes on when it is gone.
    let outcome = try await shell(
      """
      trap '' HUP
      "$SWINGPIPE" run minimal.json slow -o out & run=$!
      until [ -e begun ]; do sleep 0.01; done
      kill -HUP $run
      kill -HUP $(cat /proc/$run/task/$run/children)
      rm begun
      wait $run; echo $?
      "$SWINGPIPE" run minimal.json slow -o out2 & run=$!
      until [ -e begun ]; do sleep 0.01; done
      kill -TERM $run
      wait $run
      """, in: scratch)
    #expect(outcome.outputLines == ["0"], "\(outcome.errors)")
    #expect(outcome.status == 130)
    #expect(outcome.errorLines.last == "interrupted")
    #expect(scratch.files(below: "out2").isEmpty)
  }

  @Test(
    "An import goes on behind a source that is no HDF5 file and crashes it",
    .enabled(if: CrashingLibrary.path != nil, CrashingLibrary.lack))
  func importing() async throws {
    let scratch = try Scratch()
    let track = """
      <gpx><trk><trkseg><trkpt lat="50.5" lon="7.25"><time>2021-05-01T10:00:00Z</time></trkpt>
      <trkpt lat="50.5" lon="7.25"><time>2021-05-01T10:00:01Z</time></trkpt></trkseg></trk></gpx>
      """
    for name in ["a", "crash", "z"] {
      try scratch.write((name == "crash" ? "<!-- crash -->" : "") + track, to: "in/\(name).gpx")
    }
    let outcome = try await shell("\"$SWINGPIPE\" import in -o out --jobs 1", in: scratch)
    #expect(outcome.status == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains("error: in/crash.gpx: the program crashed while working on it"))
    #expect(outcome.errorLines.last == "1 of 3 sources failed; the others are done")
    #expect(scratch.files(below: "out").filter { $0.hasSuffix(".h5") } == ["a.h5", "z.h5"])
  }

  /// A folder with a pipeline, a sound recording and one at which the program crashes with ``CrashingLibrary``.
  private func crashing() async throws -> Scratch {
    let scratch = try Scratch()
    let recording = try await Fixtures.recording()
    try scratch.copy(recording, to: "in/sound.h5")
    try Fixtures.rename(try scratch.copy(recording, to: "in/crash.h5"), id: "crash")
    try scratch.copy(Project.pipeline("minimal"), to: "minimal.json")
    return scratch
  }

  private func shell(_ line: String, in scratch: Scratch) async throws -> Tool.Outcome {
    let library = try #require(CrashingLibrary.path)
    return try await Tool.shell("export LD_PRELOAD='\(library)'\n\(line)", in: scratch.path)
  }
}
