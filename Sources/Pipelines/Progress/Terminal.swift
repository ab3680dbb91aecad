import Foundation

/// The properties of the terminal behind a file descriptor.
public struct Terminal: Sendable {
  let descriptor: Int32

  /// The terminal of an open file, which may be none.
  public init(descriptor: Int32) { self.descriptor = descriptor }

  /// Whether lines can be drawn over again: not into a file or pipe, nor where the cursor cannot be moved.
  public var canRedraw: Bool {
    guard isatty(descriptor) == 1 else { return false }
    let kind = ProcessInfo.processInfo.environment["TERM"] ?? ""
    return !kind.isEmpty && kind != "dumb"
  }

  /// Whether no other program has the terminal, as the shell has for one in its background.
  public var isForeground: Bool {
    let group = tcgetpgrp(descriptor)
    return group < 0 || group == getpgrp()
  }

  /// Its size in characters, as of now; 80 by 24 where it does not tell.
  public var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return (80, 24) }
    return (Int(size.ws_col), size.ws_row > 0 ? Int(size.ws_row) : 24)
  }

  /// The width of standard output: as `COLUMNS` says, or of its terminal; nil elsewhere.
  public static var outputWidth: Int? {
    if let width = ProcessInfo.processInfo.environment["COLUMNS"].flatMap(Int.init), width > 0 { return width }
    return isatty(STDOUT_FILENO) == 1 ? Terminal(descriptor: STDOUT_FILENO).size.columns : nil
  }
}
