import FoundationEssentials
import Logging
import SPBasics

/// One message, for programs.
package struct LogMessage {
  /// Its severity.
  package let level: Logger.Level
  /// The message without the words for its severity.
  package let text: String

  /// Reads `error: ` and `warning: ` at the beginning of a text as its severity.
  package init(_ text: String, level: Logger.Level?) {
    if text.hasPrefix("error: ") {
      (self.level, self.text) = (.error, String(text.dropFirst("error: ".count)))
    } else if text.hasPrefix("warning: ") {
      (self.level, self.text) = (.warning, String(text.dropFirst("warning: ".count)))
    } else {
      // Diagnostics have their severity after their place.
      let marked: Logger.Level = text.contains(": error: ") ? .error : text.contains(": warning: ") ? .warning : .info
      (self.level, self.text) = (level ?? marked, text)
    }
  }

  /// One JSON object on a line, with time, level, event and message, and further members.
  package func json(event: String, at moment: Date, _ members: [JSONValue.Member]) -> String {
    let head: [JSONValue.Member] = [
      .init(key: "time", value: .string(UTCTime.text(moment))), .init(key: "level", value: .string("\(level)")),
      .init(key: "event", value: .string(event)), .init(key: "message", value: .string(text)),
    ]
    let taken = Set(head.map(\.key))
    return JSONValue.object(head + members.filter { !taken.contains($0.key) }).inline
  }
}
