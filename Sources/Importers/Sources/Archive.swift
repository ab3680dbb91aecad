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
  private let file: InputFile
  private let directory: ZipDirectory
  private let limits: Limits
  /// The most bytes that are unpacked of this one.
  private let mostByteCount: Int
  private var unpackedByteCount = 0
  /// The entries by their names.
  private let entries: [String: ZipDirectory.Entry]

  /// Whether a file begins as archives do.
  static func isArchive(_ head: [UInt8]) -> Bool {
    let signature: [UInt8] = [0x50, 0x4B]
    return head.starts(with: signature) && [[3, 4], [5, 6]].contains(Array(head.dropFirst(2).prefix(2)))
  }

  /// Opens an archive.
  /// - Throws: ``ImportError`` where its directory cannot be read, as of one that was cut off, has too many entries, or
  ///   files of one name; `FileError`.
  init(_ path: String, limits: Limits = Limits()) throws {
    self.path = path
    self.limits = limits
    file = try InputFile(path)
    directory = try ZipDirectory(of: file, limit: limits.entries)
    entries = Dictionary(directory.entries.map { ($0.name, $0) }) { first, _ in first }
    mostByteCount = max(
      limits.unpackedByteCount, file.size.multipliedReportingOverflow(by: limits.expansion).partialValue)
    // It is undefined which one counts, and programs that unpack the archive differ in which they keep.
    var seen: Set<String> = []
    if let twice = names.first(where: { !seen.insert($0).inserted }) {
      let count = names.count { $0 == twice }
      throw fault("holds \(count) files called \(twice); expected one of a name: pack it anew, with names that differ")
    }
  }

  /// The names of the files in it, in their order; folders and what starts with a dot are left out.
  var names: [String] {
    directory.entries.map(\.name).filter { name in
      let isHidden = name.split(separator: "/").contains { $0.hasPrefix(".") || $0 == "__MACOSX" }
      return !name.hasSuffix("/") && !isHidden
    }
  }

  /// The size of an entry when it is unpacked, by the directory.
  func byteCount(of name: String) -> Int { entries[name]?.byteCount ?? 0 }

  /// Unpacks an entry into a file below a folder, which has no name any more when this returns.
  ///
  /// - Parameters:
  ///   - name: as in ``names``.
  ///   - folder: a folder with enough space.
  ///   - advanced: called with the number of bytes unpacked from all entries so far.
  /// - Throws: ``ImportError`` where it is damaged or encrypted, or all that was unpacked is too much, `FileError` where it cannot be written, and
  ///   `CancellationError`.
  func unpack(_ name: String, into folder: String, advanced: (Int) -> Void = { _ in }) throws -> TextFile {
    let output = try PendingFile(for: folder + "/.unpacked")
    try write(name, to: output.temporaryPath, advanced)
    return try TextFile(output.temporaryPath, name: "\(path)/\(name)")
  }

  /// Unpacks an entry block by block, for as long as more is wanted; nothing of it is kept.
  /// - Throws: ``ImportError`` where it is damaged or encrypted, or all that was unpacked is too much; `FileError`,
  ///   `CancellationError`, and what the block's taker throws.
  func read(_ name: String, blocks isMoreWanted: ([UInt8]) throws -> Bool) throws {
    guard let entry = entries[name], !entry.isEncrypted, [0, 8].contains(entry.method) else {
      throw fault("\(name) cannot be unpacked; expected it without encryption, and stored or deflated")
    }
    let unpacker = try EntryUnpacker(file, range(of: entry), isDeflated: entry.method == 8)
    while true {
      try Task.checkCancellation()
      guard let block = try unpacker.next() else {
        throw fault("\(entry.name) is damaged: it cannot be unpacked to its end")
      }
      if block.isEmpty { break }
      guard unpacker.byteCount <= mostByteCount else { throw tooMuch(name) }
      guard try isMoreWanted(block) else { return }
    }
    guard unpacker.checksum == entry.checksum, unpacker.byteCount == entry.byteCount else {
      throw fault("\(entry.name) is damaged: its checksum is wrong")
    }
  }

  /// The first bytes of an entry; none where it cannot be unpacked.
  func head(of name: String, _ count: Int) throws -> [UInt8] {
    var head: [UInt8] = []
    do {
      try read(name) {
        head += $0.prefix(count - head.count)
        return head.count < count
      }
    } catch is ImportError {
      return []
    }
    return head
  }

  /// Where the packed bytes of an entry are: behind its own header, whose names may be of other lengths.
  private func range(of entry: ZipDirectory.Entry) throws -> Range<Int> {
    let damaged = fault("\(entry.name) is damaged: its header is not where the directory says")
    guard entry.start <= directory.start - 30 else { throw damaged }
    let header = ZipBytes(try file.read(entry.start..<entry.start + 30))
    guard header.bytes.count == 30, header.number(0, 4) == 0x0403_4B50 else { throw damaged }
    let start = entry.start + 30 + header.number(26, 2) + header.number(28, 2)
    guard start <= directory.start, entry.packedByteCount <= directory.start - start else { throw damaged }
    return start..<start + entry.packedByteCount
  }

  private func write(_ name: String, to path: String, _ advanced: (Int) -> Void) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil), let output = FileHandle(forWritingAtPath: path)
    else { throw FileError(path: path, operation: "write") }
    defer { try? output.close() }
    try read(name) { block in
      unpackedByteCount += block.count
      guard unpackedByteCount <= mostByteCount else { throw tooMuch(name) }
      do {
        try output.write(contentsOf: block)
      } catch {
        throw FileError(path: Folder.split(path).folder, operation: "unpack \(name) into", cause: error)
      }
      advanced(unpackedByteCount)
      return true
    }
  }

  private func tooMuch(_ name: String) -> ImportError {
    fault(
      "unpacks to more than \(mostByteCount) bytes, with \(name); expected at most \(limits.unpackedByteCount), or "
        + "\(limits.expansion) times its own size: unpack it, and import the folder")
  }

  private func fault(_ message: String) -> ImportError { ImportError(path: path, message) }
}
