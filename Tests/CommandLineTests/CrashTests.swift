import Foundation
import Testing

@Suite("A crash of the program")
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
    // The largest is worked on first, for long enough to be under way when the signal comes.
    let long = try await Tool.run(["simulate", "-o", scratch("in"), "--duration-s", "120", "--seed", "9"])
    try #require(long.status == 0, "\(long.errors)")
    let outcome = try await Tool.shell(
      """
      "$SWINGPIPE" run '\(Project.pipeline("minimal"))' in -o out --jobs 1 & run=$!
      until [ -e out/_meta/schema.json ]; do sleep 0.01; done
      sleep 0.2
      kill -SEGV $(cat /proc/$run/task/$run/children)
      wait $run
      """, in: scratch.path)
    #expect(outcome.status == 1)
    let cause =
      "the program crashed while it worked on it (signal 11, segmentation fault); the file is probably damaged"
    #expect(outcome.errors.contains("error: in/baseball-000009.h5: \(cause)"))
    #expect(outcome.errorLines.last == "1 of 2 recordings failed; the others are done")
    #expect(scratch.files(below: "out/swings") == ["baseball-000003.csv"])

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
    let long = try await Tool.run(["simulate", "-o", scratch("in"), "--duration-s", "120", "--seed", "9"])
    try #require(long.status == 0, "\(long.errors)")
    let outcome = try await Tool.shell(
      """
      "$SWINGPIPE" run '\(Project.pipeline("minimal"))' in -o out & run=$!
      until [ -e out/_meta/schema.json ]; do sleep 0.01; done
      kill -TERM $run
      wait $run
      """, in: scratch.path)
    #expect(outcome.status == 130)
    #expect(outcome.errors.contains("interrupted: 0 done, 1 not"))
    #expect(scratch.files(below: "out/swings").isEmpty)
  }
}
