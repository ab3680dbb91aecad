import Foundation
import Recordings
import Swings
import Testing

@Suite("swingpipe export")
struct ExportTests {
  private let recording = Project.path("Data/baseball-000001.h5")

  @Test("A folder by the recording's identifier, with every row of every stream, its facts and its labels")
  func folder() async throws {
    let scratch = try Scratch()
    let outcome = try await Tool.run(["export", recording, "--csv"], in: scratch.path)
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
    let again = ["export", recording, "--csv", "--streams", "device_motion", "-o", "baseball-000001"]
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
    let one = ["export", recording, "--csv", "--streams", "device_motion", "--output"]
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
    let line = "\"$SWINGPIPE\" export '\(recording)' --csv --streams accelerometer -o -"
    let closed = try await Tool.shell(line + " | head -n 1", in: scratch.path)
    #expect(closed.output == "time_s,acceleration_x_g,acceleration_y_g,acceleration_z_g\n" && closed.errors.isEmpty)
    for command in [line, line.replacing("--csv --streams accelerometer", with: "--wav")] {
      let full = try await Tool.shell(command + " > /dev/full", in: scratch.path)
      #expect(full.status == 75 && full.errors.contains("cannot write to standard output"), "\(full.errors)")
    }
    #expect(scratch.files().isEmpty)
  }

  @Test("Sound with its labels beside it; the scale is said, and stands in the file")
  func sound() async throws {
    let scratch = try Scratch()
    let outcome = try await Tool.run(["export", recording, "--wav"], in: scratch.path)
    #expect(outcome.status == 0 && outcome.output.isEmpty)
    // The largest value by h5py: 34.6357 g.
    #expect(
      outcome.errors == "exported to baseball-000001.wav: 39.999 s, 3 channels, 8000 Hz; full scale is 64 g, "
        + "the power of two at or above the largest value, 34.64 g; labels in baseball-000001.txt\n")
    #expect(scratch.files() == ["baseball-000001.txt", "baseball-000001.wav"])
    // Over the files that are there.
    #expect(try await Tool.run(["export", recording, "--wav"], in: scratch.path).errors == outcome.errors)
    let track = try scratch.text("baseball-000001.txt").split(separator: "\n").map { $0.split(separator: "\t") }
    let annotations = try #require(try Recording(opening: recording).annotations())
    #expect(track.count == annotations.labels.count)
    let (labels, swings) = (track.filter { ["hit", "miss"].contains($0[2]) }, annotations.swings)
    #expect(labels.count == swings.count && labels.map { $0[2] == "hit" } == swings.map(\.isHit))
    // The recording's first stamp is 68585.248218 s.
    #expect(zip(labels, swings).allSatisfy { abs((Double($0[1]) ?? 0) - ($1.contactTime - 68_585.248218)) < 1e-6 })
    let bytes = try scratch.bytes("baseball-000001.wav")
    #expect(bytes.starts(with: "RIFF".utf8) && bytes.firstRange(of: Data("full scale is 64 g".utf8)) != nil)
    // The same through a pipe, where there is no place for labels.
    let piped = try await Tool.shell(
      "\"$SWINGPIPE\" export '\(recording)' --wav -o - | cmp - baseball-000001.wav", in: scratch.path)
    #expect(piped.status == 0, "\(piped.output)")
    let one = try await Tool.run(
      [
        "export", recording, "--wav", "--axis", "magnitude", "--high-pass-hz", "30", "--full-scale-g", "8", "-o",
        "m.wav",
      ],
      in: scratch.path)
    #expect(
      one.status == 0 && one.errorLines.first?.contains("1 channel, 8000 Hz; full scale is 8 g, as asked for") == true)
    #expect(
      one.errorLines.last?.hasSuffix("lies beyond full scale and is clipped; a larger --full-scale-g keeps it") == true)
  }

  @Test(
    "Python reads the sound, with the largest sample where the largest acceleration is",
    .enabled(if: Installed.has("python3"), "python3 is not installed"))
  func python() async throws {
    let scratch = try Scratch()
    let program = """
      import struct, wave
      sound = wave.open("a.wav")
      values = struct.unpack("<%dh" % sound.getnframes(), sound.readframes(sound.getnframes()))
      largest = max(range(len(values)), key=lambda index: abs(values[index]))
      print(sound.getnchannels(), sound.getframerate(), sound.getsampwidth(), largest)
      """
    try scratch.write(program, to: "read.py")
    let outcome = try await Tool.shell(
      "\"$SWINGPIPE\" export '\(recording)' --wav --axis z -o a.wav 2>/dev/null && python3 read.py", in: scratch.path)
    let z = try Recording(opening: recording).triaxial("acceleration", of: .accelerometer).z
    let samples = try z.samples(0..<z.count)
    let place = samples.indices.max { abs(samples[$0]) < abs(samples[$1]) } ?? 0
    let moment = try z.timeBase.time(at: place) - z.timeBase.time(at: 0)
    let figures = outcome.output.split(separator: " ").compactMap { Int($0.trimmingCharacters(in: .newlines)) }
    try #require(figures.count == 4, "\(outcome.output) \(outcome.errors)")
    #expect(Array(figures.prefix(3)) == [1, 8000, 2])
    // Between two samples of the recording, 1.25 ms or 10 of the sound apart, it may swing higher than at either.
    #expect(abs(Double(figures[3]) - moment * 8000) < 10)
  }

  @Test("A recording without the stream that is asked for, and one that would not fit a WAV file")
  func absent() async throws {
    let scratch = try Scratch()
    let writer = try RecordingWriter(path: scratch("ride.h5"), attributes: RecordingAttributes(recordingID: "a/b"))
    try writer.addStream("cycling", datasets: ["power"], nominalRateHz: 1)
    try writer.append(to: "cycling", time: [1, 2], ["power": [100, 200]])
    try writer.finish()
    let sound = try await Tool.run(["export", scratch("ride.h5"), "--wav"], in: scratch.path)
    #expect(sound.status == 1)
    #expect(
      sound.errors.hasSuffix("ride.h5: has no samples in the stream accelerometer to make sound of; it has cycling\n"))
    let stream = try await Tool.run(
      ["export", scratch("ride.h5"), "--csv", "--streams", "heart_rate"], in: scratch.path)
    #expect(stream.status == 1 && stream.errors.hasSuffix("has no stream heart_rate; it has cycling\n"))
    // An identifier is no path.
    #expect(try await Tool.run(["export", scratch("ride.h5"), "--csv"], in: scratch.path).status == 0)
    #expect(scratch.files() == ["a%2Fb/cycling.csv", "a%2Fb/recording.json", "ride.h5"])
    // Two samples 40 h apart: 40 h of mostly silence.
    let long = try RecordingWriter(path: scratch("long.h5"), attributes: RecordingAttributes(recordingID: "long"))
    try long.addStream(.accelerometer, datasets: ["acceleration"], nominalRateHz: nil)
    try long.append(to: .accelerometer, time: [0, 0.01, 144_000], ["acceleration": [0, 0, 1, 0, 0, 1, 0, 0, 1]])
    try long.finish()
    let refused = try await Tool.run(["export", scratch("long.h5"), "--wav"], in: scratch.path)
    #expect(refused.status == 64)
    #expect(
      refused.errors.hasSuffix(
        "40 h of sound would take 6.91 GB, and a WAV file ends at 4.29 GB; expected one --axis, or a lower --sample-rate-hz\n"
      ))
    #expect(scratch.files().allSatisfy { !$0.hasSuffix(".wav") })
  }

  @Test("Nothing is left of an export that was stopped")
  func stopped() async throws {
    let scratch = try Scratch()
    let outcome = try await Tool.shell(
      """
      "$SWINGPIPE" export '\(recording)' --wav --sample-rate-hz 192000 -o a.wav &
      tries=0
      while ! ls -A | grep -q tmp && [ $tries -lt 500 ]; do sleep 0.02; tries=$((tries + 1)); done
      kill -TERM $!
      wait $!
      """, in: scratch.path)
    #expect(outcome.status == 130)
    #expect(outcome.errors == "interrupted: the export is not complete; run it again\n")
    #expect(scratch.files().isEmpty)
  }

  @Test(
    "What does not go together, or with the recording, is said with what does",
    arguments: [
      ([], "expected --csv or --wav"), (["--csv", "--wav"], "--csv and --wav are two kinds of file; expected one"),
      (["--csv", "--axis", "x"], "--axis goes with --wav"),
      (["--wav", "--streams", "accelerometer"], "--streams goes with --csv"),
      (["--csv", "--streams", "acelerometer"], "unknown stream \"acelerometer\"; did you mean \"accelerometer\"?"),
      (["--csv", "--streams", "cycling,cycling"], "\"cycling\" is given twice"),
      (["--csv", "--output", ""], "--output is empty"),
      (["--wav", "-o", "a.mp3"], "expected a file that ends in .wav"),
      (["--csv", "-o", "-"], "has 2 streams (accelerometer, device_motion) and - has room for one"),
      (["--wav", "--sample-rate-hz", "999"], "--sample-rate-hz is 999; expected 1000 to 192000 Hz"),
      (["--wav", "--full-scale-g", "0"], "--full-scale-g is 0.0; expected more than 0"),
      (["--wav", "--high-pass-hz", "-3"], "--high-pass-hz is -3.0; expected more than 0"),
      (["--wav", "--high-pass-hz", "500"], "--high-pass-hz: "),
      (["--csv", "-o", "."], "holds \"mine.txt\", which is not part of an exported recording"),
      (["--csv", "-o", "mine.txt"], "--output: mine.txt: cannot write into the folder: not a directory"),
      (["--csv", "-o", "/proc/no/where"], "--output: /proc/no: cannot make the folder"),
      (["--wav", "-o", "/proc/no/a.wav"], "--output: /proc/no: cannot make the folder"),
    ] as [([String], String)])
  func faults(_ item: (arguments: [String], message: String)) async throws {
    let scratch = try Scratch()
    try scratch.write("mine", to: "mine.txt")
    let outcome = try await Tool.run(["export", recording] + item.arguments, in: scratch.path)
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(outcome.errors.contains(item.message), "\(outcome.errors)")
    #expect(scratch.files() == ["mine.txt"])
  }

  @Test("Sound and the same labels are made anew, and nothing else is replaced; what cannot be read ends with 65")
  func occupied() async throws {
    let scratch = try Scratch()
    let export = ["export", recording, "--wav", "-o", "a.wav"]
    try scratch.write("notes of mine", to: "a.txt")
    let labels = try await Tool.run(export, in: scratch.path)
    #expect(labels.status == 64 && labels.errors.contains("a.txt: holds something other than a label track"))
    // Labels that somebody made by hand.
    try scratch.write("0.5\t0.75\thit\n", to: "a.txt")
    let others = try await Tool.run(export, in: scratch.path)
    #expect(others.status == 64 && others.errors.contains("a.txt: holds other labels than the recording"))
    #expect(try scratch.text("a.txt") == "0.5\t0.75\thit\n")
    try FileManager.default.removeItem(atPath: scratch("a.txt"))
    for _ in 0..<2 { #expect(try await Tool.run(export, in: scratch.path).status == 0) }
    try scratch.write("RIFF is no sound", to: "a.wav")
    let sound = try await Tool.run(export, in: scratch.path)
    #expect(sound.status == 64 && sound.errors.contains("a.wav: holds something other than a WAV file"))
    try Data(contentsOf: URL(fileURLWithPath: recording)).prefix(30_000).write(
      to: URL(fileURLWithPath: scratch("cut.h5")))
    let cut = try await Tool.run(["export", "cut.h5", "--csv"], in: scratch.path)
    #expect(cut.status == 65 && cut.errors.contains("truncated"))
    #expect(scratch.files() == ["a.txt", "a.wav", "cut.h5"])
  }
}
