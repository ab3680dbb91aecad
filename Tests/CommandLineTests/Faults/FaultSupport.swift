import Foundation
import SPHDF5
import Testing

/// Recordings and a pipeline that take next to no time, for runs that are disturbed.
extension Scratch {
  /// Two tables a recording, of which none needs device motion.
  private static let twoTables = """
    { "version": 1, "name": "two", "stages": [
      { "id": "in", "type": "readers.hdf5" },
      { "id": "hp", "type": "filters.high_pass" },
      { "id": "hit", "type": "detectors.impact" },
      { "id": "table", "type": "features.impact" },
      { "id": "out", "type": "writers.table", "folder": "impacts" },
      { "id": "overview", "type": "features.recording" },
      { "id": "overview_out", "type": "writers.table", "folder": "recordings" } ] }
    """

  /// Writes the pipeline and recordings `r01`, `r02`, ... in `in/`, each with other values.
  func prepare(recordings count: Int) throws {
    try write(Self.twoTables, to: "two.json")
    for index in 1...count {
      let id = "r" + String(repeating: "0", count: index < 10 ? 1 : 0) + "\(index)"
      try record(id: id, shockG: 4 + Float(index) / 4, to: "in/\(id).h5")
    }
  }

  /// Writes half a second of acceleration at 800 Hz with one shock; without an id, the file's name is that.
  @discardableResult
  func record(id: String?, shockG: Float = 6, to name: String) throws -> String {
    let path = self(name)
    try FileManager.default.createDirectory(
      at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    let file = try File(creating: path, .truncating)
    try file.group.attributes.set("format", to: "swingpipe-recording")
    try file.group.attributes.set("format_version", to: Int64(1))
    if let id { try file.group.attributes.set("recording_id", to: id) }
    let group = try file.createGroup("/accelerometer")
    let time = try group.createDataset("time", of: Double.self, shape: [400])
    try time.write((0..<400).map { Double($0) / 800 })
    let acceleration = try group.createDataset("acceleration", of: Float.self, shape: [400, 3])
    try acceleration.write(
      (0..<400).flatMap { row -> [Float] in
        let ring = row < 200 ? 0 : shockG * exp(-Float(row - 200) / 6) * cos(Float(row - 200) * 2)
        return [0, 0.001 * Float(row % 7), -1 + ring]
      })
    try file.close()
    return path
  }

  /// What a run leaves that does not depend on when and where it ran, by path below the output folder.
  func results(of output: String) throws -> [String: Data] {
    let records = ["_meta/status/", "_meta/logs/", "_meta/shards/", "_meta/run.json"]
    let names = files(below: output).filter { name in !records.contains { name.hasPrefix($0) } }
    return try Dictionary(uniqueKeysWithValues: names.map { ($0, try bytes("\(output)/\($0)")) })
  }

  /// What `status --json` says of the recordings; nothing where no run has left records yet.
  func states(of output: String) async throws -> [String: String] {
    let outcome = try await Tool.run(["status", output, "--json"], in: path)
    guard outcome.status != 64 else { return [:] }
    let recordings = try #require(try outcome.object()["recordings"] as? [[String: Any]], "\(outcome.errors)")
    return try Dictionary(
      uniqueKeysWithValues: recordings.map {
        (try #require($0["recording_id"] as? String), try #require($0["state"] as? String))
      })
  }

  /// Expects that nothing visible is half-written, and that the tables of what is called done are those of a reference.
  func expectWhole(_ output: String, as expected: [String: Data], _ comment: Comment? = nil) async throws {
    let states = try await states(of: output)
    let found = try results(of: output)
    for (name, bytes) in found where name.hasSuffix(".parquet") && !name.contains("/.") {
      #expect(bytes == expected[name], "\(name), \(comment ?? "")")
    }
    for (id, _) in states where states[id] == "done" {
      for table in ["impacts", "recordings"] {
        #expect(found["\(table)/\(id).parquet"] != nil, "\(table) of \(id), \(comment ?? "")")
      }
    }
  }
}

/// A file system in memory of a size of its own, as far as the system lets these tests mount one.
final class SmallDisk: Sendable {
  let path: String

  /// Whether one can be mounted; to most users that is forbidden.
  static let isPossible: Bool = {
    #if os(Linux)
      guard geteuid() == 0, let scratch = try? Scratch() else { return false }
      return (try? SmallDisk(at: scratch("probe"), kilobytes: 64)) != nil
    #else
      return false
    #endif
  }()

  init(at path: String, kilobytes: Int) throws {
    self.path = path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Self.call("mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", path)
  }

  deinit { try? Self.call("umount", path) }

  func grow(kilobytes: Int) throws { try Self.call("mount", "-o", "remount,size=\(kilobytes)k", path) }

  func forbidWriting() throws { try Self.call("mount", "-o", "remount,ro", path) }

  private struct Refused: Error {}

  private static func call(_ words: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Refused() }
  }
}

/// The tool while it runs, for tests that disturb it.
final class RunningTool {
  private let process = Process()

  init(_ arguments: [String], in folder: String) throws {
    process.executableURL = URL(fileURLWithPath: try Tool.path.get())
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  var isRunning: Bool { process.isRunning }

  var processID: Int32 { process.processIdentifier }

  /// Ends it as a power failure would: it can do nothing about it.
  func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }

  /// Waits for its end and gives its status; negative for the signal that ended it.
  func wait() -> Int {
    process.waitUntilExit()
    let status = Int(process.terminationStatus)
    return process.terminationReason == .uncaughtSignal ? -status : status
  }
}
