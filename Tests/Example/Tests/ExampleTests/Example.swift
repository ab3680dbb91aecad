import Foundation
import Swingpipe
import Testing

/// The files of the example, its programs, and a bundled recording of tennis with labels.
enum Example {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func url(_ name: String) -> URL { root.appending(path: name) }

  static let recording = url("../../Data/tennis-000001.h5")

  /// The recording's labels, by time.
  static func labels() throws -> [Annotations.Swing] {
    let annotations = try #require(try Recording(contentsOf: recording).annotations())
    return annotations.swings.sorted { $0.contactTime < $1.contactTime }
  }

  /// Runs a program of the example and gives the lines that it prints; it has to end with a status.
  static func run(_ program: String, _ arguments: [String], status: Int32 = 0) throws -> [String] {
    let process = Process()
    let file: URL = try #require(executable(program), "no \(program) beside the tests")
    process.executableURL = file
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == status)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Beside the tests, which on a Mac lie three folders deep in their bundle.
  private static func executable(_ name: String) -> URL? {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0])
    for _ in 0..<4 {
      folder.deleteLastPathComponent()
      let candidate = folder.appending(path: name)
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
    }
    return nil
  }
}
