import Foundation
import SPBasics
import Testing

@testable import SPImporting

/// An interpreter to make archives with.
private enum Python {
  static let path = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }
}

/// Archives as phones share them.
@Suite("Archives", .enabled(if: Python.path != nil, "there is no python3 to make archives with"))
struct ArchiveTests {
  private static let metadata =
    "version,device name,platform,appVersion,sensors,sampleRateMs,standardisation\n"
    + "3,iPhone,ios,1.40,AccelerometerUncalibrated|Gyroscope|Gravity,10,false\n"

  private static func table(_ values: String) -> String {
    "time,seconds_elapsed,z,y,x\n"
      + (0..<20).map { "\(1_700_000_000_000_000_000 + $0 * 10_000_000),\(Double($0) / 100),\(values)\n" }.joined()
  }

  private static let files = [
    "Metadata.csv": metadata, "AccelerometerUncalibrated.csv": table("-0.98,0.1,0.05"),
    "Gyroscope.csv": table("0.3,0.2,0.1"), "Gravity.csv": table("-9.80665,0,0"),
    "Annotation.csv": "time,seconds_elapsed,text\n",
  ]

  private func archive(_ files: [String: String], in scratch: ImportScratch) throws -> String {
    for (name, text) in files { _ = try scratch.write(text, to: "files/\(name)") }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Python.path))
    process.arguments =
      ["-m", "zipfile", "-c", scratch.path + "/walk.zip"] + files.keys.sorted().map { scratch.path + "/files/" + $0 }
    try process.run()
    process.waitUntilExit()
    return scratch.path + "/walk.zip"
  }

  @Test("Files of one name in an archive are an error that says which")
  func duplicates() throws {
    let scratch = try ImportScratch()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Python.path))
    let text = Self.table("0.3,0.2,0.1").replacing("\n", with: "\\n")
    process.arguments = [
      "-W", "ignore", "-c",
      "import zipfile; z = zipfile.ZipFile('\(scratch.path)/walk.zip', 'w'); "
        + "[z.writestr('Gyroscope.csv', '\(text)') for _ in range(2)]; z.close()",
    ]
    try process.run()
    process.waitUntilExit()
    let error = #expect(throws: ImportError.self) { try Archive(scratch.path + "/walk.zip") }
    #expect(error?.description.contains("holds 2 files called Gyroscope.csv; expected names that differ") == true)
  }

  @Test("A zip and a folder of one recording give the same streams, in the layout's units, on one clock")
  func zipAndFolder() throws {
    let scratch = try ImportScratch()
    let zip = try archive(Self.files, in: scratch)
    for source in [zip, scratch.path + "/files"] {
      let (recording, record) = try scratch.imported(source, as: URL(fileURLWithPath: source).lastPathComponent)
      #expect(recording.streams.keys.sorted() == [.accelerometer, .deviceMotion])
      #expect(try recording.rows("acceleration", of: .accelerometer)[0] == [0.05, 0.1, -0.98])
      #expect(try recording.rows("rotation_rate", of: .deviceMotion)[19] == [0.1, 0.2, 0.3])
      #expect(try recording.rows("gravity", of: .deviceMotion)[3] == [0, 0, -1])
      #expect(try recording.times(of: .deviceMotion)[7] == 1_700_000_000.07)
      #expect(recording.attributes.deviceModel == "iPhone")
      #expect(record.application == "Sensor Logger 1.40")
      #expect(
        record.unused.contains {
          $0.hasSuffix("Annotation.csv: no streams of the layout") || $0.hasPrefix("Annotation.csv")
        })
    }
  }

  @Test("A sensor that the settings list and that has no table")
  func missingSensor() throws {
    let scratch = try ImportScratch()
    var files = Self.files
    files["Gyroscope.csv"] = nil
    let zip = try archive(files, in: scratch)
    #expect(
      try scratch.fault(zip)
        == "walk.zip/Metadata.csv:2: says that Gyroscope was recorded, but there is no Gyroscope.csv; expected it beside "
        + "this file"
    )
  }

  @Test("An archive that is cut off, or has nothing in it")
  func damaged() throws {
    let scratch = try ImportScratch()
    let whole = try Data(contentsOf: URL(fileURLWithPath: archive(Self.files, in: scratch)))
    let cut = try scratch.write(whole.prefix(whole.count / 2), to: "cut.zip")
    let reason = "its directory cannot be read: it is damaged or cut off; expected a whole zip archive"
    #expect(try scratch.fault(cut).hasPrefix("cut.zip: \(reason)"))
    let other = try ImportScratch()
    let none = try archive(["Metadata.txt": "x"], in: other)
    #expect(try other.fault(none) == "walk.zip: has no CSV file in it; expected those of one recording")
  }

  @Test("A byte that is not what was packed")
  func wrongByte() throws {
    let scratch = try ImportScratch()
    // Stored as it is, so that nothing but the checksum tells.
    var bytes = try Data(contentsOf: URL(fileURLWithPath: archive(Self.files, in: scratch)))
    let place = try #require(bytes.firstRange(of: Data("0.05".utf8)) ?? bytes.firstRange(of: Data([0x50, 0x4B, 3, 4])))
    bytes[place.lowerBound + 60] ^= 0x55
    #expect(throws: (any Error).self) {
      try scratch.imported(scratch.write(bytes, to: "wrong.zip"))
    }
  }

  @Test("An archive of more entries than the limit is refused; of many entries each is found at once")
  func entries() throws {
    let scratch = try ImportScratch()
    let zip = try archive(Dictionary(uniqueKeysWithValues: (0..<300).map { ("\($0).csv", "\($0)") }), in: scratch)
    let names = try Archive(zip).names
    #expect(names.count == 300)
    let whole = try Archive(zip)
    for name in names.reversed() {
      let text = try whole.unpack(name, into: scratch.path)
      #expect(text.size == Folder.split(name).name.utf8.count - 4)
    }
    let refused = #expect(throws: ImportError.self) { try Archive(zip, limits: Archive.Limits(entries: 299)) }
    #expect(
      refused.map { "\($0)" }?.hasSuffix("has more than 299 entries; expected an archive of one recording") == true)
  }

  @Test("An archive that unpacks to more than the limit is refused, over all its entries")
  func unpackedSize() throws {
    let scratch = try ImportScratch()
    let zip = try archive(
      ["a.csv": String(repeating: "0", count: 3 << 20), "b.csv": String(repeating: "0", count: 3 << 20)], in: scratch)
    let limited = try Archive(zip, limits: Archive.Limits(unpackedByteCount: 5 << 20))
    let names = limited.names
    _ = try limited.unpack(names[0], into: scratch.path)
    let refused = #expect(throws: ImportError.self) { try limited.unpack(names[1], into: scratch.path) }
    #expect(
      refused.map { "\($0)" }?.contains("unpacks to more than 5242880 bytes, with b.csv; expected at most") == true)
  }
}
