import Foundation
import SPRecordings
import SPSwings
import Testing

struct ExportTests {
  private let recording = Project.path("Data/baseball-000001.h5")

  @Test("A folder by the recording's identifier, with every row of every stream, its facts and its labels")
  func folder() async throws {
    let scratch = try Scratch()
    let outcome = try await Tool.run(["export", recording], in: scratch.path)
    #expect(outcome.status == 0 && outcome.output.isEmpty)
    #expect(outcome.errors == "exported to baseball-000001: accelerometer (32077 rows), device_motion (8019 rows)\n")
    #expect(
      scratch.files(below: "baseball-000001") == [
        "accelerometer.csv", "device_motion.csv", "distractors.csv", "ignore.csv", "recording.json", "swings.csv",
      ])
    let source = try Recording(opening: recording)
    let lines = try scratch.text("baseball-000001/accelerometer.csv").split(separator: "\n")
    #expect(lines[0] == "time_s,acceleration_x_g,acceleration_y_g,acceleration_z_g")
    #expect(lines.count == 32_078)
    let times = try source.stream(.accelerometer).timeBase.times(0..<32_077)
    #expect(times == lines.dropFirst().map { Double($0.prefix { $0 != "," }) })
    let z = try source.triaxial("acceleration", of: .accelerometer).z.samples(0..<32_077)
    #expect(z == lines.dropFirst().map { Float($0.split(separator: ",")[3]) })
    // A second time the folder is replaced, here by one stream of two.
    let again = ["export", recording, "--streams", "device_motion", "-o", "baseball-000001"]
    #expect(try await Tool.run(again, in: scratch.path).status == 0)
    #expect(!scratch.files(below: "baseball-000001").contains("accelerometer.csv"))
    let ignored = try scratch.text("baseball-000001/ignore.csv")
    try scratch.write(ignored + "88470\n", to: "baseball-000001/ignore.csv")
    let refused = try await Tool.run(again, in: scratch.path)
    #expect(refused.status == 64)
    #expect(
      refused.errors
        == "error: --output: baseball-000001/ignore.csv: is not as it was exported, and would be replaced; expected another "
        + "folder, or this one moved away: swingpipe import makes a recording of it, with these labels\n")
    #expect(try await Tool.run(["import", "baseball-000001", "-o", "edited"], in: scratch.path).status == 0)
    let edited = try Recording(opening: scratch("edited/baseball-000001.h5")).annotations()
    #expect(edited?.ignored.count == ignored.split(separator: "\n").count)
  }

  @Test("One stream goes to a file or to standard output, the same bytes as in the folder")
  func oneStream() async throws {
    let scratch = try Scratch()
    let one = ["export", recording, "--streams", "device_motion", "--output"]
    #expect(try await Tool.run(one + [scratch("out")]).status == 0)
    let file = try await Tool.run(one + [scratch("a.csv")])
    #expect(file.status == 0 && file.output.isEmpty && file.errors.isEmpty)
    let standard = try await Tool.run(one + ["-"])
    #expect(standard.status == 0 && standard.errors.isEmpty)
    #expect(try scratch.text("a.csv") == standard.output)
    #expect(try scratch.text("out/device_motion.csv") == standard.output)
    #expect(standard.output.hasPrefix("time_s,attitude_w,attitude_x,attitude_y,attitude_z,rotation_rate_x_rad_s,"))
    // An older table is replaced, anything else is not.
    #expect(try await Tool.run(one + [scratch("a.csv")]).status == 0)
    try scratch.write("label,time\n", to: "b.csv")
    let occupied = try await Tool.run(one + [scratch("b.csv")])
    #expect(occupied.status == 64 && occupied.errors.contains("b.csv: holds something other than a table of a stream"))
  }

  @Test("A reader that has seen enough ends it, and a full disk is worth a retry")
  func pipes() async throws {
    let scratch = try Scratch()
    let line = "\"$SWINGPIPE\" export '\(recording)' --streams accelerometer -o -"
    let closed = try await Tool.shell(line + " | head -n 1", in: scratch.path)
    #expect(closed.output == "time_s,acceleration_x_g,acceleration_y_g,acceleration_z_g\n" && closed.errors.isEmpty)
    let full = try await Tool.shell(line + " > /dev/full", in: scratch.path)
    #expect(full.status == 75 && full.errors.contains("cannot write to standard output"), "\(full.errors)")
    #expect(scratch.files().isEmpty)
  }

  @Test("A recording without the stream that is asked for, and an identifier that is no path")
  func absent() async throws {
    let scratch = try Scratch()
    let writer = try RecordingWriter(path: scratch("ride.h5"), attributes: RecordingAttributes(recordingID: "a/b"))
    try writer.addStream("cycling", datasets: ["power"], nominalRateHz: 1)
    try writer.append(to: "cycling", time: [1, 2], ["power": [100, 200]])
    try writer.finish()
    let stream = try await Tool.run(
      ["export", scratch("ride.h5"), "--streams", "heart_rate"], in: scratch.path)
    #expect(stream.status == 1 && stream.errors.hasSuffix("has no stream heart_rate; it has cycling\n"))
    // An identifier is no path.
    #expect(try await Tool.run(["export", scratch("ride.h5")], in: scratch.path).status == 0)
    #expect(scratch.files() == ["a%2Fb/cycling.csv", "a%2Fb/recording.json", "ride.h5"])
  }

  @Test("An export that was stopped leaves no half of a file, and the next one completes it")
  func stopped() async throws {
    let scratch = try Scratch()
    let made = try await Tool.run(
      ["simulate", "swings", "--sport", "tennis", "--duration-s", "600", "-o", "."], in: scratch.path)
    #expect(made.status == 0)
    let outcome = try await Tool.shell(
      """
      "$SWINGPIPE" export tennis-000001.h5 -o a &
      tries=0
      while ! ls -A . a 2>/dev/null | grep -q tmp && [ $tries -lt 500 ]; do sleep 0.02; tries=$((tries + 1)); done
      kill -TERM $!
      wait $!
      """, in: scratch.path)
    #expect(outcome.status == 130)
    #expect(outcome.errors == "interrupted: the export is not complete; run it again\n")
    let left = scratch.files().filter { $0.hasPrefix("a/") }
    #expect(left.first == "a/.swingpipe-export" && !left.contains("a/recording.json"))
    #expect(left.dropFirst().allSatisfy { $0.hasSuffix(".csv") })
    #expect(try await Tool.run(["export", "tennis-000001.h5", "-o", "a"], in: scratch.path).status == 0)
    let files = scratch.files()
    #expect(files.contains("a/recording.json") && !files.contains("a/.swingpipe-export"))
  }

  @Test(
    "What does not go together, or with the recording, is said with what does",
    arguments: [
      (["--streams", "acelerometer"], "unknown stream \"acelerometer\"; did you mean \"accelerometer\"?"),
      (["--streams", "cycling,cycling"], "\"cycling\" is given twice"),
      (["--output", ""], "--output is empty"),
      (["-o", "-"], "has 2 streams (accelerometer, device_motion) and - has room for one"),
      (["-o", "."], "holds \"mine.txt\", which is not part of an exported recording"),
      (["-o", "mine.txt"], "--output: mine.txt: cannot write into the folder: not a directory"),
      (["-o", "/proc/no/where"], "--output: /proc/no: cannot make the folder"),
    ] as [([String], String)])
  func faults(_ item: (arguments: [String], message: String)) async throws {
    let scratch = try Scratch()
    try scratch.write("mine", to: "mine.txt")
    let outcome = try await Tool.run(["export", recording] + item.arguments, in: scratch.path)
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(outcome.errors.contains(item.message), "\(outcome.errors)")
    #expect(scratch.files() == ["mine.txt"])
  }

  @Test("What cannot be read ends with 65")
  func truncated() async throws {
    let scratch = try Scratch()
    try Data(contentsOf: URL(fileURLWithPath: recording)).prefix(30_000).write(
      to: URL(fileURLWithPath: scratch("cut.h5")))
    let cut = try await Tool.run(["export", "cut.h5"], in: scratch.path)
    #expect(cut.status == 65 && cut.errors.contains("truncated"))
    #expect(scratch.files() == ["cut.h5"])
  }
}
