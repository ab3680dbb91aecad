import SPBasics
import Testing

@testable import SPBatches
@testable import SPPipelines

/// Status files.
struct StatusReadingTests {
  private static func status(_ name: String) -> RecordingStatus {
    RecordingStatus(
      recordingID: name, status: .failed, isWorthRetrying: true,
      input: .init(
        path: "/in/\(name).h5", stamp: FileStamp(sizeBytes: 7, modifiedNS: 1_795_795_912_592_586_974),
        hash: ContentHash(digits: "a1")),
      toolVersion: "1.2", key: "k", host: "ü\n\"\u{1F3D3}", started: "2026-11-27T22:17:13.512Z", seconds: 0.1,
      peakMemoryBytes: 3, reasons: ["new"],
      errors: [
        RecordingFault(
          message: "m", cause: "c", stage: "s", stageType: "t", option: "o", place: "p:1:2", isStall: true),
        RecordingFault(message: "m", cause: "c"),
      ],
      warnings: ["w"],
      stages: [
        StageRecord(
          id: "in", type: "readers.hdf5", seconds: 0.25, bytesDecoded: 1, samplesRead: 2, realTimeFactor: .infinity,
          peakMemoryBytes: 4, notes: ["rows": 1e-9, "rate_hz": -.infinity]),
        StageRecord(id: "out", type: "writers.table", seconds: 1, notes: [:]),
      ],
      tables: [
        .init(
          table: "swings", path: "swings/a.parquet", key: "x",
          stamp: FileStamp(sizeBytes: 1, modifiedNS: 2, fileNumber: .max), hash: ContentHash(digits: "b2")),
        .init(
          table: "swings", path: "swings/b.csv", key: "x", stamp: FileStamp(sizeBytes: 1, modifiedNS: 2),
          hash: ContentHash(digits: "b3")),
      ])
  }

  @Test("What is written is read again, with all that may be missing and without", arguments: ["a", "e\u{301}"])
  func all(_ name: String) throws {
    var status = Self.status(name)
    let bytes = try JSONOutput.compactBytes(status)
    #expect(try JSONReader.value(of: bytes) { try RecordingStatus(&$0) } == status)
    (status.input.stamp, status.input.hash) = (nil, nil)
    let fewer = try JSONOutput.bytes(status)
    #expect(try JSONReader.value(of: fewer) { try RecordingStatus(&$0) } == status)
  }

  @Test("Parts are read without the rest, and for decisions without what stages took")
  func parts() throws {
    let status = Self.status("a")
    let bytes = try JSONOutput.bytes(status)
    #expect(try JSONReader.value(of: bytes) { try RecordingStatus.Ending(&$0) }.status == .failed)
    let tables = try JSONReader.value(of: bytes) { try RecordingStatus.Tables(&$0) }
    #expect(tables.tables.map(\.path) == ["swings/a.parquet", "swings/b.csv"])
    let notes = try JSONReader.value(of: bytes) { try RecordingStatus.Notes(&$0) }
    #expect(notes.stages == status.stages.map(StageNotes.init))
    let deciding = try JSONReader.value(of: bytes) { try RecordingStatus(withoutCosts: &$0, sharing: RepeatedJSON()) }
    #expect(deciding.tables == status.tables && deciding.errors == status.errors && deciding.input == status.input)
    #expect(deciding.stages.map(\.notes) == status.stages.map(\.notes))
    #expect(deciding.stages.map(\.bytesDecoded) == [nil, nil])
  }

  @Test("A status that lacks a member is none", arguments: ["stages", "errors", "tables", "recording_id", "input"])
  func missing(_ member: String) throws {
    let text = String(decoding: try JSONOutput.compactBytes(Self.status("a")), as: UTF8.self)
    let renamed = Array(text.replacing("\"\(member)\":", with: "\"other\":").utf8)
    #expect(throws: JSONReader.Fault.self) { try JSONReader.value(of: renamed) { try RecordingStatus(&$0) } }
  }

  @Test("Paths of tables are kept, whether they follow from the recording or not")
  func paths() throws {
    var names = PackedNotes.KnownNames()
    var status = Self.status("a")
    for path in ["swings/a.parquet", "swings/a.b/c.csv", "elsewhere/a.csv", ".hidden", "swings/a", "e\u{301}/a.h5"] {
      status.tables[0].path = path
      let filed = FiledResult(status, in: StatusFiles(OutputFolder("out"), tables: []), sharing: &names)
      let kept = try #require(filed.tablesToJoin.tables.first?.path)
      #expect(kept.utf8.elementsEqual(path.utf8), "\(path)")
    }
  }
}
