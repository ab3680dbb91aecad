import Foundation
import SPBasics
import SPRecordings
import Testing

@testable import SPImporting

/// Importing.
struct ImporterTests {
  /// A table as an export has it, with so many rows at 800 Hz.
  private static func table(rows: Int) -> String {
    "time_s,acceleration_x_g,acceleration_y_g,acceleration_z_g\n"
      + (0..<rows).map { "\(Double($0) * 0.00125),\(sin(Float($0))),\(Float($0) * 0.001),-1\n" }.joined()
  }

  private func run(
    _ scratch: ImportScratch, _ file: String, _ options: ImportOptions = .init(), replaces: Bool = false
  ) throws -> Importer.Outcome {
    try Importer(options, toolVersion: "1.0").run(
      ImportSource(file), to: scratch.path + "/walk.h5", replaces: replaces)
  }

  @Test("Blocks of lines meet without a row lost or doubled, whatever is at their borders")
  func blocks() throws {
    // Over two blocks of 2 MB.
    let rows = 140_000
    let scratch = try ImportScratch()
    let text = Self.table(rows: rows)
    #expect(text.utf8.count > 4 << 20)
    let (recording, _) = try scratch.imported(scratch.write(text, to: "accelerometer.csv"))
    let times = try recording.times(of: .accelerometer)
    #expect(times == (0..<rows).map { Double($0) * 0.00125 })
    let values = try recording.rows("acceleration", of: .accelerometer)
    #expect(values.indices.allSatisfy { values[$0][0] == sin(Float($0)) && values[$0][1] == Float($0) * 0.001 })
  }

  @Test(
    "Lines that begin in a stretch of bytes are read once, for every way to cut a file", arguments: [1, 2, 3, 7, 64])
  func stretches(_ length: Int) throws {
    let scratch = try ImportScratch()
    let text = "head\na\n\nbcd\nefghijklmnop\nq\nr"
    let file = try TextFile(scratch.write(text, to: "a.txt"))
    var lines: [String] = []
    for start in stride(from: 5, to: file.size, by: length) {
      try file.withLines(beginningIn: start..<min(start + length, file.size), tableStart: 5) { bytes, _ in
        guard !bytes.isEmpty else { return }
        lines.append(String(decoding: bytes, as: UTF8.self))
      }
    }
    #expect(lines.joined(separator: "\n").replacing("\n\n", with: "\n") == "a\nbcd\nefghijklmnop\nq\nr")
  }

  @Test("The same file gives the same bytes, and is not imported twice")
  func again() throws {
    let scratch = try ImportScratch()
    let file = try scratch.write(Self.table(rows: 20_000), to: "accelerometer.csv")
    #expect(try !run(scratch, file).wasDone)
    let first = try WholeFile.read(scratch.path + "/walk.h5")
    #expect(try run(scratch, file).wasDone)
    _ = try run(scratch, file, replaces: true)
    #expect(try WholeFile.read(scratch.path + "/walk.h5") == first)
  }

  @Test("What is there is replaced only where that is said, and why it is not is told")
  func existing() throws {
    let scratch = try ImportScratch()
    let file = try scratch.write(Self.table(rows: 100), to: "accelerometer.csv")
    _ = try run(scratch, file)
    let before = try WholeFile.read(scratch.path + "/walk.h5")
    _ = try scratch.write(Self.table(rows: 101), to: "accelerometer.csv")
    let fault = #expect(throws: ImportError.self) { try run(scratch, file) }
    #expect(try #require(fault).message.hasPrefix("was imported from accelerometer.csv with other contents"))
    #expect(try WholeFile.read(scratch.path + "/walk.h5") == before)
    _ = try run(scratch, file, replaces: true)
    #expect(try Recording(opening: scratch.path + "/walk.h5").stream(.accelerometer).count == 101)
  }

  @Test("A recording does not take the place of its own source")
  func ownSource() throws {
    let scratch = try ImportScratch()
    let file = try scratch.write(Self.table(rows: 10), to: "accelerometer.csv")
    let recording = scratch.path + "/walk.h5"
    _ = try run(scratch, file)
    let fault = #expect(throws: ImportError.self) { try run(scratch, recording, replaces: true) }
    #expect(try #require(fault).message == "would replace its own source; expected another --output")
  }

  @Test("Where it came from is in the recording")
  func record() throws {
    let scratch = try ImportScratch()
    var options = ImportOptions()
    options.repairs.dropsDuplicates = true
    options.text = "--drop-duplicates"
    let text = Self.table(rows: 3) + "0.0025,9,9,9\n"
    let (recording, record) = try scratch.imported(scratch.write(text, to: "accelerometer.csv"), options)
    // By xxhsum -H2 of the file.
    #expect(record.sources.map(\.name) == ["accelerometer.csv"])
    #expect(record.sources[0].hash == ContentHash(Array(text.utf8)).text)
    #expect(record.sources[0].byteCount == text.utf8.count)
    let repair = "accelerometer: 1 row with the timestamp of the one before dropped (1 with other values), at 0.0025 s"
    #expect(record.repairs == [repair])
    #expect(recording.history == ["import by swingpipe 1.0 from accelerometer.csv, --drop-duplicates; \(repair)"])
    #expect(try ImportRecord.read(scratch.path + "/out/imported.h5") == record)
  }

  @Test("Of more than three gaps that were filled, the first three are named")
  func manyGaps() throws {
    let scratch = try ImportScratch()
    var options = ImportOptions()
    options.repairs.fillsGapsUnderS = 1
    // Three rows are missing from each tenth of a second.
    let lines = (0..<50).filter { $0 % 10 < 7 }.map { "\(Double($0) / 100),0,0,-1\n" }
    let text = Self.table(rows: 0) + lines.joined()
    let (_, record) = try scratch.imported(scratch.write(text, to: "accelerometer.csv"), options)
    #expect(
      record.repairs == ["accelerometer: 12 rows interpolated in 4 gaps, first after 0.06 s, 0.16 s, 0.26 s"])
  }

  @Test("Several files of one clock become one recording")
  func joined() throws {
    let scratch = try ImportScratch()
    let first = try scratch.write(Self.table(rows: 10), to: "accelerometer.csv")
    let second = try scratch.write("time_s,heart_rate_bpm\n0,70\n1,71\n", to: "heart_rate.csv")
    let later = try scratch.write("time_s,heart_rate_bpm\n50,70\n51,71\n", to: "later.csv")
    let apart = try ImportSource.sources(in: [first, later], joinedAs: "apart")
    let distance = #expect(throws: ImportError.self) {
      try Importer(.init(), toolVersion: "1.0").run(apart[0], to: scratch.path + "/apart.h5")
    }
    #expect(
      "\(try #require(distance))".replacing(scratch.path + "/", with: "")
        == "later.csv: heart_rate begins at 50.0 s, after accelerometer of accelerometer.csv ends at 0.01125 s; expected "
        + "files of one session")
    let sources = try ImportSource.sources(in: [first, second], joinedAs: "both")
    #expect(sources.map(\.recordingID) == ["both"])
    let output = scratch.path + "/both.h5"
    _ = try Importer(.init(), toolVersion: "1.0").run(sources[0], to: output)
    #expect(try Recording(opening: output).streams.keys.sorted() == [.accelerometer, "heart_rate"])
    let twice = try ImportSource.sources(in: [first, first], joinedAs: "twice")
    let fault = #expect(throws: ImportError.self) {
      try Importer(.init(), toolVersion: "1.0").run(twice[0], to: scratch.path + "/twice.h5")
    }
    #expect(try #require(fault).message.hasPrefix("has accelerometer, which "))
  }

  @Test("A stream may end before another begins, as long as a third goes on between them")
  func bridged() throws {
    let scratch = try ImportScratch()
    let files = [
      try scratch.write("time_s,heart_rate_bpm\n0,70\n60,71\n", to: "heart_rate.csv"),
      try scratch.write("time_s,state\n5,1\n", to: "headphone_connection.csv"),
      try scratch.write("time_s,volume_ml\n30,100\n", to: "water_intake.csv"),
    ]
    let sources = try ImportSource.sources(in: files, joinedAs: "all")
    let outcome = try Importer(.init(), toolVersion: "1.0").run(sources[0], to: scratch.path + "/all.h5")
    #expect(outcome.record.sources.count == 3)
  }

  @Test("Of XML files in a folder, those are taken that hold TCX or GPX")
  func searchedXML() throws {
    let scratch = try ImportScratch()
    for (name, text) in [
      ("a.xml", "<?xml version=\"1.0\"?>\n<TrainingCenterDatabase/>"), ("b.xml", "<gpx></gpx>"),
      ("c.xml", "<settings/>"), ("d.xml", "no XML with <gpx>"),
    ] { _ = try scratch.write(text, to: name) }
    #expect(try ImportSource.sources(in: [scratch.path]).map(\.recordingID) == ["a", "b"])
  }

  @Test("Files that a search passes over are counted and named")
  func passedOver() throws {
    let scratch = try ImportScratch()
    func notes() throws -> [String] {
      try ImportSource.search([scratch.path], excluding: [Folder.realPath(scratch.path) + "/out"], by: []).notes.map {
        $0.replacing(scratch.path, with: "FOLDER")
      }
    }
    for name in ["a.csv", "walk/Metadata.csv", "walk/Gyroscope.csv", "walk/Microphone.m4a", ".hidden.pdf", "out/b.pdf"]
    {
      _ = try scratch.write("", to: name)
    }
    #expect(try notes() == [])
    for name in ["plan.pdf", "b/notes.md"] { _ = try scratch.write("", to: name) }
    _ = try scratch.write("<settings/>", to: "c.xml")
    #expect(try notes() == ["FOLDER: passed over 3 files: b/notes.md, c.xml, plan.pdf"])
    for number in 0..<5 { _ = try scratch.write("", to: "z\(number).jpg") }
    #expect(try notes() == ["FOLDER: passed over 8 files: b/notes.md, c.xml, plan.pdf, z0.jpg, z1.jpg and 3 others"])
    for name in ["_meta/plan.jsonl", "merged/swings.csv", "swings/a.csv", "raw/d.csv"] {
      _ = try scratch.write("", to: "run/\(name)")
    }
    #expect(try notes()[0] == "FOLDER/run: skipped its tables, as it is the output folder of a run")
    #expect(try ImportSource.sources(in: [scratch.path]).map(\.recordingID).contains("d"))
    #expect(try !ImportSource.sources(in: [scratch.path]).map(\.recordingID).contains("swings"))
  }

  @Test("Files that differ only in their ending become recordings of different names")
  func endings() throws {
    let scratch = try ImportScratch()
    let names = ["a.csv", "a.txt", "b/a.csv", "b/a_txt.csv", "b/a.txt"]
    for name in names { _ = try scratch.write("", to: name) }
    func ids(_ names: String...) throws -> [String] {
      try ImportSource.sources(in: names.map { "\(scratch.path)/\($0)" }).map(\.recordingID)
    }
    #expect(try ids("a.csv", "a.txt") == ["a_csv", "a_txt"] && ids("a.txt", "a.csv") == ["a_txt", "a_csv"])
    #expect(try ids("a.txt") == ["a"])
    #expect(throws: ImportSource.Fault.self) { try ids("a.csv", "a.csv") }
    #expect(throws: ImportSource.Fault.self) { try ids("a.csv", "b/a.csv") }
    // Another file has that name.
    #expect(throws: ImportSource.Fault.self) { try ids("b") }
  }

  @Test("A start time dates recordings whose timestamps have no date")
  func startTime() throws {
    let scratch = try ImportScratch()
    let file = try scratch.write(Self.table(rows: 100), to: "accelerometer.csv")
    let (undated, _) = try scratch.imported(file, as: "undated")
    #expect(try undated.attributes.start(firstTimestampS: 0) == nil)
    var options = ImportOptions()
    options.attributes.startTime = "2026-11-23T18:30:00+01:00"
    let (dated, _) = try scratch.imported(undated.path, options, as: "dated")
    #expect(try dated.attributes.start(firstTimestampS: 0) == UTCTime.seconds("2026-11-23T17:30:00Z"))
    #expect(dated.attributes.utcOffsetS == 3600)
    let ride = try scratch.write(
      "time_s,acceleration_x_g,acceleration_y_g,acceleration_z_g\n"
        + (0..<20).map { "\(1_700_000_000 + Double($0) * 0.01),0,0,-1\n" }.joined(), to: "unix/accelerometer.csv")
    let (unix, _) = try scratch.imported(ride, as: "unix")
    guard unix.attributes.timeOrigin == "unix" else { return }
    let fault = #expect(throws: ImportError.self) { try scratch.imported(ride, options, as: "unix_dated") }
    #expect(try #require(fault).message.contains("has timestamps with a date"))
  }

  @Test("Folders are searched, those of one recording are one, and names that clash are told together")
  func search() throws {
    let scratch = try ImportScratch()
    for name in ["a/x.csv", "a/.hidden.csv", "a/notes.md", "b/x.csv", "walk/Metadata.csv", "walk/Gyroscope.csv"] {
      _ = try scratch.write("", to: name)
    }
    #expect(
      try ImportSource.sources(in: [scratch.path + "/a/", scratch.path + "/walk"]).map(\.recordingID) == ["x", "walk"])
    let fault = #expect(throws: ImportSource.Fault.self) {
      try ImportSource.sources(in: [scratch.path, scratch.path + "/missing"])
    }
    let messages = try #require(fault).messages.map { $0.replacing(scratch.path + "/", with: "") }
    #expect(
      messages == [
        "missing: cannot read the source: no such file or directory",
        "a/x.csv and b/x.csv would both be x; expected names that differ, or another --output for each",
      ])
  }
}
