import CFiles
import Glibc

/// Copying a file to edit the copy.
package enum FileCopy {
  /// How many bytes the system copies between two checks of whether to stop.
  private static let blockBytes = 1 << 26

  /// Copies the content of a file.
  ///
  /// If possible, the system copies the bytes without passing them through this program. File systems that share blocks
  /// between files then write no bytes.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - target: The copy, which must not exist yet.
  ///   - mustStop: Called after each block. Once it returns true, the rest is not copied.
  /// - Throws: ``FileError``, or `CancellationError` if `mustStop` returned true.
  package static func copy(
    _ source: String, to target: borrowing PendingFile, unless mustStop: () -> Bool = { Task.isCancelled }
  ) throws {
    let input = try OpenedFile.reading(source).descriptor
    defer { close(input) }
    let output = open(target.temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard output >= 0 else { throw FileError(path: target.path, operation: "create a copy beside the file") }
    defer { close(output) }
    while true {
      let count = cfiles_copy_range(input, output, blockBytes)
      if count < 0, errno == EINTR { continue }
      // This system or file system cannot do it. Both files are positioned after the bytes copied so far.
      if count < 0, [ENOSYS, EXDEV, EINVAL, EOPNOTSUPP, EPERM].contains(errno) { break }
      guard count >= 0 else { throw FileError(path: target.path, operation: "write a copy beside the file") }
      if count == 0 { break }
      if mustStop() { throw CancellationError() }
    }
    // This copies nothing if the system has copied all of it.
    try copyRest(of: input, source, to: output, target.path, unless: mustStop)
  }

  private static func copyRest(
    of input: Int32, _ source: String, to output: Int32, _ target: String, unless mustStop: () -> Bool
  ) throws {
    var block = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = block.withUnsafeMutableBytes { read(input, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileError(path: source, operation: "read") }
      if count == 0 { return }
      guard block[..<count].withUnsafeBytes({ WholeTransfer.write($0, to: output) }) else {
        throw FileError(path: target, operation: "write a copy beside the file")
      }
      if mustStop() { throw CancellationError() }
    }
  }

  /// Gives a file the permissions of another, and its owner and group as far as the system allows it.
  /// - Throws: ``FileError`` where the permissions cannot be set.
  package static func copyPermissions(of source: String, to target: borrowing PendingFile) throws {
    var information = stat()
    guard stat(source, &information) == 0 else { throw FileError(path: source, operation: "read") }
    // Before the permissions: a change of owner takes some of them away.
    _ = chown(target.temporaryPath, information.st_uid, information.st_gid)
    guard chmod(target.temporaryPath, information.st_mode & 0o7777) == 0 else {
      throw FileError(path: target.path, operation: "set the permissions")
    }
  }
}
