import Foundation

/// A file in the making: it appears under its name whole or not at all.
///
/// It is made under a unique dot-name in its own folder, so that the rename stays within one file system and readers of
/// the folder pass it over. ``commit()`` syncs it, renames it and syncs the folder; without that it is removed when the
/// value goes out of scope, so a failure or a cancellation leaves nothing behind.
public struct PendingFile: ~Copyable {
  /// Where the file will be.
  public let path: String
  /// Where it is until it is committed; write here.
  public let temporaryPath: String
  private var isCommitted = false

  /// Reserves a name beside `path`, and makes the folder if it is missing.
  /// - Throws: ``FileError`` when the folder cannot be made.
  public init(for path: String) throws {
    guard !Folder.isFolder(path) else { throw FileError(path: path, operation: "write the file", code: EISDIR) }
    let (folder, name) = Folder.split(path)
    try Folder.create(folder)
    self.path = path
    // Long names are cut, since a name may take up all of the 255 bytes that a file system allows.
    let stem = String(decoding: Array(name.utf8.prefix(180)), as: UTF8.self)
    let unique = String(UInt64.random(in: .min ... .max), radix: 36)
    self.temporaryPath = folder + "/.\(stem).\(getpid())-\(unique).tmp"
  }

  /// Makes the file appear under its name, durably; an older one of that name is replaced.
  /// - Throws: ``FileError``; the older file is then untouched, unless all that failed was to sync the folder.
  public consuming func commit() throws {
    try Self.sync(temporaryPath)
    guard rename(temporaryPath, path) == 0 else { throw FileError(path: path, operation: "rename into place") }
    isCommitted = true
    try Self.sync(Folder.split(path).folder)
  }

  deinit {
    if !isCommitted { unlink(temporaryPath) }
  }

  private static func sync(_ path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(path: path, operation: "open") }
    defer { close(descriptor) }
    // Some network file systems cannot sync folders, and say so with EINVAL: there is nothing more to be done then.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw FileError(path: path, operation: "sync to disk") }
  }
}

/// Writing whole files.
public enum WholeFile {
  /// Writes bytes to `path`: the file appears whole or not at all, and an older one of that name is replaced.
  /// - Throws: ``FileError``; the older file is then untouched.
  public static func write(_ bytes: [UInt8], to path: String) throws {
    let file = try PendingFile(for: path)
    let stream = try OutputFile(file.temporaryPath)
    try stream.write(bytes)
    try stream.close()
    try file.commit()
  }

  /// Writes several files: all are written out before the first of them appears, so that a full disk or an unwritable
  /// folder leaves the older ones of all names untouched.
  /// - Throws: ``FileError``.
  public static func write(_ files: [(path: String, bytes: [UInt8])]) throws {
    final class Box {
      var file: PendingFile?
      init(_ file: consuming PendingFile) { self.file = consume file }
    }
    var boxes: [Box] = []
    for (path, bytes) in files {
      let file = try PendingFile(for: path)
      let stream = try OutputFile(file.temporaryPath)
      try stream.write(bytes)
      try stream.close()
      boxes.append(Box(file))
    }
    for box in boxes { try box.file.take()?.commit() }
  }
}
