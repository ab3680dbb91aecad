import Foundation
import Testing

@Suite(
  "Files that crash HDF5 or hold it up", .enabled(if: CrashingLibrary.path != nil, CrashingLibrary.lack))
struct GuardTests {
  private static let crashed = "the program crashed while working on it (signal 11, segmentation fault)"
  private static let stalled = "no progress for 1 s while working on it, and it was given up"

  @Test("In a batch they fail with the cause, the others are done, and the next run waits for none")
  func batch() async throws {
    let scratch = try await scene()
    let run = "\"$SWINGPIPE\" run minimal.json in -o out --stall-timeout-s 1"
    let first = try await shell(run, in: scratch)
    #expect(first.status == 1, "\(first.errors)")
    #expect(first.errors.contains("error: in/crash.h5: \(Self.crashed)"))
    #expect(first.errors.contains("error: in/stall.h5: \(Self.stalled)"))
    let warning = "warning: no progress for 1 s while working on in/stall.h5; going on with the others"
    #expect(first.errors.contains(warning))
    #expect(first.errorLines.last == "2 of 4 recordings failed; the others are done")
    #expect(scratch.files(below: "out/swings").count == 2)
    #expect(scratch.files(below: "out/merged") == ["swings.parquet"])
    #expect(try scratch.text("out/_meta/run.json").contains(Self.stalled))

    let second = try await shell(run, in: scratch)
    #expect(second.errors.contains("error: in/stall.h5: \(Self.stalled)"))
    #expect(!second.errors.contains("warning: no progress"))
    let again = try await shell("\(run) --retry-failed", in: scratch)
    #expect(again.errors.contains("warning: no progress for 1 s while working on in/stall.h5"))
    // Another file of the name is read.
    let mended = try await shell("LD_PRELOAD=\ntouch in/*.h5\n\(run)", in: scratch)
    #expect(mended.status == 0, "\(mended.errors)")
  }

  @Test("The others are done while files that hold HDF5 up are waited for")
  func beside() async throws {
    let scratch = try await scene()
    for index in 0..<4 { try scratch.copy(scratch("in/stall.h5"), to: "in/0-stall-\(index).h5") }
    let outcome = try await shell(
      """
      "$SWINGPIPE" run minimal.json in -o out --stall-timeout-s 1000 & run=$!
      for turn in $(seq 600); do
        [ -e out/_meta/status/a.json ] && [ -e out/_meta/status/sound.json ] && break
        sleep 0.1
      done
      kill -TERM $run
      wait $run
      """, in: scratch)
    #expect(outcome.status == 130, "\(outcome.errors)")
    #expect(scratch.files(below: "out/swings") == ["a.parquet", "sound.parquet"])
  }

  @Test(
    "One that is only slow is read all the same, with nothing said of it",
    arguments: [
      "run minimal.json in -o out", "check --details in", "check in", "pipelines validate minimal.json in",
      "label list in",
    ])
  func slow(command: String) async throws {
    let scratch = try await scene()
    for name in ["crash", "stall"] { try FileManager.default.removeItem(atPath: scratch("in/\(name).h5")) }
    try Fixtures.rename(try scratch.copy(scratch("in/a.h5"), to: "in/slow.h5"), id: "other")
    let slow = try await shell("\"$SWINGPIPE\" \(command) --stall-timeout-s 8", in: scratch)
    #expect(slow.status == 0, "\(slow.errors)")
    #expect(!slow.errors.contains("moved"))
    if command.hasPrefix("run") {
      #expect(scratch.files(below: "out/swings") == ["a.parquet", "other.parquet", "sound.parquet"])
    } else {
      let usual = try await Tool.shell("\"$SWINGPIPE\" \(command)", in: scratch.path)
      #expect(slow.output == usual.output)
    }
  }

  @Test("A list on standard input gets past them")
  func list() async throws {
    let scratch = try await scene()
    let line = "ls in/*.h5 | \"$SWINGPIPE\" check --files-from - --stall-timeout-s 1"
    let outcome = try await shell(line, in: scratch)
    #expect(
      outcome.outputLines.map { $0.prefix { $0 != ":" } } == [
        "ok       in/a.h5", "failed   in/crash.h5", "ok       in/sound.h5", "failed   in/stall.h5",
      ])
    #expect(outcome.errorLines == ["of 4 recordings 2 failed"])
    #expect(outcome.status == 1)
  }

  /// Command lines with what stands for the file, and the code that they end with.
  private static let lines: [(String, Int)] = [
    ("check --details FILE", 65), ("check FILE", 65), ("plot FILE -o p.svg --overview", 65),
    ("explain FILE --pipeline minimal.json --at +1", 65),
    ("export FILE -o csv", 65), ("degrade FILE -o copies", 65), ("label list FILE", 65),
    ("label add FILE --contact +1", 65), ("import FILE -o recordings", 65), ("pipelines validate minimal.json FILE", 1),
    ("run --dry-run minimal.json FILE --check", 1), ("head FILE", 65), ("score out --labels FILE", 65),
    ("pipelines train baseball.json FILE -o model.json", 1),
    ("pipelines train baseball.json FILE --reference swings.json", 1),
  ]

  @Test("Every command names the file and the cause, and ends with its own code", arguments: lines)
  func commands(line: String, status: Int) async throws {
    let scratch = try await scene()
    if line.hasPrefix("score") {
      _ = try await shell("\"$SWINGPIPE\" run minimal.json in/a.h5 -o out -q", in: scratch)
    }
    for (name, cause) in [("crash", Self.crashed), ("stall", Self.stalled)] {
      let line = line.replacing("FILE", with: "in/\(name).h5")
      let outcome = try await shell("\"$SWINGPIPE\" \(line) --stall-timeout-s 1", in: scratch)
      #expect(outcome.status == status, "\(line): \(outcome.errors)")
      let said = outcome.errors + outcome.output
      #expect(said.contains("in/\(name).h5") && said.contains(cause), "\(line): \(said)")
    }
    #expect(scratch.files().allSatisfy { !$0.hasSuffix(".tmp") })
  }

  @Test("Results that were written before are not written again")
  func repeatedOutput() async throws {
    let scratch = try await scene()
    let outcome = try await shell("\"$SWINGPIPE\" check --details in --stall-timeout-s 1", in: scratch)
    let sound = try await shell("\"$SWINGPIPE\" check --details in/a.h5 in/sound.h5", in: scratch)
    #expect(outcome.output == sound.output)
    #expect(outcome.errorLines.count == 2)
    #expect(outcome.status == 1)
  }

  @Test(
    "A signal ends tool and child, whatever HDF5 does",
    .enabled(if: CrashTests.canFindChildren, "the system does not list a process's children"),
    arguments: ["TERM", "HUP", "KILL"]) func signals(name: String) async throws
  {
    let scratch = try await scene()
    let outcome = try await shell(
      """
      "$SWINGPIPE" run minimal.json in/a.h5 in/stall.h5 -o out --stall-timeout-s 0 2>/dev/null & run=$!
      until child=$(cat /proc/$run/task/$run/children) && [ -n "$child" ]; do sleep 0.01; done
      sleep 0.5
      kill -\(name) $run
      wait $run; echo $?
      sleep 0.2
      # Where nobody asks after it, what is left of it stays.
      grep -v ') Z ' /proc/${child% }/stat
      true
      """, in: scratch)
    #expect(outcome.outputLines == [name == "KILL" ? "137" : "130"])
  }

  @Test(
    "A child that something else kills is told of, and tables are joined all the same",
    .enabled(if: CrashTests.canFindChildren, "the system does not list a process's children"))
  func killedChild() async throws {
    let scratch = try await scene()
    try FileManager.default.removeItem(atPath: scratch("in/crash.h5"))
    let outcome = try await shell(
      """
      "$SWINGPIPE" run minimal.json in -o out --stall-timeout-s 2 & run=$!
      until child=$(cat /proc/$run/task/$run/children) && [ -n "$child" ]; do sleep 0.01; done
      sleep 0.3
      kill -KILL $child
      wait $run
      """, in: scratch)
    #expect(outcome.status == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains("warning: the program was killed while working on "))
    #expect(outcome.errorLines.last == "1 of 3 recordings failed; the others are done")
    #expect(scratch.files(below: "out/merged") == ["swings.parquet"])
    #expect(scratch.files(below: "out/_meta").contains("run.json"))
  }

  @Test(
    "An abort with no file under way, as of a corrupt heap, costs neither joined tables nor the record of the run",
    arguments: ["out/merged/", "out/_meta/schema.json", "out/_meta/status/sound.json"])
  func abort(place: String) async throws {
    let scratch = try await scene()
    for name in ["crash", "stall"] { try FileManager.default.removeItem(atPath: scratch("in/\(name).h5")) }
    let outcome = try await shell(
      "export ABORT_AT=\(place)\n\"$SWINGPIPE\" run minimal.json in -o out --jobs 1", in: scratch)
    #expect(scratch.files().contains("aborted"))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("signal 6, abort"), "\(outcome.errors)")
    #expect(scratch.files(below: "out/merged") == ["swings.parquet"])
    #expect(scratch.files(below: "out/_meta").contains("run.json"))
  }

  @Test(
    "Where too few addresses are left for the program's threads, it says so and waits for none",
    .disabled(
      if: ProcessInfo.processInfo.environment["ASAN_OPTIONS"] != nil, "AddressSanitizer itself takes 20 TB of addresses"
    ))
  func addresses() async throws {
    let outcome = try await Tool.shell(
      """
      for limit in 140000 180000 260000 unlimited; do
        (ulimit -v $limit; "$SWINGPIPE" pipelines validate '\(Project.pipeline("minimal"))' >/dev/null; echo $?)
      done
      """)
    // With fewer still, the system does not even load the program.
    #expect(outcome.outputLines.allSatisfy { ["0", "75", "127"].contains($0) }, "\(outcome.output)")
    #expect(outcome.outputLines.last == "0")
    #expect(outcome.errors.contains("expected ") == outcome.outputLines.contains("75"))
  }

  /// A folder with a pipeline, two sound recordings, and two that ``CrashingLibrary`` takes for damaged.
  private func scene() async throws -> Scratch {
    let scratch = try Scratch()
    let recording = try await Fixtures.recording()
    for name in ["minimal", "baseball"] { try scratch.copy(Project.pipeline(name), to: "\(name).json") }
    for name in ["a", "crash", "sound", "stall"] {
      try Fixtures.rename(try scratch.copy(recording, to: "in/\(name).h5"), id: name)
    }
    return scratch
  }

  private func shell(_ line: String, in scratch: Scratch) async throws -> Tool.Outcome {
    let library = try #require(CrashingLibrary.path)
    return try await Tool.shell("export LD_PRELOAD='\(library)'\n\(line)", in: scratch.path)
  }
}
