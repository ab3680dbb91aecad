import FoundationEssentials
import Glibc

/// The properties of the terminal behind a file descriptor.
package struct Terminal: Sendable {
  let descriptor: Int32

  /// Takes an open file, which need not be a terminal.
  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// Whether lines can be redrawn: not in a file or pipe, and not in a terminal whose cursor cannot be moved.
  package var canRedraw: Bool {
    guard isatty(descriptor) == 1 else { return false }
    let kind = ProcessInfo.processInfo.environment["TERM"] ?? ""
    return !kind.isEmpty && kind != "dumb"
  }

  /// Whether this process is in the foreground of the terminal; false if the shell runs it in the background, true
  /// without a terminal.
  package var isForeground: Bool {
    let group = tcgetpgrp(descriptor)
    return group < 0 || group == getpgrp()
  }

  /// Its current size in characters; 80 by 24 if unknown.
  package var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return (80, 24) }
    return (Int(size.ws_col), size.ws_row > 0 ? Int(size.ws_row) : 24)
  }

  /// The width of standard output in characters: the value of `COLUMNS`, or else the width of its terminal; nil without
  /// either.
  package static var outputWidth: Int? {
    if let width = ProcessInfo.processInfo.environment["COLUMNS"].flatMap(Int.init), width > 0 { return width }
    return isatty(STDOUT_FILENO) == 1 ? Terminal(descriptor: STDOUT_FILENO).size.columns : nil
  }
}
