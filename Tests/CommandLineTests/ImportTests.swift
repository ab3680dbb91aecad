import Foundation
import SPHDF5
import SPImporting
import Testing

struct ImportTests {
  /// A table of a second at 100 Hz as an export has it.
  private static let table =
    "time_s,acceleration_x_g,acceleration_y_g,acceleration_z_g\n"
    + (0..<100).map { "\(Double($0) / 100),\(sin(Float($0))),0.5,-1\n" }.joined()

  @Test("Files to join that are not there are named")
  func nothingToJoin() async throws {
    let scratch = try Scratch()
    let outcome = try await Tool.run(["import", "a.csv", "b.csv", "--join", "monday", "-o", "r"], in: scratch.path)
    #expect(outcome.status == 64)
    #expect(outcome.errorLines.count == 2 && outcome.errorLines.allSatisfy { $0.contains("no such file or directory") })
  }

  @Test(
    "Each file becomes a recording; one that cannot be read fails alone, with its line; a second import does what is left"
  )
  func folder() async throws {
    let scratch = try Scratch()
    try scratch.write(Self.table, to: "in/walk/accelerometer.csv")
    try scratch.write(Self.table, to: "in/run.csv")
    try scratch.write(Self.table.replacing("0.99,", with: "0.99;"), to: "in/cut.csv")
    try scratch.write("", to: "in/none.csv")
    let first = try await Tool.run(["import", "in", "--output", "out"], in: scratch.path)
    #expect(first.status == 1)
    #expect(first.output.isEmpty)
    #expect(first.errors.contains("error: in/cut.csv:101: the field \"time_s\" is \"0.99;"))
    #expect(first.errors.contains("error: in/none.csv:1: is empty; expected a header or numbers"))
    #expect(first.errorLines.last == "2 of 4 sources failed; the others are done")
    #expect(scratch.files(below: "out") == ["accelerometer.h5", "run.h5"])
    let before = try scratch.bytes("out/run.h5")
    try scratch.write(Self.table, to: "in/cut.csv")
    try scratch.write(Self.table, to: "in/none.csv")
    let second = try await Tool.run(["import", "in", "--output", "out", "--json"], in: scratch.path)
    #expect(second.status == 0)
    let reports = try #require(try JSONSerialization.jsonObject(with: Data(second.output.utf8)) as? [[String: Any]])
    #expect(
      reports.map { "\($0["recording_id"] ?? "") \($0["status"] ?? "")" } == [
        "cut done", "none done", "run up_to_date", "accelerometer up_to_date",
      ])
    #expect(try scratch.bytes("out/run.h5") == before)
  }

  @Test("A start time is for one source")
  func startTime() async throws {
    let scratch = try Scratch()
    for name in ["a", "b"] { try scratch.write(Self.table, to: "in/\(name).csv") }
    let dated = ["import", "in", "-o", "out", "--start-time", "2026-11-21T09:30:00Z"]
    let refused = try await Tool.run(dated, in: scratch.path)
    #expect(
      refused.status == 64 && refused.errors.contains("--start-time dates one recording, but these are 2 sources"))
    #expect(scratch.files(below: "out") == [])
    #expect(try await Tool.run(["import", "in/a.csv"] + dated[2...], in: scratch.path).status == 0)
  }

  @Test("An export of Apple Health is a recording for each workout, told of as one source")
  func appleHealth() async throws {
    let start = "startDate=\"2024-05-01 10:00:00 +0200\""
    let export = """
      <?xml version="1.0"?><!DOCTYPE HealthData [ <!ELEMENT HealthData ANY> ]>
      <HealthData><Record type="HKQuantityTypeIdentifierStepCount" unit="count" value="1" \(start)/>
      <Record type="HKQuantityTypeIdentifierHeartRate" unit="count/min" value="120" \(start)/>
      <Workout workoutActivityType="HKWorkoutActivityTypeCycling" \(start) endDate="2024-05-01 10:10:00 +0200"/>
      </HealthData>
      """
    let scratch = try Scratch()
    try scratch.write(export, to: "apple_health_export/export.xml")
    let command = ["import", "apple_health_export", "--output", "out"]
    let first = try await Tool.run(command, in: scratch.path)
    #expect(first.status == 0, "\(first.errors)")
    #expect(scratch.files(below: "out") == ["export-20240501T080000Z.h5"])
    #expect(first.errors.contains("left out: 1 records of types without a stream: StepCount 1\n"))
    let second = try await Tool.run(command, in: scratch.path)
    #expect(second.status == 0)
    #expect(second.errors.contains("apple_health_export/export.xml: imported already, as out"))
    try scratch.write(String(export.dropLast(13)), to: "apple_health_export/export.xml")
    let cut = try await Tool.run(command, in: scratch.path)
    #expect(cut.status == 65)
    #expect(cut.errors.contains("error: apple_health_export/export.xml:5:1: ends within an element: it is cut off"))
  }

  @Test("Short gaps are filled where that is asked for, and one of 1,000 rows and more is told of as left alone")
  func gaps() async throws {
    let scratch = try Scratch()
    let times = [0..<100, 105..<200, 2200..<2300].joined()
    let rows = times.map { "\(Double($0) / 100),\(sin(Float($0))),0.5,-1\n" }.joined()
    try scratch.write(Self.table.prefix { $0 != "\n" } + "\n" + rows, to: "in.csv")
    let outcome = try await Tool.run(
      ["import", "in.csv", "--output", "out", "--fill-gaps-under", "60s"], in: scratch.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("5 rows interpolated in 1 gap, after 0.99 s"), "\(outcome.errors)")
    #expect(outcome.errors.contains("1 gap of 1000 rows or more not filled, after 1.99 s"), "\(outcome.errors)")
  }

  @Test("A damaged ride is an error with the byte; --keep-going reads it, and the recording says so")
  func damagedRide() async throws {
    var writer = FITWriter()
    for second in 0..<3 {
      try writer.write("record", ["timestamp": .number(1_000_000_000 + Double(second)), "power": 200])
    }
    var bytes = writer.finish()
    bytes[bytes.count - 1] ^= 0xFF
    let scratch = try Scratch()
    try Data(bytes).write(to: URL(fileURLWithPath: scratch("ride.fit")))
    let refused = try await Tool.run(["import", "ride.fit", "--output", "out"], in: scratch.path)
    #expect(refused.status == 65)
    #expect(
      refused.errors.contains(
        "error: ride.fit: byte \(bytes.count - 2): the checksum of the file that begins at byte 0 is "))
    let read = try await Tool.run(
      ["import", "ride.fit", "--output", "out", "--keep-going", "--session", "monday", "--device", "bike"],
      in: scratch.path)
    #expect(read.status == 0, "\(read.errors)")
    let attributes = try File(opening: scratch("out/ride.h5")).attributes
    #expect(try attributes.string("session_id") == "monday" && attributes.string("device") == "bike")
    #expect(try attributes.string("history").contains("read up to a fault: byte \(bytes.count - 2)"))
  }

  @Test("What an export writes is imported to the last bit, with facts, labels and codes")
  func roundTrip() async throws {
    let scratch = try Scratch()
    try await scratch.copy(Fixtures.recording(), to: "a.h5")
    #expect(try await Tool.run(["export", "a.h5"], in: scratch.path).status == 0)
    let imported = try await Tool.run(["import", "baseball-000003", "--output", "back"], in: scratch.path)
    #expect(imported.status == 0, "\(imported.errors)")
    let original = try File(opening: scratch("a.h5"))
    let back = try File(opening: scratch("back/baseball-000003.h5"))
    for name in ["sport", "wrist", "subject_id"] {
      #expect(try back.group.attributes.string(name) == original.group.attributes.string(name))
    }
    for stream in [
      "accelerometer", "device_motion", "annotations/swings", "annotations/ignore", "annotations/distractors",
    ] {
      for dataset in try original.openGroup(stream).children().map(\.name) {
        let path = "\(stream)/\(dataset)"
        let values = try original.openDataset(path).read(as: Double.self)
        guard !values.isEmpty else { continue }
        #expect(try back.openDataset(path).read(as: Double.self) == values, "\(path)")
      }
    }
    // And once more, which is the same text.
    #expect(
      try await Tool.run(["export", "back/baseball-000003.h5", "-o", "again"], in: scratch.path).status == 0)
    for name in ["accelerometer.csv", "device_motion.csv", "swings.csv"] {
      #expect(try scratch.bytes("again/\(name)") == scratch.bytes("baseball-000003/\(name)"), "\(name)")
    }
  }

  @Test("Faults are told, and repaired only where that is asked for; what was done is in the history")
  func repairs() async throws {
    let scratch = try Scratch()
    let lines = Self.table.split(separator: "\n")
    try scratch.write((lines[...50] + [lines[50]] + lines[51...]).joined(separator: "\n"), to: "accelerometer.csv")
    let plain = try await Tool.run(["import", "accelerometer.csv", "-o", "plain"], in: scratch.path)
    #expect(plain.status == 0)
    #expect(plain.errors.contains("accelerometer: 1 duplicate timestamp"))
    let arguments = ["import", "accelerometer.csv", "-o", "mended", "--drop-duplicates", "--subject", "p7"]
    let mended = try await Tool.run(arguments, in: scratch.path)
    #expect(mended.status == 0)
    #expect(!mended.errors.contains("duplicate timestamp"))
    let info = try await Tool.run(["check", "--details", "mended/accelerometer.h5"], in: scratch.path)
    #expect(info.output.contains("history: import by swingpipe"))
    #expect(info.output.contains("--drop-duplicates --subject p7; accelerometer: 1 row"))
    let anew = try await Tool.run(["import", "accelerometer.csv", "-o", "mended", "--sort"], in: scratch.path)
    #expect(anew.status == 65)
    #expect(
      anew.errors.contains("was imported with the options \"--drop-duplicates --subject p7\"; expected --overwrite"))
  }

  @Test("Labels come along, of one file or of a folder with one for each recording")
  func labels() async throws {
    let scratch = try Scratch()
    try scratch.write(Self.table, to: "in/accelerometer.csv")
    try scratch.write("0.2\t0.5\thit\n0.7\t0.7\tmiss\n", to: "labels/accelerometer.txt")
    for (path, output) in [("labels/accelerometer.txt", "one"), ("labels", "two")] {
      let outcome = try await Tool.run(["import", "in", "-o", output, "--labels", path], in: scratch.path)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let listed = try await Tool.run(["check", "--details", "\(output)/accelerometer.h5"], in: scratch.path)
      #expect(listed.output.contains("labels: 1 hit, 1 miss, 0 moments to ignore, 0 distractors"))
    }
    let wrong = try await Tool.run(
      ["import", "in", "-o", "three", "--labels", "labels", "--labels-clock", "unix"], in: scratch.path)
    #expect(wrong.status == 65)
    #expect(wrong.errors.contains("error: labels/accelerometer.txt:1: the times count from 1970"))
    #expect(scratch.files(below: "three").isEmpty)
    let missing = try await Tool.run(["import", "in", "-o", "four", "--labels", "other"], in: scratch.path)
    #expect(missing.status == 64)
  }

  @Test("A mapping file is checked whole, each fault with its place")
  func mapping() async throws {
    let scratch = try Scratch()
    try scratch.write("t,p\n2020-01-01 00:00:00,100\n2020-01-01 00:00:01,110\n", to: "ride.csv")
    try scratch.write(
      """
      { "text": { "streams": { "cycling": {
        "time": { "field": "t", "format": "iso8601" },
        "datasets": { "power": { "fields": ["p"], "unit": "W" } } } } } }
      """, to: "good.json")
    let good = try await Tool.run(["import", "ride.csv", "--mapping", "good.json", "-o", "out"], in: scratch.path)
    #expect(good.status == 0, "\(good.errors)")
    try scratch.write(
      """
      { "text": { "streams": { "cycling": {
        "time": { "feild": "t", "format": "iso" },
        "datasets": { "power": { "fields": ["p"], "unit": "g" } } } } } }
      """, to: "bad.json")
    let bad = try await Tool.run(["import", "ride.csv", "--mapping", "bad.json", "-o", "other"], in: scratch.path)
    #expect(bad.status == 64)
    #expect(
      bad.errors.contains("bad.json:2:13: error: unknown option \"text.streams.cycling.time.feild\"; did you mean"))
    #expect(bad.errors.contains("bad.json:2:37: error: option \"text.streams.cycling.time.format\": expected one of"))
    try scratch.write(#"{"version": 1, "stages": [{"type": "readers.hdf5"}]}"#, to: "pipeline.json")
    let pipeline = try await Tool.run(
      ["import", "ride.csv", "--mapping", "pipeline.json", "-o", "other"], in: scratch.path)
    #expect(
      pipeline.status == 64 && pipeline.errors.hasPrefix("pipeline.json:1:16: error: this is a pipeline; expected"),
      "\(pipeline.errors)")
    #expect(scratch.files(below: "other").isEmpty)
  }

  @Test(
    "Words that cannot be understood, and sources that are not there",
    arguments: [
      (["in.csv"], "error: missing expected argument '--output <output>'"),
      (
        ["in.csv", "-o", "out", "--format", "sensorlog"],
        "error: the value 'sensorlog' is invalid for '--format <format>'"
      ),
      (
        ["in.csv", "-o", "out", "--fill-gaps-under", "50"],
        "error: the value '50' is invalid for '--fill-gaps-under <duration>': expected a time above 0 with its unit"
      ),
      (
        ["in.csv", "-o", "out", "--format", "mapped"],
        "error: --format mapped is given without --mapping; expected both"
      ),
      (["in.csv", "-o", "out"], "error: in.csv: cannot read the source: no such file or directory"),
      (["in.csv", "-o", "out", "--sorted"], "error: unknown option \"--sorted\"; did you mean \"--sort\"?"),
    ])
  func usage(_ item: (arguments: [String], message: String)) async throws {
    let scratch = try Scratch()
    let outcome = try await Tool.run(["import"] + item.arguments, in: scratch.path)
    #expect(outcome.status == 64)
    #expect(outcome.errors.lowercased().contains(item.message.lowercased()), "\(outcome.errors)")
  }

  /// Real recordings beside the project.
  private static let shared = Project.path("../shared/data")

  @Test(
    "The imported real tennis recording has the three impacts that were checked by hand, and no other",
    .enabled(if: FileManager.default.fileExists(atPath: shared), "the folder shared/data is not beside the project"))
  func impacts() async throws {
    let scratch = try Scratch()
    let source = Self.shared + "/tennis-watch-800hz/forehand-accelerometer-first-9s.csv"
    #expect(try await Tool.run(["import", source, "-o", "in"], in: scratch.path).status == 0)
    let rows = try await Tool.run(
      ["run", Project.path("Pipelines/impacts.json"), "in", "--rows", "impacts", "-q"], in: scratch.path)
    let impacts = try rows.outputLines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let onsets = impacts.compactMap { $0["impact_onset_time_s"] as? Double }
    // impacts_truth.csv: the first samples that differ from those before by over 1 g, of which the tool's onset is within
    // two.
    let truth = [56260.904119, 56262.743519, 56264.587819]
    #expect(onsets.count == truth.count)
    #expect(zip(onsets, truth).allSatisfy { abs($0 - $1) < 0.0026 }, "\(onsets)")
    let info = try await Tool.run(["check", "--details", "in"], in: scratch.path)
    #expect(info.output.contains("801.92 Hz") && info.output.hasSuffix("  no faults\n"))
  }

  @Test(
    "What is known of the real files is told of their recordings",
    .enabled(if: FileManager.default.fileExists(atPath: shared), "the folder shared/data is not beside the project"),
    arguments: [
      ("tennis-watch-800hz/six-shots-rotation.csv", ["200.44 Hz"]),
      ("table-tennis-watch/topspin-forehand.csv", ["50.10 Hz", "4.9 ms late"]),
      ("swim/backstroke-WristMotion.csv", ["100.81 Hz"]),
      ("headphones/Skyr_3-Headphone.csv", ["22 gaps", "2.787 s"]),
      ("badminton/smash-clipped-16g.csv", ["16 g", "clipped samples", "90 duplicate timestamps"]),
    ])
  func facts(_ item: (name: String, facts: [String])) async throws {
    let scratch = try Scratch()
    let source = Self.shared + "/" + item.name
    #expect(try await Tool.run(["import", source, "-o", "in"], in: scratch.path).status == 0)
    let info = try await Tool.run(["check", "--details", "in"], in: scratch.path)
    for fact in item.facts { #expect(info.output.contains(fact), "\(fact) in \(info.output)") }
  }

  @Test("A disk that is full ends in an error that is worth a retry, and leaves nothing")
  func fullDisk() async throws {
    let scratch = try Scratch()
    try scratch.write(
      Self.table + (100..<40_000).map { "\(Double($0) / 100),\(sin(Float($0))),\(cos(Float($0))),-1\n" }.joined(),
      to: "a.csv")
    // A limit on the size of files stands in for it: writes fail in the same way.
    let outcome = try await Tool.shell(
      "ulimit -f 64; trap '' XFSZ; \"$SWINGPIPE\" import a.csv -o out", in: scratch.path)
    #expect(outcome.status == 75 || outcome.status == 65, "\(outcome.status): \(outcome.errors)")
    #expect(scratch.files(below: "out").isEmpty)
  }

  @Test("Ctrl-C leaves nothing half-written, and what was done stays")
  func interrupt() async throws {
    let scratch = try Scratch()
    try scratch.write(Self.table, to: "in/a.csv")
    let rows = (0..<400_000).map { "\(Double($0) / 800),0.125,0.5,-1\n" }.joined()
    for name in ["b", "c", "d", "e"] {
      try scratch.write("time_s,acceleration_x_g,acceleration_y_g,acceleration_z_g\n" + rows, to: "in/\(name).csv")
    }
    let outcome = try await Tool.run(
      ["import", "in", "-o", "out", "-j", "1", "--log-format", "json"], in: scratch.path,
      interrupting: { $0.contains("recording_finished") })
    #expect(outcome.status == 130)
    #expect(scratch.files(below: "out").allSatisfy { $0.hasSuffix(".h5") && !$0.hasPrefix(".") })
    #expect(scratch.files(below: "out").contains("a.h5"))
    #expect(outcome.errors.contains("the next import goes on from here"))
  }
}
