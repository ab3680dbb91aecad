import Foundation
import SPRecordings
import Testing

@testable import SPImporting

/// Files of gzip, archives of activities, and bulk exports.
/// Packed files.
struct PackedFileTests {
  /// A track of five points in the seconds from 2021-05-01T10:00:00Z on, as Python's gzip packs it.
  private static let track =
    Data(
      base64Encoded:
        "H4sIAAAAAAACA7NJL6iwsykpygYSlQWpdkWleXmZeek2+mAeSKI4NR1MF5Qo5CSW2CoZKink5OfZKhkpAYUzc1PtjAyMDHUNTHUN"
        + "DEMMDawMQCgKqB8kBaRAGknVb0ihfiMK9RtTqN8EQ78+LCD1wUGtDwp1AHeKNkp7AQAA") ?? Data()

  private static let text = String(
    decoding:
      "<gpx><trk><type>running</type><trkseg><trkpt lat=\"1\" lon=\"2\"><time>2021-05-01T10:00:00Z</time></trkpt></trkseg></trk></gpx>"
      .utf8, as: UTF8.self)

  /// Bytes as gzip has them that stores (RFC 1951, section 3.2.4; RFC 1952).
  private static func stored(_ bytes: [UInt8]) -> Data {
    func little(_ value: UInt32, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let sum = bytes.reduce(UInt32.max) { value, byte in
      (0..<8).reduce(value ^ UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    let count = UInt32(bytes.count)
    return Data(
      [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1] + little(count, 2) + little(~count, 2) + bytes + little(~sum, 4)
        + little(count, 4))
  }

  @Test("A file of gzip is imported as what is in it, under its name, with or without the ending")
  func gzip() throws {
    let scratch = try ImportScratch()
    for name in ["walk.gpx.gz", "walk.gpx"] {
      let source = ImportSource(try scratch.write(Self.track, to: name))
      #expect(source.recordingID == "walk")
      let (recording, record) = try scratch.imported(source.paths[0], as: "of-\(name)")
      #expect(recording.streams["location"]?.count == 5)
      #expect(record.sources.map(\.name) == ["walk.gpx"])
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/out").filter { $0.hasPrefix(".") }
    #expect(left.isEmpty)
  }

  @Test("Several parts and zeros behind them are read; what is cut off, altered or followed by other bytes is damaged")
  func parts() throws {
    let scratch = try ImportScratch()
    let text = Array(Self.text.utf8)
    let parts = Self.stored(Array(text.prefix(50))) + Self.stored(Array(text.dropFirst(50)))
    let (recording, _) = try scratch.imported(scratch.write(parts + Data(count: 20), to: "parts.gpx.gz"))
    #expect(recording.streams["location"]?.count == 1)
    let other = try ImportScratch()
    var altered = parts
    altered[20] ^= 1
    for (name, bytes) in [("cut", Data(parts.dropLast(3))), ("altered", altered), ("more", parts + Data("x".utf8))] {
      #expect(
        try other.fault(other.write(bytes, to: "\(name).gpx.gz"))
          == "\(name).gpx.gz: is damaged: it cannot be unpacked to its end; expected a whole file of gzip")
    }
    #expect(
      try other.fault(other.write(Self.stored(Array(Self.stored(text))), to: "twice.gpx.gz"))
        == "twice.gpx.gz: is packed by gzip twice; expected once: gunzip it")
  }

  @Test("What unpacks to more than the limit is refused")
  func limit() throws {
    let scratch = try ImportScratch()
    let file = try scratch.write(Self.track, to: "big.gpx.gz")
    let error = #expect(throws: ImportError.self) {
      try PackedFile(file).unpacked(below: scratch.path, limits: .init(unpackedByteCount: 100, expansion: 1))
    }
    #expect(error?.message.contains("unpacks to more than 126 bytes; expected less") == true)
  }

  @Test("A fault in a packed file is told with the name that the user knows")
  func named() throws {
    let scratch = try ImportScratch()
    let message = try scratch.fault(scratch.write(Self.stored(Array("<gpx><trk>".utf8)), to: "open.gpx.gz"))
    #expect(message.hasPrefix("open.gpx.gz:1:"), "\(message)")
  }

  @Test(
    "Each file of an archive of activities is a source, and the rest is told; names that occur twice get more before or behind"
  )
  func collection() throws {
    let scratch = try ImportScratch()
    let inner = String(decoding: StreamedArchiveTests.archive([(name: "c.gpx", text: Self.text)]), as: UTF8.self)
    let zip = try scratch.write(
      StreamedArchiveTests.archive([
        (name: "2020/a.gpx", text: Self.text), (name: "2021/a.gpx", text: Self.text),
        (name: "2021/a.tcx", text: "<x/>"), (name: "b.GPX", text: Self.text), (name: "photo.jpg", text: "x"),
        (name: "broken.zip", text: inner.isEmpty ? "" : "PK"),
      ]), to: "years.zip")
    let found = try ImportSource.search([zip], by: [])
    #expect(found.sources.map(\.recordingID) == ["2020-a", "2021-a-gpx", "2021-a-tcx", "b", "broken"])
    #expect(
      found.notes.map { $0.replacing(scratch.path + "/", with: "") }.contains(
        "years.zip: left out, as they are not activities: jpg 1"))
    let part = try #require(scratch.importedParts(found.sources[3]).first)
    #expect(part.id == "b" && part.recording.streams["location"]?.count == 1)
    #expect(found.sources[3].name.hasSuffix("years.zip/b.GPX"))
    // One that is damaged fails alone.
    for damaged in [2, 4] {
      #expect(throws: ImportError.self) { try scratch.importedParts(found.sources[damaged]) }
    }
  }

  @Test("A part of one source is not written over another source")
  func claims() throws {
    let scratch = try ImportScratch()
    let tracks = Self.text.replacing("<gpx>", with: "").replacing("</gpx>", with: "")
    let sources = try [
      ("ride.gpx", "<gpx>\(tracks)\(tracks)</gpx>"), ("ride-2-running.gpx", Self.text),
    ].map { ImportSource(try scratch.write($0.1, to: $0.0)) }
    var importer = Importer(.init(), toolVersion: "1.0")
    let path = { (id: String) in "\(scratch.path)/out/\(id).h5" }
    importer.claims = PathClaims(of: sources, at: path)
    let outcome = try importer.run(sources[0], in: scratch.path + "/out", to: path, replaces: true)
    #expect(outcome.recordings.map { (try? $0.result.get()) != nil } == [true, false])
    #expect(throws: Never.self) { try importer.run(sources[1], in: scratch.path + "/out", to: path) }
  }

  @Test(
    "Planned routes of a bulk export and packed copies are left out, and an export of Health in an archive is whole")
  func passedOver() throws {
    let scratch = try ImportScratch()
    let table = "Activity Name,Filename\nOut,activities/1.gpx\n\n"
    let files = [("activities.csv", table), ("activities/1.gpx", Self.text), ("routes/2.gpx", Self.text)]
    for (name, text) in files { _ = try scratch.write(text, to: "strava/" + name) }
    _ = try scratch.write(Self.track, to: "strava/activities/1.gpx.gz")
    let folder = try ImportSource.search([scratch.path + "/strava"], by: [])
    #expect(folder.sources.map(\.recordingID) == ["1"])
    #expect(
      folder.notes.map { $0.replacing(scratch.path + "/", with: "") } == [
        "strava: left out, as planned routes, which have no times: 1 file, such as 2.gpx",
        "strava: left out, as packed copies of files beside them: 1 file, such as 1.gpx.gz",
      ])
    let health = StreamedArchiveTests.archive([
      (name: "apple_health_export/export.xml", text: "<!DOCTYPE HealthData><HealthData/>"),
      (name: "apple_health_export/workout-routes/route.gpx", text: Self.text),
    ])
    let bundle = try scratch.write(
      StreamedArchiveTests.archive(of: [(name: "export.zip", content: Array(health))]), to: "bundle.zip")
    #expect(try ImportSource.search([bundle], by: []).sources.map(\.recordingID) == ["export"])
    // An archive inside of another that cannot be unpacked there says so, rather than being taken for tables.
    let fault = #expect(throws: ImportSource.Fault.self) {
      try ImportSource.search([bundle], scratch: bundle + "/in", by: [])
    }
    #expect(fault?.messages.first?.contains("bundle.zip/in") == true)
  }

  @Test("The table of a bulk export names activities and sports, and is no recording; so do tables beside it")
  func bulk() throws {
    let scratch = try ImportScratch()
    _ = try scratch.write(Self.track, to: "export/activities/1.gpx.gz")
    _ = try scratch.write(Self.text.replacing("<type>running</type>", with: ""), to: "export/activities/2.gpx")
    _ = try scratch.write("a,b\n1,2\n", to: "export/profile.csv")
    _ = try scratch.write(
      "Activity ID,Activity Name,Activity Type,Distance,Distance,Filename\r\n1,\"A \"\"fast\"\",\nlong run\",Run,5,5.0,activities/1.gpx.gz\r\n"
        + "2,Out,Ride,1,1,activities/2.gpx\n3,Typed in,Yoga,,,\n4,Lost,Ride,,,activities/4.fit.gz\n",
      to: "export/activities.csv")
    let found = try ImportSource.search([scratch.path + "/export"], by: [])
    #expect(found.sources.map(\.recordingID) == ["1", "2"])
    #expect(
      found.notes.map { $0.replacing(scratch.path + "/", with: "") } == [
        "export/activities.csv: 1 activity without a file, such as those that were typed in",
        "export/activities.csv: 1 file that it names are missing, such as activities/4.fit.gz",
        "export: left out, as tables of an export of activities: profile.csv",
      ])
    let parts = try found.sources.flatMap { try scratch.importedParts($0) }
    #expect(parts.map { $0.recording.attributes.sport } == ["running", "cycling"])
    #expect(parts[0].record.notes == ["called \"A \"fast\",\nlong run\" in activities.csv"])
  }
}
