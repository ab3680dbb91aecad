import FoundationEssentials
import Glibc
import Logging
import SPBasics
import SPTables
import Synchronization

/// Messages and a live area on one open file, such as standard error; make one for each file, so that they never mix.
///
/// A message goes above the live area, which is drawn again below it, both in one write.
package final class Console: Sendable {
  /// How messages are written.
  package enum Format: String, CaseIterable, Sendable {
    /// A line of text each.
    case text
    /// A JSON object each, for programs.
    case json
  }

  private struct State {
    var format = Format.text
    /// Whether a live area may be drawn.
    var isLive = false
    /// The lines that the terminal shows now.
    var drawn: [String] = []
  }

  private let terminal: Terminal
  private let isNew: @Sendable (String) -> Bool
  private let state = Mutex(State())

  /// Writes to an open file.
  ///
  /// - Parameters:
  ///   - descriptor: The number of the file, such as `STDERR_FILENO`.
  ///   - isNew: Returns whether a message is to be written; false if an earlier process of the same command has already
  ///     written it.
  package init(descriptor: Int32, isNew: @escaping @Sendable (String) -> Bool = { _ in true }) {
    terminal = Terminal(descriptor: descriptor)
    self.isNew = isNew
  }

  // MARK: Messages

  /// How messages are written now.
  package var format: Format { state.withLock(\.format) }

  /// Sets how messages are written from now on.
  package func use(_ format: Format) { state.withLock { $0.format = format } }

  /// Writes a message on a separate line.
  ///
  /// - Parameters:
  ///   - text: The message. In JSON, `error: ` and `warning: ` at its beginning become its level.
  ///   - level: The severity; nil to take it from the text.
  ///   - event: The subject of the message, for programs.
  ///   - members: Further data for programs.
  package func tell(
    _ text: String, level: Logger.Level? = nil, event: String = "message", _ members: [JSONValue.Member] = []
  ) {
    guard isNew(text) else { return }
    state.withLock { state in
      let line =
        state.format == .text
        ? text.withoutControls : LogMessage(text, level: level).json(event: event, at: Date(), members)
      guard !state.drawn.isEmpty else { return write(line + "\n") }
      let lines = state.drawn
      write(LiveArea.erase(lines, columns: terminal.size.columns) + line + "\n" + LiveArea.draw(lines))
    }
  }

  // MARK: The live area

  /// Allows a live area to be drawn if this is a terminal that can redraw lines, and messages are text.
  /// - Returns: whether it is allowed.
  package func beginLive() -> Bool {
    state.withLock { state in
      state.isLive = state.format == .text && terminal.canRedraw
      return state.isLive
    }
  }

  /// Draws the live area over the previous one. Does nothing if `beginLive()` has not allowed it, or if another
  /// program has the terminal.
  package func draw(_ lines: [String]) {
    state.withLock { state in
      guard state.isLive, terminal.isForeground else { return }
      write(LiveArea.erase(state.drawn, columns: terminal.size.columns) + LiveArea.draw(lines))
      state.drawn = lines
    }
  }

  /// Takes the live area away; it comes back when it is drawn the next time.
  package func clear() { state.withLock { clear(&$0) } }

  /// Takes the live area away for good.
  package func endLive() {
    state.withLock { state in
      clear(&state)
      state.isLive = false
    }
  }

  /// The same as `endLive()`, but without waiting for a write in progress, which may never end: for a program that
  /// must end now. During such a write it does nothing.
  package func abandonLive() {
    _ = state.withLockIfAvailable { state in
      clear(&state)
      state.isLive = false
    }
  }

  private func clear(_ state: inout State) {
    guard !state.drawn.isEmpty else { return }
    write(LiveArea.erase(state.drawn, columns: terminal.size.columns))
    state.drawn = []
  }

  /// Errors are ignored, as there is nowhere to report them.
  private func write(_ text: String) {
    _ = WholeTransfer.write(text.utf8, to: terminal.descriptor)
  }
}

/// Progress is written between the messages.
extension Console: ProgressOutput {
  /// Whether messages are JSON.
  package var isForPrograms: Bool { format == .json }

  /// Draws the figures as a live area.
  package func drawLive(_ figures: ProgressFigures) {
    let size = terminal.size
    // A line that fills the last column makes some terminals begin another.
    draw(ProgressText.live(figures, columns: size.columns - 1, rows: size.rows - 1))
  }
}

/// Control codes that draw lines at the bottom of a terminal and erase them.
private enum LiveArea {
  /// Draws lines; the cursor is left at the end of the last one.
  static func draw(_ lines: [String]) -> String { lines.joined(separator: "\n") }

  /// Goes to the first of the lines and clears from there on.
  ///
  /// In a terminal that has become narrower, lines take several rows.
  static func erase(_ lines: [String], columns: Int) -> String {
    guard !lines.isEmpty else { return "" }
    let rows = lines.reduce(0) { $0 + max(1, (TerminalText.width($1) + columns - 1) / columns) }
    // ECMA-48: carriage return, cursor up, erase to the end of the screen.
    return "\r" + (rows > 1 ? "\u{1B}[\(rows - 1)A" : "") + "\u{1B}[J"
  }
}

/// One message, for programs.
private struct LogMessage {
  /// Its severity.
  let level: Logger.Level
  /// The message without the words for its severity.
  let text: String

  /// Reads `error: ` and `warning: ` at the beginning of a text as its severity.
  init(_ text: String, level: Logger.Level?) {
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
  func json(event: String, at moment: Date, _ members: [JSONValue.Member]) -> String {
    let head: [JSONValue.Member] = [
      .init(key: "time", value: .string(UTCTime.text(moment))), .init(key: "level", value: .string("\(level)")),
      .init(key: "event", value: .string(event)), .init(key: "message", value: .string(text)),
    ]
    let taken = Set(head.map(\.key))
    return JSONValue.object(head + members.filter { !taken.contains($0.key) }).inline
  }
}
