import Foundation
import SPBasics
import SPRecordings
import SPSwings
import Testing

@testable import SPImporting

/// Recordings as folders of text.
struct ExportedFolderTests {
  private let folder: ImportScratch

  init() throws { folder = try ImportScratch() }

  private func recording(_ name: String, _ labels: Annotations?) throws -> Recording {
    var attributes = RecordingAttributes(recordingID: "walk \"7\"")
    attributes.sport = "golf"
    let path = "\(folder.path)/\(name)"
    let writer = try RecordingWriter(path: path, attributes: attributes)
    try writer.addStream(.accelerometer, datasets: ["acceleration"], nominalRateHz: 800, rangeG: 16)
    try writer.append(to: .accelerometer, time: [100, 100.00125], ["acceleration": [0, 0.25, 0, 1, 1.25, -1]])
    try writer.addStream("heart_rate", datasets: ["heart_rate"], nominalRateHz: nil)
    try writer.append(to: "heart_rate", time: [1], ["heart_rate": [61]])
    if let labels { try writer.write(labels) }
    try writer.finish()
    return try Recording(opening: path)
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(folder.path)/out/\(name)", encoding: .utf8)
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/out").sorted() }
  }

  @Test("A folder has a table for each stream, the labels, and what is no table")
  func whole() throws {
    let labels = Annotations(
      swings: [
        .init(startTime: 100.5, contactTime: 100.75, isHit: true), .init(startTime: 1, contactTime: 2.1, isHit: false),
      ],
      ignored: [101], distractors: [])
    let recording = try recording("a.h5", labels)
    try ExportedFolder(folder.path + "/out").write(
      recording, streams: recording.streams.values.sorted { $0.name < $1.name })
    #expect(try names == ["accelerometer.csv", "heart_rate.csv", "ignore.csv", "recording.json", "swings.csv"])
    #expect(try text("swings.csv") == "start_time_s,contact_time_s,label\n100.5,100.75,hit\n1,2.1,miss\n")
    #expect(try text("ignore.csv") == "time_s\n101\n")
    #expect(try text("heart_rate.csv") == "time_s,heart_rate_bpm\n1,61\n")
    // The hashes are those that xxhsum -H2 prints of the two texts.
    #expect(
      try text("recording.json") == """
        {
          "format" : "swingpipe-recording",
          "format_version" : 1,
          "label_tables" : {
            "ignore.csv" : "2081c083beea945a38c8f68836da5ffc",
            "swings.csv" : "7d2862fed9809f03d59f33e6607434f3"
          },
          "recording_id" : "walk \\"7\\"",
          "sport" : "golf",
          "streams" : {
            "accelerometer" : {
              "nominal_rate_hz" : 800,
              "range_g" : 16
            },
            "heart_rate" : {

            }
          }
        }

        """)
    let read = try JSONDecoder().decode(RecordingHeader.self, from: Data(text("recording.json").utf8))
    #expect(
      read
        == RecordingHeader(
          recording.attributes, history: recording.history, streams: Array(recording.streams.values),
          labelTables: [
            "ignore.csv": ContentHash("time_s\n101\n".utf8), "swings.csv": ContentHash(try text("swings.csv").utf8),
          ]))
  }

  @Test("A header of another format or version is refused")
  func header() {
    for text in [
      #"{"format": "x", "format_version": 1, "recording_id": "a"}"#,
      #"{"format": "swingpipe-recording", "format_version": 2, "recording_id": "a"}"#,
    ] {
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(RecordingHeader.self, from: Data(text.utf8)) }
    }
  }

  @Test("An older export is replaced with all that it had; anything else in the folder is not touched")
  func replaced() throws {
    let labelled = try recording("a.h5", Annotations(swings: [], ignored: [1], distractors: [2]))
    let all = labelled.streams.values.sorted { $0.name < $1.name }
    try ExportedFolder(folder.path + "/out").write(labelled, streams: all)
    // Labelled, and none: that is something to say.
    #expect(try text("swings.csv") == "start_time_s,contact_time_s,label\n")
    let other = try recording("b.h5", nil)
    try ExportedFolder(folder.path + "/out").write(other, streams: [try other.stream("heart_rate")])
    #expect(try names == ["heart_rate.csv", "recording.json"])
    try Data("mine".utf8).write(to: URL(fileURLWithPath: folder.path + "/out/notes.txt"))
    #expect(throws: ExportedFolder.Occupied(path: folder.path + "/out", name: "notes.txt")) {
      try ExportedFolder(folder.path + "/out")
    }
    #expect(throws: FileError.self) { try ExportedFolder(folder.path + "/a.h5") }
  }

  @Test("Labels that were changed after the export are not replaced by others")
  func editedLabels() throws {
    let labelled = try recording("a.h5", Annotations(swings: [], ignored: [1], distractors: [2]))
    let unlabelled = try recording("b.h5", nil)
    let all = labelled.streams.values.sorted { $0.name < $1.name }
    func export(_ recording: Recording) throws {
      try ExportedFolder(folder.path + "/out").write(recording, streams: all)
    }
    func edit(_ name: String, _ text: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + "/out/" + name))
    }
    try export(labelled)
    try edit("ignore.csv", "time_s\n1\n7\n")
    for recording in [labelled, unlabelled] {
      #expect(throws: ExportedFolder.EditedLabels(path: folder.path + "/out/ignore.csv")) { try export(recording) }
      #expect(try text("ignore.csv") == "time_s\n1\n7\n")
      #expect(try names.contains("recording.json"))
    }
    // The recording's own labels are no loss, and neither are those that are as they were exported.
    try edit("ignore.csv", "time_s\n1\n")
    try export(labelled)
    try export(try recording("c.h5", Annotations(swings: [], ignored: [3], distractors: [])))
    #expect(try text("ignore.csv") == "time_s\n3\n")
    try export(unlabelled)
    #expect(try !names.contains("ignore.csv"))
    // A table that was put there is no part of the export.
    try edit("dive_labels.csv", "time_s\n5\n")
    #expect(throws: ExportedFolder.EditedLabels(path: folder.path + "/out/dive_labels.csv")) { try export(unlabelled) }
  }

  @Test("Where a table cannot be written no recording.json vouches for the folder")
  func failure() throws {
    let recording = try recording("a.h5", nil)
    let all = recording.streams.values.sorted { $0.name < $1.name }
    try ExportedFolder(folder.path + "/out").write(recording, streams: all)
    try FileManager.default.removeItem(atPath: folder.path + "/out/heart_rate.csv")
    try FileManager.default.createDirectory(
      atPath: folder.path + "/out/heart_rate.csv", withIntermediateDirectories: false)
    #expect(throws: FileError.self) { try ExportedFolder(folder.path + "/out").write(recording, streams: all) }
    #expect(try names == [".swingpipe-export", "accelerometer.csv", "heart_rate.csv"])
    try FileManager.default.removeItem(atPath: folder.path + "/out/heart_rate.csv")
    // What is incomplete is made again.
    try ExportedFolder(folder.path + "/out").write(recording, streams: all)
    #expect(try names == ["accelerometer.csv", "heart_rate.csv", "recording.json"])
  }

  @Test("Tables that no export has made are not replaced, whatever they are called")
  func tablesOfOthers() throws {
    try FileManager.default.createDirectory(atPath: folder.path + "/out", withIntermediateDirectories: false)
    try Data("mine".utf8).write(to: URL(fileURLWithPath: folder.path + "/out/swings.csv"))
    #expect(throws: ExportedFolder.Occupied(path: folder.path + "/out", name: "swings.csv")) {
      try ExportedFolder(folder.path + "/out")
    }
  }
}
