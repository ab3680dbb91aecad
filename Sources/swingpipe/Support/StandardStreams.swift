import ArgumentParser
import FoundationEssentials
import Glibc
import Logging
import SPBasics
import SPBatches
import SPPipelines
import SPTables

/// Standard output and standard error, written without buffering.
enum StandardStreams {
  /// Writes results to standard output, which contains nothing else.
  ///
  /// Control characters in identifiers and texts of files do not reach a terminal: they are written as escapes such as
  /// `\u{1B}`, except for tabs and line feeds.
  static func output(_ text: String) { output(Data(text.withoutControls(but: ["\n", "\t"]).utf8)) }

  /// Writes results in JSON unchanged: JSON itself escapes these characters, as `\u001b`.
  static func output(json: String) { output(Data(json.utf8)) }

  /// Writes results as text, or as JSON if the user asks for JSON.
  static func output(
    _ text: @autoclosure () throws -> String, json: @autoclosure () throws -> String, isJSON: Bool
  ) rethrows {
    isJSON ? output(json: try json()) : output(try text())
  }

  /// Opens the standard streams that the program was started without.
  ///
  /// Otherwise the first file to be opened would get a stream's number, and would receive the text for that stream.
  /// Writing to a stream that was opened here is an error, as for a closed stream.
  static func reserve() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // `open` returns the lowest free number, which is this descriptor.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Writes results unchanged: binary data, and texts for programs.
  static func output(_ data: Data) {
    let repeated = Supervisor.process.repeatedOutput
    let data = repeated?.rest(of: data) ?? data
    // Both streams may lead to one terminal.
    Console.shared.clear()
    if WholeTransfer.write(data, to: STDOUT_FILENO) {
      repeated?.wrote(data)
    } else {
      let code = errno
      // If the reader has gone away, such as `head`, SIGPIPE has already ended the program.
      self.error("error: cannot write to standard output: \(String(cString: strerror(code)))")
      _exit((isWorthRetrying(systemCode: code) ? ExitCode.temporary : ExitCode.someFailed).rawValue)
    }
  }

  /// Writes a line of progress or a message.
  ///
  /// Names of files may contain line breaks and escape codes. The console ensures that these do not break a message or
  /// reach a terminal.
  static func error(_ line: String) { Console.shared.tell(line) }

  /// Writes diagnostics of a pipeline: one line each, or as JSON with path, stage and option as separate members.
  static func error(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics {
      let facts = [
        ("path", diagnostic.recording ?? diagnostic.location.file), ("stage", diagnostic.stageID),
        ("option", diagnostic.option),
      ]
      Console.shared.tell(
        "\(diagnostic)", level: diagnostic.severity == .error ? .error : .warning,
        facts.compactMap { key, value in value.map { .init(key: key, value: .string($0)) } })
    }
  }
}

/// Writes log messages to standard error: `error: ...`, `warning: ...`, and messages of other levels unchanged.
/// Metadata appear only in JSON.
struct StandardErrorLog: LogHandler {
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let level = event.level
    let text = "\(event.message)"
    // Diagnostics of a pipeline already contain their level, after their place.
    let isMarked = text.contains(": error: ") || text.contains(": warning: ")
    let prefix = isMarked ? "" : level >= .error ? "error: " : level == .warning ? "warning: " : ""
    let known = metadata.merging(event.metadata ?? [:]) { $1 }
    let members = known.sorted { $0.key < $1.key }.map { JSONValue.Member(key: $0.key, value: .string("\($0.value)")) }
    Console.shared.tell(prefix + text, level: level, members)
  }

  /// A logger for a command.
  static func logger(quiet: Bool) -> Logger {
    Logger(label: "swingpipe") { _ in StandardErrorLog(logLevel: quiet ? .error : .info) }
  }
}

extension Console {
  /// Standard error of the tool. Messages that an earlier child process has written are not repeated.
  static let shared = Console(descriptor: STDERR_FILENO) { Supervisor.process.repeatedOutput?.isNew($0) ?? true }
}

extension Interruption {
  /// Same as ``cancelling(beforeExit:_:)``, but the live area is removed before a second signal ends the program.
  static func cancelling<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> (result: Result, wasInterrupted: Bool) {
    try await cancelling(beforeExit: { Console.shared.abandonLive() }, work)
  }
}
