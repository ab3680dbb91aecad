import Foundation
import SPBasics
import SPBatches
import SPPipelines
import Synchronization
import Testing

/// A work list of sessions.
struct SessionListTests {
  /// Reads a text file that holds a recording's identifier and, after a blank, that of its session.
  struct SessionToy: Stage {
    static let type: StageType = "readers.session_toy"
    static let summary = "Reads nothing."
    static let details = ""
    static let readsSessions = true
    static let opened = Mutex<[String]>([])
    init(_ options: NoOptions) {}
    static func ports(_ options: NoOptions) -> Ports { Ports() }
    func run(_ workspace: inout Workspace) throws {}
    func identify(_ path: String) throws -> RecordingIdentifier? {
      Self.opened.withLock { $0.append(path) }
      let words = String(decoding: try WholeFile.read(path), as: UTF8.self).split(separator: " ").map(String.init)
      guard let id = words.first else { throw FileError(path: path, operation: "read") }
      return RecordingIdentifier(recordingID: id, sessionID: words.dropFirst().first)
    }
  }

  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sessions-\(UUID().uuidString)")
  private let pipeline: Pipeline

  init() throws {
    pipeline = try Toy.load(
      #"{ "version": 1, "stages": [{ "id": "in", "type": "readers.session_toy" }] }"#, and: [SessionToy.self])
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func write(_ name: String, _ text: String) throws {
    try WholeFile.write(Array(text.utf8), to: path(name))
  }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func list(_ names: [String], known: WorkList? = nil) -> WorkList {
    WorkList(pipeline, names.map(path), known: known)
  }

  /// Of each unit of work, its identifier and the names of its files.
  private func units(_ list: WorkList) -> [[String]] {
    list.items.map { [$0.recordingID] + $0.paths.map { URL(fileURLWithPath: $0).lastPathComponent } }
  }

  @Test("Recordings of one session are one unit of work, and others are units of their own")
  func groups() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("a", "w1 ride")
    try write("b", "p1 ride")
    try write("c", "alone")
    #expect(units(list(["b", "a", "c"])) == [["alone", "c"], ["ride", "a", "b"]])
  }

  @Test("The session of a recording is found in its folder, among all names that recordings have")
  func around() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["a.h5", "b.HDF5", "c.hdf5", "d.txt"] { try write(name, "\(name) ride") }
    try write("e.h5", "other")
    #expect(try pipeline.sessionPaths(around: path("a.h5")) == ["a.h5", "b.HDF5", "c.hdf5"].map(path))
  }

  @Test("Equal identifiers without a session make no session")
  func equalRecordings() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("a", "ride1")
    try write("b", "ride1")
    try write("c", "z")
    let found = list(["a", "b", "c"])
    #expect(found.items.map(\.isDuplicate) == [true, true, false] && found.items.map(\.paths.count) == [1, 1, 1])
    #expect(
      found.items.first { $0.path == path("a") }?.fault
        == "its recording id \"ride1\" is used by \(path("b")), too; expected one file per id")
  }

  @Test("A recording that is called as a session is no part of it")
  func sessionAndRecording() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("a", "x")
    try write("b", "y x")
    #expect(list(["a", "b"]).items.map(\.isDuplicate) == [true, true])
  }

  @Test("Two recordings of a session have identifiers of their own")
  func equalWithinSession() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("a", "w1 ride")
    try write("b", "w1 ride")
    try write("c", "w1 walk")
    let found = list(["a", "b", "c"])
    #expect(units(found) == [["ride", "a", "b"], ["walk", "c"]])
    #expect(
      found.items.map(\.fault) == [
        "the recording id \"w1\" is used by \(path("a")) and \(path("b")), which are in one session, \"ride\"; "
          + "expected one file per id", nil,
      ])
  }

  @Test("Only files that changed are opened again, and the list reads back from JSON lines")
  func known() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("a", "w1 ride")
    try write("b", "p1 ride")
    try write("c", "alone")
    let first = list(["a", "b", "c"])
    let known = try WorkList(jsonLines: first.jsonLines(), file: "plan.jsonl")
    #expect(known == first)
    SessionToy.opened.withLock { $0.removeAll { $0.hasPrefix(folder.path) } }
    #expect(list(["a", "b", "c"], known: known) == first)
    #expect(SessionToy.opened.withLock { $0.filter { $0.hasPrefix(folder.path) } } == [])
    try write("b", "p1 another")
    #expect(
      units(list(["a", "b", "c"], known: known)) == [["alone", "c"], ["another", "b"], ["ride", "a"]])
    #expect(SessionToy.opened.withLock { $0.filter { $0.hasPrefix(folder.path) } } == [path("b")])
  }

  @Test("A file that cannot be read any more stays in its session, and one that never could is by itself")
  func damage() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("a", "w1 ride")
    try write("b", "p1 ride")
    let known = list(["a", "b"])
    try write("b", "")
    #expect(units(list(["a", "b"], known: known)) == [["ride", "a", "b"]])
    #expect(units(list(["a", "b"])) == [["b", "b"], ["ride", "a"]])
  }
}

extension WorkItem {
  fileprivate var paths: [String] { files.isEmpty ? [path] : files.map(\.path) }
}
