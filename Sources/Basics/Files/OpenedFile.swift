import Glibc

/// Opening what a user names, to read it.
enum OpenedFile {
  /// Opens a regular file, or an input that the process was started with.
  ///
  /// Such inputs are standard input, and pipes such as `/dev/fd/63`, which a shell creates for `<(command)`. Other
  /// files are rejected: a named pipe blocks until a program writes into it, and a device such as `/dev/zero` has no
  /// end.
  /// - Returns: The descriptor, and the file's size and kind.
  /// - Throws: ``FileError``.
  static func reading(_ path: String) throws(FileError) -> (descriptor: Int32, status: stat) {
    // The open of a named pipe would block.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileError(path: path, operation: "open") }
    do {
      return (descriptor, try checked(descriptor, path))
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func checked(_ descriptor: Int32, _ path: String) throws(FileError) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError(path: path, operation: "open") }
    let kind = status.st_mode & S_IFMT
    if kind == S_IFREG || kind == S_IFDIR { return status }
    guard path == "/dev/null" || descriptorFolders.contains(where: path.hasPrefix) else {
      let name = kind == S_IFIFO ? "a named pipe" : "a device"
      throw FileError(
        path: path, operation: "read",
        reason: "it is \(name); expected a file, or /dev/stdin, or <(command) in a shell that has it")
    }
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) == 0 else {
      throw FileError(path: path, operation: "open")
    }
    return status
  }

  private static let descriptorFolders = ["/dev/fd/", "/dev/stdin", "/proc/self/fd/"]
}
