import CMinizip
import Files
import Foundation

/// A zip archive, whose entries are unpacked into files without a name, so that they can be read from anywhere and are
/// gone when they are not used any more.
final class Archive {
  /// How much an archive may hold.
  struct Limits {
    /// Entries, folders included: apps share a few dozen.
    var entries = 10_000
    /// Bytes of all that is unpacked, whatever the archive's own size.
    var unpackedByteCount = 1 << 30
    /// Bytes that a byte of the archive may unpack to, beyond those: tables of numbers make 3 to 20.
    var expansion = 100
  }

  private let path: String
  private let handle: unzFile
  private let limits: Limits
  /// The most bytes that are unpacked of this one.
  private let mostByteCount: Int
  private var unpackedByteCount = 0
  /// Where the entries are: to look for a name means to walk over those before it.
  private var places: [String: unz64_file_pos] = [:]

  /// Whether a file begins as archives do.
  static func isArchive(_ head: [UInt8]) -> Bool {
    let signature: [UInt8] = [0x50, 0x4B]
    return head.starts(with: signature) && [[3, 4], [5, 6]].contains(Array(head.dropFirst(2).prefix(2)))
  }

  /// Opens an archive.
  /// - Throws: ``ImportError`` where its directory cannot be read, as of one that was cut off.
  init(_ path: String, limits: Limits = Limits()) throws {
    guard let handle = unzOpen64(path) else {
      throw ImportError(
        path: path, "its directory cannot be read; expected a whole zip archive, and this one is damaged or cut off")
    }
    self.path = path
    self.handle = handle
    self.limits = limits
    let byteCount = (try? FileStamp(of: path))?.sizeBytes ?? 0
    mostByteCount = max(limits.unpackedByteCount, byteCount.multipliedReportingOverflow(by: limits.expansion).0)
  }

  deinit { unzClose(handle) }

  /// The names of the files in it, in their order; folders and what starts with a dot are left out.
  /// - Throws: ``ImportError`` where it is damaged or has too many entries.
  func names() throws -> [String] {
    var names: [String] = []
    var count = 0
    var status = unzGoToFirstFile(handle)
    while status == UNZ_OK {
      count += 1
      guard count <= limits.entries else {
        throw fault("has more than \(limits.entries) entries; expected an archive of one recording")
      }
      let name = try currentName()
      var place = unz64_file_pos()
      // Of entries with one name the first counts.
      if places[name] == nil, unzGetFilePos64(handle, &place) == UNZ_OK { places[name] = place }
      let parts = name.split(separator: "/")
      let isHidden = parts.contains { $0.hasPrefix(".") || $0 == "__MACOSX" }
      if !name.hasSuffix("/"), !isHidden { names.append(name) }
      status = unzGoToNextFile(handle)
    }
    guard status == UNZ_END_OF_LIST_OF_FILE else { throw fault("its directory cannot be read to the end") }
    return names
  }

  private func currentName() throws -> String {
    var info = unz_file_info64()
    var name = [CChar](repeating: 0, count: 4096)
    let status = unzGetCurrentFileInfo64(handle, &info, &name, UInt(name.count - 1), nil, 0, nil, 0)
    guard status == UNZ_OK else { throw fault("its directory cannot be read") }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Unpacks an entry into a file below a folder, which has no name any more when this returns.
  ///
  /// - Parameters:
  ///   - name: as in ``names()``.
  ///   - folder: where there is room for it.
  /// - Throws: ``ImportError`` where it is damaged or encrypted, or all that was unpacked is too much, `FileError` where it cannot be written, and
  ///   `CancellationError`.
  func unpack(_ name: String, into folder: String) throws -> TextFile {
    guard var place = places[name], unzGoToFilePos64(handle, &place) == UNZ_OK, unzOpenCurrentFile(handle) == UNZ_OK
    else {
      throw fault("\(name) cannot be unpacked; expected it without encryption, and stored or deflated")
    }
    let file = try PendingFile(for: folder + "/unpacked")
    let written = Result { try write(name, to: file.temporaryPath) }
    let status = unzCloseCurrentFile(handle)
    try written.get()
    guard status != UNZ_CRCERROR else { throw fault("\(name) is damaged: its checksum is wrong") }
    return try TextFile(file.temporaryPath, name: "\(path)/\(name)")
  }

  private func write(_ name: String, to file: String) throws {
    guard FileManager.default.createFile(atPath: file, contents: nil), let output = FileHandle(forWritingAtPath: file)
    else { throw FileError(path: file, operation: "write") }
    defer { try? output.close() }
    var block = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      try Task.checkCancellation()
      let count = unzReadCurrentFile(handle, &block, UInt32(block.count))
      guard count >= 0 else { throw fault("\(name) is damaged: it cannot be unpacked to its end") }
      if count == 0 { break }
      unpackedByteCount += Int(count)
      guard unpackedByteCount <= mostByteCount else {
        throw fault(
          "unpacks to more than \(mostByteCount) bytes, with \(name); expected at most \(limits.unpackedByteCount), or "
            + "\(limits.expansion) times its own size: unpack it, and import the folder")
      }
      do {
        try output.write(contentsOf: block[..<Int(count)])
      } catch {
        throw FileError(path: Folder.split(file).folder, operation: "unpack \(name) into", cause: error)
      }
    }
  }

  private func fault(_ message: String) -> ImportError { ImportError(path: path, message) }
}
