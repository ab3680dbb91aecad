import SPBasics
import SPTables

/// Progress as text: the same figures and widths always give the same lines.
package enum ProgressText {
  /// The width of bars if the terminal has room for them.
  private static let barColumns = 20

  /// The live area of a terminal: one line per worker, and one for the whole batch.
  /// - Parameters:
  ///   - figures: the figures.
  ///   - columns: the largest width of each line.
  ///   - rows: the largest number of lines; the one for the whole batch is always shown.
  package static func live(_ figures: ProgressFigures, columns: Int, rows: Int = .max) -> [String] {
    let columns = max(1, columns)
    let workers = figures.workers
    let room = max(0, rows - 1)
    let shown = workers.count <= room ? workers.count : max(0, room - 1)
    let longest = workers.map { TerminalText.width($0?.recordingID.withoutControls ?? "") }.max() ?? 0
    // Up to half of the line for names, which leaves the figures their place in 40 columns.
    let nameColumns = max(1, min(max(longest, 8), columns / 2 - 2))
    var lines = workers.prefix(shown).map { worker in
      line(of: worker, nameColumns: nameColumns, columns: columns)
    }
    if shown < workers.count, room > 0 { lines.append("  and \(workers.count - shown) more") }
    lines.append(total(figures, columns: columns))
    return lines.map { TerminalText.clipped($0, to: columns) }
  }

  /// A number of bytes in a decimal unit: `812 B`, `3.4 MB`.
  package static func bytes(_ count: Int) -> String { ProgressWords.bytes(Double(count)) }

  /// One line for files and pipes, without control characters.
  package static func line(_ figures: ProgressFigures) -> String {
    let parts = parts(of: figures)
    return "progress: " + parts.map(\.text).joined(separator: ", ")
  }

  /// The result of a batch, on one line.
  package static func closing(_ figures: ProgressFigures) -> String {
    if figures.recordings == 0, figures.upToDate > 0 {
      return "nothing to do: \(counted(figures.upToDate, "recording")) up to date"
    }
    if figures.recordings == 0 { return "nothing to do" }
    var counts = ["\(figures.done) of \(counted(figures.recordings, "recording")) done"]
    if figures.failed > 0 { counts.append("\(figures.failed) failed") }
    let left = figures.recordings - figures.finished
    if left > 0 { counts.append("\(left) not done") }
    if figures.upToDate > 0 { counts.append("\(figures.upToDate) up to date") }
    guard figures.finished > 0 else { return counts.joined(separator: ", ") }
    var rates: [String] = []
    if let rate = figures.meanBytesPerSecond, rate > 0 { rates.append("\(ProgressWords.bytes(rate))/s") }
    if let factor = figures.meanRealTimeFactor { rates.append("\(ProgressWords.factor(factor)) real time") }
    let work = "\(ProgressWords.bytes(figures.bytesDone)) in \(ProgressWords.measured(figures.elapsedS))"
    return counts.joined(separator: ", ") + ": " + work + (rates.isEmpty ? "" : " (\(rates.joined(separator: ", ")))")
  }

  private static func line(of worker: ProgressFigures.Worker?, nameColumns: Int, columns: Int) -> String {
    guard let worker else { return "  -" }
    let name = TerminalText.padded(worker.recordingID.withoutControls, to: nameColumns)
    let percent = leftPadded(ProgressWords.percent(worker.fraction), to: 5)
    let clock = leftPadded(ProgressWords.clock(worker.elapsedS), to: 7)
    let stage = worker.stageID?.withoutControls ?? ""
    // Two columns of margin, name, percent, time, and a stage of some ten.
    let hasRoom = columns >= nameColumns + barColumns + 32
    let bar = hasRoom ? "  " + Self.bar(worker.fraction) : ""
    return "  \(name)\(bar) \(percent) \(clock)" + (stage.isEmpty ? "" : "  \(stage)")
  }

  private static func bar(_ fraction: Double) -> String {
    let filled = Int(Double(barColumns) * max(0, min(1, fraction)))
    return "[" + String(repeating: "#", count: filled) + String(repeating: "-", count: barColumns - filled) + "]"
  }

  /// The line for the whole batch: the least important figures are left out if they do not fit.
  private static func total(_ figures: ProgressFigures, columns: Int) -> String {
    var parts = parts(of: figures)
    func text() -> String { parts.map(\.text).joined(separator: "  ") }
    while parts.count > 1, TerminalText.width(text()) > columns,
      let least = parts.indices.min(by: { parts[$0].weight < parts[$1].weight })
    {
      parts.remove(at: least)
    }
    return text()
  }

  /// The figures in the order of display, each with its importance.
  private static func parts(of figures: ProgressFigures) -> [(text: String, weight: Int)] {
    var parts = [
      (ProgressWords.percent(figures.fraction), 7),
      ("\(figures.finished) of \(counted(figures.recordings, "recording"))", 4),
    ]
    if figures.failed > 0 { parts.append(("\(figures.failed) failed", 5)) }
    if figures.upToDate > 0 { parts.append(("\(figures.upToDate) up to date", 0)) }
    parts.append((ProgressWords.bytes(figures.bytesDone, of: Double(figures.bytes)), 3))
    if let rate = figures.bytesPerSecond { parts.append(("\(ProgressWords.bytes(rate))/s", 2)) }
    if let factor = figures.realTimeFactor { parts.append(("\(ProgressWords.factor(factor)) real time", 1)) }
    if let left = figures.secondsLeft { parts.append(("\(ProgressWords.about(left)) left", 6)) }
    return parts
  }

  private static func leftPadded(_ text: String, to columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - TerminalText.width(text))) + text
  }
}

/// Numbers of progress as text.
private enum ProgressWords {
  /// Bytes in decimal units: `812 B`, `3.4 MB`, `120 GB`.
  static func bytes(_ count: Double) -> String { "\(number(count, inUnitOf: count)) \(unit(of: count).name)" }

  /// A part of a number of bytes, in the unit of the whole: `1.2 of 5.0 GB`.
  static func bytes(_ part: Double, of whole: Double) -> String {
    "\(number(part, inUnitOf: whole)) of \(bytes(whole))"
  }

  /// A fraction in whole percent, rounded down, so that 100 % means all.
  static func percent(_ fraction: Double) -> String { "\(Int(100 * max(0, min(1, fraction)))) %" }

  /// Seconds of recording per second: `0.8x`, `1660x`.
  static func factor(_ value: Double) -> String { "\(digits(value))x" }

  /// An approximate duration: `45 s`, `2 min 40 s`, `23 min`, `3 h 05 min`, `2 d 4 h`.
  static func about(_ seconds: Double) -> String {
    let seconds = max(0, seconds)
    if seconds < 59.5 { return "\(Int(seconds.rounded())) s" }
    if seconds < 595 {
      let tens = 10 * Int((seconds / 10).rounded())
      return tens % 60 == 0 ? "\(tens / 60) min" : "\(tens / 60) min \(tens % 60) s"
    }
    let minutes = whole(seconds / 60)
    if minutes < 60 { return "\(minutes) min" }
    if minutes < 24 * 60 { return "\(minutes / 60) h \(padded(minutes % 60)) min" }
    let hours = whole(seconds / 3600)
    return "\(hours / 24) d \(hours % 24) h"
  }

  /// An elapsed time in clock form: `0:07`, `12:34`, `1:02:03`.
  static func clock(_ seconds: Double) -> String {
    let seconds = Int(clamping: Int64(max(0, min(1e12, seconds))))
    let (minutes, hours) = (seconds / 60 % 60, seconds / 3600)
    let tail = ":\(padded(seconds % 60))"
    return hours > 0 ? "\(hours):\(padded(minutes))\(tail)" : "\(minutes)\(tail)"
  }

  /// A measured time: `0.85 s`, `12.3 s`, else as in `about(_:)`.
  static func measured(_ seconds: Double) -> String {
    if seconds < 9.995 { return String(printf: "%.2f s", seconds) }
    return seconds < 59.95 ? String(printf: "%.1f s", seconds) : about(seconds)
  }

  private static func whole(_ value: Double) -> Int { Int(min(1e12, value).rounded()) }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func unit(of count: Double) -> (name: String, size: Double) {
    let units = [("TB", 1e12), ("GB", 1e9), ("MB", 1e6), ("kB", 1e3)]
    return units.first { count >= $0.1 } ?? ("B", 1)
  }

  private static func number(_ count: Double, inUnitOf whole: Double) -> String {
    let size = unit(of: whole).size
    return size == 1 ? String(printf: "%.0f", count) : digits(count / size)
  }

  /// At least two digits: `0.0`, `3.4`, `12`.
  private static func digits(_ value: Double) -> String { String(printf: value < 9.95 ? "%.1f" : "%.0f", value) }
}
