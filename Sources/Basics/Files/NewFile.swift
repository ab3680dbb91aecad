/// A file that is to appear under its name together with others, once all of them are there.
public struct NewFile: Sendable {
  /// Where it will be.
  public let path: String
  private let content: Content

  private enum Content: Sendable {
    case bytes([UInt8])
    case written(WrittenFile, ContentHash)
  }

  /// A file of bytes, which have yet to be written.
  package init(_ bytes: [UInt8], to path: String) {
    self.path = path
    content = .bytes(bytes)
  }

  /// Writes a file right away, for content that is too large for memory.
  ///
  /// Until it appears, it has a name that readers of its folder pass over. It is removed if it is released before it
  /// appears.
  /// - Parameters:
  ///   - path: where it will be; its folder is made if it is missing.
  ///   - write: writes all of it.
  /// - Throws: ``FileError``, or what `write` throws.
  package init(at path: String, write: (borrowing PendingFile) throws -> Void) throws {
    self.path = path
    let file = try PendingFile(for: path)
    try write(file)
    let hash = try ContentHash(ofFile: file.temporaryPath)
    content = .written(WrittenFile(file), hash)
  }

  /// The hash of its content.
  public var hash: ContentHash {
    switch content {
    case .bytes(let bytes): ContentHash(bytes)
    case .written(_, let hash): hash
    }
  }

  /// Its size.
  /// - Throws: ``FileError`` for a written file that is gone.
  public var sizeBytes: Int {
    get throws {
      switch content {
      case .bytes(let bytes): bytes.count
      case .written(let file, _): try file.stamp().sizeBytes
      }
    }
  }

  /// The file, written but not yet under its name.
  func written() throws -> WrittenFile {
    switch content {
    case .written(let file, _): return file
    case .bytes(let bytes):
      let file = try PendingFile(for: path)
      let stream = try OutputFile(file)
      try stream.write(bytes)
      try stream.close()
      return WrittenFile(file)
    }
  }
}

/// A pending file that can be passed on. It is `@unchecked Sendable` because only one task at a time has it.
final class WrittenFile: @unchecked Sendable {
  let path: String
  private let temporaryPath: String
  private var file: PendingFile?

  init(_ file: consuming PendingFile) {
    path = file.path
    temporaryPath = file.temporaryPath
    self.file = consume file
  }

  /// Begins to write the content out, without a wait for it.
  func beginSync() { DiskSync.begin(temporaryPath) }

  /// Syncs the content to the disk.
  func sync() throws { try DiskSync.sync(temporaryPath, shownAs: path) }

  /// The stamp of the content.
  func stamp() throws -> FileStamp { try FileStamp(of: temporaryPath, isNumbered: true) }

  /// Renames the file into place; its folder has yet to be synced.
  func appear() throws { try file.take()?.appear() }
}
