import CFiles
import Glibc

/// A file that is being written. It appears under its name whole or not at all.
///
/// Until then it has a unique name that begins with a dot, in the folder of the final file. So the rename stays within
/// one file system, and programs that list the folder skip the file. `commit()` syncs the file, renames it and syncs
/// the folder. Without `commit()`, the file is removed when the value goes out of scope, so a failure or a cancellation
/// leaves nothing behind.
public struct PendingFile: ~Copyable {
  /// The path of the file after `commit()`.
  public let path: String
  /// The path of the file until `commit()`. Write to this path.
  public let temporaryPath: String
  private var isCommitted = false
  /// The descriptor of the file that lists the names; negative without such a file.
  nonisolated(unsafe) private static var notes: Int32 = -1

  /// Records the names of all pending files from now on, with a zero byte after each name.
  ///
  /// If this process is killed, another process can then remove its pending files.
  ///
  /// Call this function while the process has only one thread.
  /// - Parameter descriptor: An open file, to which names are appended through a duplicate of the descriptor. The
  ///   caller may close its descriptor. Without a duplicate, names would then go into the next file opened under the
  ///   same number, such as a table.
  package static func noteNames(in descriptor: Int32) {
    if notes >= 0 { close(notes) }
    notes = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
  }

  /// Reserves a temporary name in the folder of `path`, and creates the folder if it is missing.
  /// - Throws: ``FileError`` if `path` is a folder, or if its folder cannot be created.
  package init(for path: String) throws {
    guard !Folder.isFolder(path) else { throw FileError(path: path, operation: "write the file", code: EISDIR) }
    let (folder, name) = Folder.split(path)
    try Folder.create(folder)
    self.path = path
    self.temporaryPath = folder + "/" + TemporaryName.unique(for: name)
    guard Self.notes >= 0 else { return }
    let bytes = Array(temporaryPath.utf8) + [0]
    _ = write(Self.notes, bytes, bytes.count)
  }

  /// Makes the file appear under its name, durably. An older file of that name is replaced.
  /// - Throws: ``FileError``. The older file is then unchanged, unless only the sync of the folder failed.
  package consuming func commit() throws {
    try sync()
    let folder = Folder.split(path).folder
    try appear()
    try DiskSync.sync(folder)
  }

  /// Writes the content to disk.
  func sync() throws { try DiskSync.sync(temporaryPath, shownAs: path) }

  /// Renames the file into place. The caller still has to sync the folder.
  consuming func appear() throws {
    guard rename(temporaryPath, path) == 0 else { throw FileError(path: path, operation: "rename into place") }
    isCommitted = true
  }

  deinit {
    if !isCommitted { unlink(temporaryPath) }
  }
}

/// Writes files and folders to disk, so that they survive a power failure.
enum DiskSync {
  /// Starts to write a file's content to disk, so that a later `sync(_:shownAs:)` takes less time.
  ///
  /// Only `sync(_:shownAs:)` guarantees that the content is on disk, and only it reports errors.
  static func begin(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    cfiles_begin_sync(descriptor)
    close(descriptor)
  }

  static func sync(_ path: String, shownAs shown: String? = nil) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(path: shown ?? path, operation: "open") }
    defer { close(descriptor) }
    // Some network file systems cannot sync folders and report EINVAL. Nothing more can be done then.
    guard fsync(descriptor) == 0 || errno == EINVAL else {
      throw FileError(path: shown ?? path, operation: "sync to disk")
    }
  }
}

/// Disk space for a file that is being written.
package enum FileSpace {
  /// Reserves space for a file's first bytes, so that the disk cannot be full when they are written later.
  ///
  /// If the file system cannot reserve space, nothing happens.
  /// - Parameters:
  ///   - byteCount: The number of bytes.
  ///   - descriptor: The open file, whose size does not change.
  ///   - path: The path of the file, for the error.
  /// - Throws: ``FileError`` if there is too little space.
  package static func keep(_ byteCount: Int, for descriptor: Int32, path: String) throws(FileError) {
    guard byteCount > 0, cfiles_keep_space(descriptor, off_t(byteCount)) != 0, [ENOSPC, EDQUOT].contains(errno) else {
      return
    }
    throw FileError(path: path, operation: "write")
  }
}
