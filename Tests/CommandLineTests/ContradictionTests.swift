import Foundation
import Testing

/// Recordings that contradict their description, on the command line.
struct ContradictionCommandTests {
  /// A recording whose device motion is 0.7 s late.
  private static func scene() async throws -> Scratch {
    let scratch = try Scratch()
    let late = try await Tool.run(
      ["degrade", Project.path("Data/tennis-000001.h5"), "--motion-offset-s", "0.7", "--output", "late"],
      in: scratch.path)
    try #require(late.status == 0)
    return scratch
  }

  @Test("Each command names the fault, a run fails, and the remedies work as they are printed")
  func late() async throws {
    let scratch = try await Self.scene()
    let recording = "late/tennis-000001.h5"
    let cause = "device_motion: its timestamps are 0.7 s late against the accelerometer's"
    for (arguments, status) in [
      (["check", "--details", recording], 0), (["check", recording], 1), (["check", recording, "--for", "tennis"], 1),
      (["run", "--dry-run", "tennis", recording, "--check"], 1),
      (["run", "tennis", recording, "--output", "out", "-q"], 65),
      (["import", recording, "--output", "copy"], 0),
    ] as [([String], Int)] {
      let outcome = try await Tool.run(arguments, in: scratch.path)
      #expect(outcome.status == status, "\(arguments)")
      #expect((outcome.output + outcome.errors).contains(cause), "\(arguments)")
    }
    let failed = try await Tool.run(["run", "tennis", recording, "--output", "out"], in: scratch.path)
    let remedy = try #require(failed.errors.firstMatch(of: /--set (in\.motion_offset_s=[0-9.]+)/))
    let corrected = try await Tool.run(
      ["run", "tennis", recording, "--output", "out", "--set", String(remedy.1)], in: scratch.path)
    #expect(corrected.status == 0 && corrected.errors.contains("5 hits, 3 misses"))

    let checked = try await Tool.run(["check", recording], in: scratch.path)
    let command = try #require(checked.output.firstMatch(of: /swingpipe (import .* --output corrected)/))
    let imported = try await Tool.shell("\"$SWINGPIPE\" \(command.1)", in: scratch.path)
    #expect(imported.status == 0)
    #expect(try await Tool.run(["check", "corrected/tennis-000001.h5"], in: scratch.path).status == 0)
  }

  @Test("A user can insist, and the recording is flagged")
  func insisting() async throws {
    let scratch = try await Self.scene()
    let outcome = try await Tool.run(
      ["run", "tennis", "late", "--output", "out", "--set", "in.contradictions=accept"], in: scratch.path)
    #expect(outcome.status == 0 && outcome.errors.contains("warning: late/tennis-000001.h5"))
    let head = try await Tool.run(["head", "out/recordings", "--columns", "recording_flags"], in: scratch.path)
    #expect(head.output.contains("motion_late"))
  }
}
