import ArgumentParser
import Foundation
import Logging

/// Standard output and standard error, written at once.
enum StandardStreams {
  /// Writes results; nothing else goes to standard output.
  static func output(_ text: String) {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    } catch {
      // A reader that went away, such as `head`, has ended the program by SIGPIPE already.
      self.error("error: cannot write to standard output: \(String(cString: strerror(errno)))")
      _exit(ExitCode.someFailed.rawValue)
    }
  }

  /// Writes a line of progress or a message.
  ///
  /// Names of files may hold line breaks and escape codes: neither is to break a message or reach a terminal.
  static func error(_ line: String) {
    // A failure has nowhere to be told.
    try? FileHandle.standardError.write(contentsOf: Data((line.withoutControls + "\n").utf8))
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
    StandardStreams.error(prefix + text)
  }

  /// A logger for a command.
  static func logger(quiet: Bool) -> Logger {
    Logger(label: "swingpipe") { _ in StandardErrorLog(logLevel: quiet ? .error : .info) }
  }
}

extension String {
  /// The text with its control characters written as `\u{1B}`.
  var withoutControls: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.properties.generalCategory == .control {
        text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}
