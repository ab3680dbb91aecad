import Foundation
import Testing

/// A folder with recordings in `in`, a pipeline of two tables in `p.json`, and `out` for what they give.
struct BatchScene: Sendable {
  let scratch: Scratch

  /// Makes recordings with the ids, in files of these names.
  init(_ ids: [String]) async throws {
    scratch = try Scratch()
    for id in ids { try await add(id) }
    // Of the tables only one depends on the detector.
    try scratch.write(
      """
      { "version": 1, "name": "two tables", "stages": [
        { "id": "in", "type": "readers.hdf5" },
        { "id": "overview", "type": "features.recording" },
        { "id": "overview_out", "type": "writers.table", "folder": "recordings" },
        { "id": "hp", "type": "filters.high_pass" },
        { "id": "hit", "type": "detectors.impact" },
        { "id": "table", "type": "features.impact" },
        { "id": "out", "type": "writers.table", "folder": "impacts" } ] }
      """, to: "p.json")
  }

  /// Writes a recording, over one that is there.
  /// - Parameter file: the name of the file where it is not the id.
  func add(_ id: String, file: String? = nil, isOther: Bool = false) async throws {
    let path = "in/\(file ?? id).h5"
    try? FileManager.default.removeItem(atPath: scratch(path))
    try await scratch.copy(isOther ? Fixtures.otherRecording() : Fixtures.recording(), to: path)
    try Fixtures.rename(scratch(path), id: id)
  }

  /// Cuts bytes off the end of a recording.
  func cut(_ file: String, bytes: Int) throws {
    try scratch.bytes("in/\(file).h5").dropLast(bytes).write(to: URL(fileURLWithPath: scratch("in/\(file).h5")))
  }

  /// Runs the pipeline over the folder of recordings, without progress.
  func run(_ options: String..., output: String = "out") async throws -> Tool.Outcome {
    try await tool(["run", "p.json", "in", "-o", output, "-q"] + options)
  }

  /// Plans the next run into the output folder.
  func plan(_ options: String...) async throws -> Tool.Outcome {
    try await tool(["run", "--dry-run", "p.json", "in", "-o", "out"] + options)
  }

  /// Runs the tool in the scene's folder.
  func tool(_ line: [String]) async throws -> Tool.Outcome { try await Tool.run(line, in: scratch.path) }

  /// The files of an output folder that are tables, with their bytes.
  func tables(_ output: String = "out") throws -> [String: Data] {
    let names = scratch.files(below: output).filter { $0.hasSuffix(".parquet") }
    return try Dictionary(uniqueKeysWithValues: names.map { ($0, try scratch.bytes("\(output)/\($0)")) })
  }

  /// A JSON file of an output folder.
  func object(_ name: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: scratch.bytes("out/\(name)")) as? [String: Any])
  }
}

extension Tool.Outcome {
  /// The output as JSON lines.
  func objects() throws -> [[String: Any]] {
    try outputLines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  /// What a report says of each recording that ran: its id with the reasons, in order.
  func reasons() throws -> [String: [String]] {
    let recordings = try #require(try object()["recordings"] as? [[String: Any]])
    let ran = recordings.compactMap { recording -> (String, [String])? in
      guard let id = recording["recording_id"] as? String, let reasons = recording["reasons"] as? [String] else {
        return nil
      }
      return reasons.isEmpty ? nil : (id, reasons)
    }
    return Dictionary(uniqueKeysWithValues: ran)
  }
}
