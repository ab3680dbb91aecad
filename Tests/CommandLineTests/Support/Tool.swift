import Foundation
import Testing

/// The command line tool as it was built beside these tests.
enum Tool {
  /// How a run of the tool ended.
  struct Outcome: Sendable {
    /// The exit status; negative for the signal that ended the tool.
    var status: Int
    var output: String
    var errors: String
    /// How long it took from the signal that was sent to it, or else from its start, s.
    var seconds: Double
    /// Whether it was killed because it did not end in time.
    var isKilled: Bool

    var outputLines: [String] { output.split(separator: "\n").map(String.init) }
    var errorLines: [String] { errors.split(separator: "\n").map(String.init) }

    /// The output as a JSON object.
    func object() throws -> [String: Any] {
      try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    }
  }

  struct NotFound: Error, CustomStringConvertible {
    var folders: [String]
    var description: String { "no executable \"swingpipe\" in \(folders.joined(separator: ", "))" }
  }

  /// The subcommands, in the order of the help.
  static let commands = [
    "import", "check", "run", "report", "explain", "label", "plot", "export", "simulate", "degrade", "status", "merge",
    "slurm", "head", "score", "sweep", "diff", "pipelines", "describe", "workout-plan",
  ]

  /// The executable: beside the test bundle, which any build configuration and scratch path make, or in `.build`.
  static let path: Result<String, NotFound> = {
    var folders: [String] = []
    for start in CommandLine.arguments + [Bundle.main.executablePath, Bundle.main.bundlePath].compactMap(\.self)
    where start.hasPrefix("/") {
      // On a Mac the tests lie three folders deep in the bundle.
      var folder = URL(fileURLWithPath: start)
      for _ in 0..<4 {
        folder.deleteLastPathComponent()
        folders.append(folder.path)
      }
    }
    folders += ["debug", "release"].map { Project.path(".build/\($0)") }
    let candidates = folders.map { $0 + "/swingpipe" }
    let found = candidates.first { path in
      var isFolder: ObjCBool = false
      let manager = FileManager.default
      return manager.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
        && manager.isExecutableFile(atPath: path)
    }
    return found.map { .success($0) } ?? .failure(NotFound(folders: folders))
  }()

  /// Runs the tool to its end, which has to come within a time.
  ///
  /// - Parameters:
  ///   - folder: the folder to work in; the tests' own by default.
  ///   - interrupting: when given, Ctrl-C is sent as soon as this is true of what was written to standard error so far.
  static func run(
    _ arguments: [String], in folder: String? = nil, interrupting: (@Sendable (String) -> Bool)? = nil,
    timeoutS: Double = 60
  ) async throws -> Outcome {
    try await launch(
      executable: path.get(), arguments, in: folder, interrupting: interrupting, timeoutS: timeoutS)
  }

  /// Runs a line of the shell in which `$SWINGPIPE` is the tool.
  static func shell(_ line: String, in folder: String? = nil) async throws -> Outcome {
    let tool = "'" + (try path.get()).replacing("'", with: "'\\''") + "'"
    return try await launch(
      executable: "/bin/sh", ["-c", "SWINGPIPE=\(tool)\n" + line], in: folder, interrupting: nil, timeoutS: 60)
  }

  private static func launch(
    executable: String, _ arguments: [String], in folder: String?, interrupting: (@Sendable (String) -> Bool)?,
    timeoutS: Double
  ) async throws -> Outcome {
    await Gate.shared.enter()
    defer { Task { await Gate.shared.leave() } }
    // On a separate thread: tests that compute may keep the threads of tasks busy for a minute, and signals must not wait.
    let outcome = try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            try watch(executable: executable, arguments, in: folder, interrupting: interrupting, timeoutS: timeoutS)
          })
      }
    }
    if outcome.isKilled { Issue.record("swingpipe \(arguments) did not end within \(timeoutS) s") }
    return outcome
  }

  /// Runs a program and waits for its end.
  private static func watch(
    executable: String, _ arguments: [String], in folder: String?, interrupting: (@Sendable (String) -> Bool)?,
    timeoutS: Double
  ) throws -> Outcome {
    // Files cannot fill up as pipes do, and no other child inherits an end of them.
    let scratch = try Scratch()
    let output = try scratch.write("", to: "output")
    let errors = try scratch.write("", to: "errors")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errors))
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    try process.run()
    let clock = ContinuousClock()
    let begin = clock.now
    var start = begin
    var isWaiting = interrupting != nil
    var isKilled = false
    while process.isRunning {
      if isWaiting, let interrupting, interrupting(try String(contentsOfFile: errors, encoding: .utf8)) {
        process.interrupt()
        start = clock.now
        isWaiting = false
      }
      if clock.now - begin > .seconds(timeoutS) {
        kill(process.processIdentifier, SIGKILL)
        isKilled = true
        break
      }
      usleep(2000)
    }
    process.waitUntilExit()
    let seconds = (clock.now - start) / .seconds(1)
    let status = Int(process.terminationStatus)
    return Outcome(
      status: process.terminationReason == .uncaughtSignal ? -status : status,
      output: try String(contentsOfFile: output, encoding: .utf8),
      errors: try String(contentsOfFile: errors, encoding: .utf8), seconds: seconds, isKilled: isKilled)
  }
}

/// Lets as many children run at a time as there are processors: all tests start at once, and what is timed is not to wait.
private actor Gate {
  static let shared = Gate()
  private var free = max(2, ProcessInfo.processInfo.activeProcessorCount)
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func enter() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  func leave() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}

/// Files of the project.
enum Project {
  /// The path of a file by its path below the project's folder.
  static func path(_ relative: String) -> String {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    return folder.appendingPathComponent(relative).path
  }

  /// A pipeline of the project.
  static func pipeline(_ name: String) -> String { path("Pipelines/\(name).json") }
}
