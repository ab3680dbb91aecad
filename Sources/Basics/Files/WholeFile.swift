import FoundationEssentials
import Glibc

/// Reading and writing whole files.
public enum WholeFile {
  /// Writes bytes to a file: it appears whole or not at all, and an older one of that name is replaced.
  /// - Throws: ``FileError``; the older file is then untouched, unless all that failed was to sync the folder.
  public static func write(_ bytes: [UInt8], to url: URL) throws { try write(bytes, to: url.filePath) }

  /// Writes bytes to the file at a path, as the public call does.
  package static func write(_ bytes: [UInt8], to path: String) throws {
    try write([NewFile(bytes, to: path)])
  }

  /// Writes bytes to `path` unless the file there holds exactly these, so that readers see no change.
  /// - Throws: ``FileError``; the older file is then untouched, unless all that failed was to sync the folder.
  package static func update(_ bytes: [UInt8], at path: String) throws {
    try update([(bytes, path)])
  }

  /// Writes only the files that do not contain exactly these bytes yet, as `write(_:)` does. The files appear in this
  /// order, after all are written.
  /// - Throws: ``FileError``.
  package static func update(_ files: [(bytes: [UInt8], path: String)]) throws {
    let changed = files.filter { bytes, path in
      guard let stamp = try? FileStamp(of: path), stamp.sizeBytes == bytes.count else { return true }
      return (try? read(path)) != bytes
    }
    try write(changed.map { NewFile($0.bytes, to: $0.path) })
  }

  /// How much is synced to disk when files are written.
  public enum Syncing: Sendable {
    /// The contents before the files appear, and their folders afterwards.
    case everything
    /// The contents alone: after a power failure some files may not have appeared, and their older ones may be there
    /// again. `sync(folders:)` makes sure of many at once.
    case contents
    /// Nothing: after a power failure a file may also be empty.
    case nothing
  }

  /// Writes several files. All files are written before the first appears.
  ///
  /// All are synced to disk before the first is renamed into place, so that a full disk or an unwritable folder leaves
  /// all older files unchanged.
  /// - Parameters:
  ///   - files: The files.
  ///   - syncing: How much is synced to disk.
  /// - Returns: The stamp of each file as written, even if another program has replaced it since.
  /// - Throws: ``FileError``.
  @discardableResult
  public static func write(_ files: [NewFile], syncing: Syncing = .everything) throws -> [FileStamp] {
    var written: [WrittenFile] = []
    var folders: [String] = []
    var stamps: [FileStamp] = []
    for file in files {
      let file = try file.written()
      // The disk takes several at once, so that all are there in little more than the time of one.
      if syncing != .nothing, files.count > 1 { file.beginSync() }
      written.append(file)
    }
    for file in written {
      if syncing != .nothing { try file.sync() }
      stamps.append(try file.stamp())
      let folder = Folder.split(file.path).folder
      if !folders.contains(folder) { folders.append(folder) }
    }
    for file in written { try file.appear() }
    if syncing == .everything { try sync(folders: folders) }
    return stamps
  }

  /// Syncs folders to the disk, so that files that have appeared in them stay there after a power failure.
  /// - Throws: ``FileError``.
  package static func sync(folders: [String]) throws {
    for folder in folders { try DiskSync.sync(folder) }
  }

  /// Removes the unfinished files that killed programs have left in a folder, but not in its subfolders.
  ///
  /// The files of programs that still run stay. The files of other hosts and containers stay until nothing was written
  /// to them for 7 days.
  /// - Returns: How many files were removed.
  @discardableResult
  package static func removeAbandoned(in folder: String) -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.count {
      guard TemporaryName.isAbandoned($0, in: folder) else { return false }
      let path = "\(folder)/\($0)"
      return unlink(path) == 0 || Folder.isFolder(path) && TemporaryFolder.remove(path)
    }
  }
}

extension WholeFile {
  /// Reads all bytes of a file, or of a pipe that the process was started with, such as `/dev/stdin`.
  /// - Throws: ``FileError``.
  public static func read(_ url: URL) throws(FileError) -> [UInt8] { try read(url.filePath) }

  /// Reads all bytes of the file at a path, as the public call does.
  package static func read(_ path: String) throws(FileError) -> [UInt8] {
    let descriptor = try OpenedFile.reading(path).descriptor
    defer { close(descriptor) }
    return try read(descriptor, name: path)
  }

  /// Reads all that standard input has to give.
  /// - Throws: ``FileError``.
  package static func readStandardInput() throws(FileError) -> [UInt8] {
    try read(STDIN_FILENO, name: "standard input")
  }

  /// Reads a file block by block, for as long as more is wanted.
  /// - Parameters:
  ///   - path: the file.
  ///   - isMoreWanted: is given each block, and says whether to read on.
  /// - Throws: ``FileError``, and what `isMoreWanted` throws.
  package static func read(_ path: String, blocks isMoreWanted: ([UInt8]) throws -> Bool) throws {
    let descriptor = try OpenedFile.reading(path).descriptor
    defer { close(descriptor) }
    while true {
      guard let block = WholeTransfer.read(from: descriptor, upTo: 65_536) else {
        throw FileError(path: path, operation: "read")
      }
      guard !block.isEmpty, try isMoreWanted(block) else { return }
    }
  }

  private static func read(_ descriptor: Int32, name: String) throws(FileError) -> [UInt8] {
    guard let bytes = WholeTransfer.read(from: descriptor) else { throw FileError(path: name, operation: "read") }
    return bytes
  }
}

/// Reading and writing of all bytes at a file descriptor: a call of the system may be interrupted, or take a part.
package enum WholeTransfer {
  /// Writes all bytes.
  /// - Returns: false if they could not be written, with the reason in `errno`.
  package static func write(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Bool {
    ContiguousArray(bytes).withUnsafeBytes { write($0, to: descriptor) }
  }

  /// Writes all bytes of a piece of memory.
  /// - Returns: false if they could not be written, with the reason in `errno`.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var done = 0
    while done < bytes.count {
      let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }

  /// Reads to the end, or as many bytes as are wanted.
  /// - Returns: nil if they could not be read, with the reason in `errno`.
  package static func read(from descriptor: Int32, upTo most: Int = .max) -> [UInt8]? {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: min(most, 65_536))
    while bytes.count < most {
      let wanted = min(block.count, most - bytes.count)
      let count = block.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, wanted) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      guard count > 0 else { break }
      bytes += block[..<count]
    }
    return bytes
  }
}
