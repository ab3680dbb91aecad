import Foundation
import Logging

/// Standard output and standard error, written at once.
enum StandardStreams {
  /// Writes results; nothing else goes to standard output.
  static func output(_ text: String) {
    write(text, to: FileHandle.standardOutput)
  }

  /// Writes progress and messages.
  static func error(_ text: String) {
    write(text, to: FileHandle.standardError)
  }

  private static func write(_ text: String, to handle: FileHandle) {
    // A reader that went away, such as `head`, ends the program by SIGPIPE; any other failure has nowhere to be told.
    try? handle.write(contentsOf: Data(text.utf8))
  }
}

/// Messages on standard error: `error: ...` and `warning: ...`, others as they are.
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
    // Diagnostics of a pipeline say themselves what they are, after their place.
    let isMarked = text.contains(": error: ") || text.contains(": warning: ")
    let prefix = isMarked ? "" : level >= .error ? "error: " : level == .warning ? "warning: " : ""
    StandardStreams.error(prefix + text + "\n")
  }

  /// A logger for a command.
  static func logger(quiet: Bool) -> Logger {
    Logger(label: "swingpipe") { _ in StandardErrorLog(logLevel: quiet ? .error : .info) }
  }
}
