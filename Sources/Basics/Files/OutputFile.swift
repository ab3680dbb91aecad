import Glibc

/// A file that is written from front to back.
package final class OutputFile {
  private let path: String
  private var descriptor: Int32

  /// Creates the file, or empties an existing file.
  /// - Throws: ``FileError``.
  package convenience init(_ path: String) throws { try self.init(path, shownAs: path) }

  /// Creates or empties a pending file at its temporary path; errors name its final path.
  /// - Throws: ``FileError``.
  package convenience init(_ file: borrowing PendingFile) throws {
    try self.init(file.temporaryPath, shownAs: file.path)
  }

  private init(_ path: String, shownAs shown: String) throws {
    self.path = shown
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw FileError(path: shown, operation: "create") }
  }

  /// Appends all of `bytes`.
  /// - Throws: ``FileError``, such as for a full disk.
  package func write(_ bytes: some Sequence<UInt8>) throws {
    guard WholeTransfer.write(Array(bytes), to: descriptor) else { throw FileError(path: path, operation: "write") }
  }

  /// Closes the file; a delayed write error appears here.
  /// - Throws: ``FileError``.
  package func close() throws {
    let result = Glibc.close(descriptor)
    descriptor = -1
    guard result == 0 else { throw FileError(path: path, operation: "close") }
  }

  deinit {
    if descriptor >= 0 { _ = Glibc.close(descriptor) }
  }
}
