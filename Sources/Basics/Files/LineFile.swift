import Glibc

/// A file of lines that grows, such as a log.
///
/// Each line is one write at its end, unless a signal or a full disk cuts the write short. So a program that dies
/// leaves whole lines, and readers that follow the file see whole lines.
package final class LineFile: Sendable {
  /// The file.
  package let path: String
  private let descriptor: Int32

  /// Creates a new file, and its folder if it is missing. An existing file is never changed.
  /// - Throws: ``FileError``, with the code `EEXIST` if a file of that name exists.
  package init(creating path: String) throws {
    try Folder.create(Folder.split(path).folder)
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw FileError(path: path, operation: "create") }
  }

  /// Appends a line and a line break.
  /// - Throws: ``FileError``, such as for a full disk.
  package func append(_ line: String) throws {
    guard WholeTransfer.write((line + "\n").utf8, to: descriptor) else {
      throw FileError(path: path, operation: "write")
    }
  }

  deinit { _ = close(descriptor) }
}
