import Foundation
import Testing

/// A Python of the tests' own, with the packages that `Python/requirements.txt` pins.
///
/// It is made once beside the build, and anew when the list changes.
struct VirtualEnvironment {
  let python: String

  /// The test's folder of Python programs.
  static let programs = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Python"

  /// The one for this machine; why there is none, where none can be made.
  static let shared: Result<VirtualEnvironment, Impossible> = Result { try VirtualEnvironment() }
    .mapError { $0 as? Impossible ?? Impossible(reason: "\($0)") }

  /// No virtual environment can be made here.
  struct Impossible: Error, CustomStringConvertible {
    let reason: String
    var description: String { "no virtual environment can be made here: \(reason)" }
  }

  static var isPossible: Bool { if case .success = shared { true } else { false } }

  /// Why tests that need it are skipped.
  static var reason: Comment {
    if case .failure(let error) = shared { Comment(rawValue: error.description) } else { "" }
  }

  private init() throws {
    let list = Self.programs + "/requirements.txt"
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path
    let folder = root + "/.build/python"
    python = folder + "/bin/python"
    let wanted = try Data(contentsOf: URL(fileURLWithPath: list))
    let installed = URL(fileURLWithPath: folder + "/installed.txt")
    if (try? Data(contentsOf: installed)) == wanted, Self.run([python, "-c", "pass"]).status == 0 { return }
    try? FileManager.default.removeItem(atPath: folder)
    for command in [
      ["python3", "-m", "venv", folder],
      [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement", list],
    ] {
      let (status, output) = Self.run(command)
      guard status == 0 else {
        throw Impossible(reason: "\(command.joined(separator: " ")) ended with \(status): \(output.suffix(500))")
      }
    }
    try wanted.write(to: installed)
  }

  /// Runs a program of the test's folder.
  func run(_ program: String, _ arguments: String...) -> (status: Int32, output: String) { run(program, arguments) }

  /// Runs a program of the test's folder.
  func run(_ program: String, _ arguments: [String]) -> (status: Int32, output: String) {
    Self.run([python, Self.programs + "/" + program] + arguments)
  }

  private static func run(_ command: [String]) -> (status: Int32, output: String) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    do { try process.run() } catch { return (-1, "\(error)") }
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
