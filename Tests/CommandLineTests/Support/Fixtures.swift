import Foundation
import SPHDF5
import Synchronization
import Testing

/// Recordings that the tool made once for all tests.
enum Fixtures {
  private static let folder = Task { try await simulated("--seed", "3", "--count", "2", "--duration-s", "10") }
  private static let longFolder = Task { try await simulated("--seed", "9", "--duration-s", "3600") }

  private static func simulated(_ options: String...) async throws -> Scratch {
    let scratch = try Scratch()
    removeAtExit(scratch.path)
    let outcome = try await Tool.run(["simulate", "swings", "--output", scratch.path] + options)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return scratch
  }

  /// A recording of 10 s with the id `baseball-000003`.
  static func recording() async throws -> String { try await folder.value("baseball-000003.h5") }

  /// Another recording of 10 s with the id `baseball-000004`.
  static func otherRecording() async throws -> String { try await folder.value("baseball-000004.h5") }

  /// A recording of an hour with the id `baseball-000009`: a run is still at work on it when a signal comes.
  static func longRecording() async throws -> String { try await longFolder.value("baseball-000009.h5") }

  /// Gives a copy of a recording another identifier.
  static func rename(_ path: String, id: String) throws {
    try edit(path) { try $0.group.attributes.set("recording_id", to: id) }
  }

  /// Takes the device motion out of a recording.
  static func withoutMotion(_ path: String) throws {
    try edit(path) { try $0.group.remove("device_motion") }
  }

  /// Gives a recording an attribute.
  static func state(_ path: String, _ attribute: String, _ value: String) throws {
    try edit(path) { try $0.group.attributes.set(attribute, to: value) }
  }

  /// Changes a recording. A tool that another test starts at this moment holds all open files for an instant, and with
  /// them the lock of a copy that was made just now: that passes.
  private static func edit(_ path: String, _ change: (borrowing File) throws -> Void) throws {
    for attempt in 0... {
      do {
        let file = try File(opening: path, for: .readingAndWriting)
        try change(file)
        return try file.close()
      } catch let error as HDF5Error where error.reason.contains("holds a lock") && attempt < 100 {
        usleep(20_000)
      }
    }
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
