import Foundation
import SPHDF5

/// A folder of a test's own, gone when the test is.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "recordings-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The names of everything in the folder, hidden files too.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }

  /// Makes an HDF5 file and tells its path.
  func file(_ name: String = "walk.h5", _ fill: (File) throws -> Void) throws -> String {
    let path = path + "/" + name
    let file = try File(creating: path)
    try fill(file)
    try file.close()
    return path
  }

  /// Makes a recording of the native layout and tells its path.
  func native(_ name: String = "walk.h5", _ fill: (File) throws -> Void) throws -> String {
    try file(name) { file in
      try file.attributes.set("format", to: "swingpipe-recording")
      try file.attributes.set("format_version", to: 1)
      try fill(file)
    }
  }
}
