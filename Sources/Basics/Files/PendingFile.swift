import CFiles
import Glibc

/// A file that is being made: it appears under its name whole or not at all.
///
/// It is made under a unique dot-name in its own folder, so that the rename stays within one file system and readers of
/// the folder pass it over. `commit()` syncs it, renames it and syncs the folder; without that it is removed when the
/// value goes out of scope, so a failure or a cancellation leaves nothing behind.
public struct PendingFile: ~Copyable {
  /// Where the file will be.
  public let path: String
  /// Where it is until it is committed; write here.
  public let temporaryPath: String
  private var isCommitted = false
  /// The descriptor that names are written to; negative for none.
  nonisolated(unsafe) private static var notes: Int32 = -1

  /// Has the names of all pending files noted from now on, with a zero byte after each.
  ///
  /// Another process can then remove the files that this one leaves when it is killed.
  ///
  /// It has to be called while the process has one thread.
  /// - Parameter descriptor: an open file that is appended to. A duplicate of it is kept: were the caller to close the
  ///   one that is written to, the names would go into whatever file is opened under its number next, such as a table.
  package static func noteNames(in descriptor: Int32) {
    if notes >= 0 { close(notes) }
    notes = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
  }

  /// Reserves a name beside `path`, and makes the folder if it is missing.
  /// - Throws: ``FileError`` if there is a folder at `path`, or if its folder cannot be made.
  public init(for path: String) throws {
    guard !Folder.isFolder(path) else { throw FileError(path: path, operation: "write the file", code: EISDIR) }
    let (folder, name) = Folder.split(path)
    try Folder.create(folder)
    self.path = path
    self.temporaryPath = folder + "/" + TemporaryName.unique(for: name)
    guard Self.notes >= 0 else { return }
    let bytes = Array(temporaryPath.utf8) + [0]
    _ = write(Self.notes, bytes, bytes.count)
  }

  /// Makes the file appear under its name, durably; an older one of that name is replaced.
  /// - Throws: ``FileError``; the older file is then untouched, unless all that failed was to sync the folder.
  package consuming func commit() throws {
    try sync()
    let folder = Folder.split(path).folder
    try appear()
    try DiskSync.sync(folder)
  }

  /// Writes the content out to the disk.
  func sync() throws { try DiskSync.sync(temporaryPath, shownAs: path) }

  /// Renames the file into place; its folder has yet to be synced.
  consuming func appear() throws {
    guard rename(temporaryPath, path) == 0 else { throw FileError(path: path, operation: "rename into place") }
    isCommitted = true
  }

  deinit {
    if !isCommitted { unlink(temporaryPath) }
  }
}

/// Making sure that what was written outlives a power failure.
enum DiskSync {
  /// Begins to write a file's content out. This makes nothing certain: `sync(_:shownAs:)` does, sooner then, and tells
  /// what fails.
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
    // Some network file systems cannot sync folders, and say so with EINVAL: there is nothing more to be done then.
    guard fsync(descriptor) == 0 || errno == EINVAL else {
      throw FileError(path: shown ?? path, operation: "sync to disk")
    }
  }
}

/// Space on the disk for a file that is being written.
package enum FileSpace {
  /// Has the file system keep space for a file's first bytes, so that writing them cannot fail later for want of it.
  /// Where it cannot do that, nothing happens.
  /// - Parameters:
  ///   - byteCount: how many bytes.
  ///   - descriptor: the open file, whose size stays as it is.
  ///   - path: the file, for the error.
  /// - Throws: ``FileError`` if there is too little space.
  package static func keep(_ byteCount: Int, for descriptor: Int32, path: String) throws(FileError) {
    guard byteCount > 0, cfiles_keep_space(descriptor, off_t(byteCount)) != 0, [ENOSPC, EDQUOT].contains(errno) else {
      return
    }
    throw FileError(path: path, operation: "write")
  }
}
