import Foundation
import HDF5
import Synchronization
import Testing

/// Recordings that the tool made once for all tests.
enum Fixtures {
  private static let folder = Task { () throws -> Scratch in
    let scratch = try Scratch()
    removeAtExit(scratch.path)
    let outcome = try await Tool.run([
      "simulate", "--output", scratch.path, "--seed", "3", "--count", "2", "--duration-s", "10",
    ])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return scratch
  }

  /// A recording of 10 s with the id `baseball-000003`.
  static func recording() async throws -> String { try await folder.value("baseball-000003.h5") }

  /// Another recording of 10 s with the id `baseball-000004`.
  static func otherRecording() async throws -> String { try await folder.value("baseball-000004.h5") }

  /// Gives a copy of a recording another identifier.
  static func rename(_ path: String, id: String) throws {
    let file = try File(opening: path, for: .readingAndWriting)
    try file.group.attributes.set("recording_id", to: id)
    try file.close()
  }

  /// Takes the device motion out of a recording.
  static func withoutMotion(_ path: String) throws {
    let file = try File(opening: path, for: .readingAndWriting)
    try file.group.remove("device_motion")
    try file.close()
  }

  /// Gives a recording an attribute.
  static func state(_ path: String, _ attribute: String, _ value: String) throws {
    let file = try File(opening: path, for: .readingAndWriting)
    try file.group.attributes.set(attribute, to: value)
    try file.close()
  }

  private static let leftovers = Mutex<[String]>([])

  /// Statics are not let go of when the process ends.
  private static func removeAtExit(_ path: String) {
    leftovers.withLock { $0.append(path) }
    atexit {
      for path in Fixtures.leftovers.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: path) }
    }
  }
}
