import SPBasics
import Synchronization

/// A zip archive. It unpacks entries into unnamed files, which can be read from any position and are gone once they are
/// closed. It also reads entries block by block. Several threads may read at a time.
final class Archive: Sendable {
  /// How much may be unpacked.
  struct Limits {
    /// The most entries of an archive, folders included: years of routes and photographs are very many files.
    var entries = 1_000_000
    /// Bytes that may be unpacked in all, whatever the packed size.
    var unpackedByteCount = 1 << 30
    /// Bytes that each packed byte may unpack to, if this allows more in all. Tables of numbers reach 3 to 20.
    var expansion = 100

    /// The most bytes that may be unpacked from the given number of bytes.
    func mostByteCount(from packed: Int) -> Int {
      max(unpackedByteCount, packed.multipliedReportingOverflow(by: expansion).partialValue)
    }
  }

  private let path: String
  /// The name of the archive in messages.
  let name: String
  /// The folder that contains the archive, if the archive was unpacked itself. It is kept as long as the archive is
  /// read.
  private let folder: TemporaryFolder?
  private let limits: Limits
  /// The most bytes that are unpacked from this archive.
  private let mostByteCount: Int
  private let unpackedByteCount = Mutex(0)
  /// The names of the files in the archive, in its order. Folders, hidden files and macOS' `__MACOSX` are left out.
  let names: [String]
  private let entries: [String: OpenArchive.Entry]

  /// Whether a file begins with the signature of a zip archive (APPNOTE, sections 4.3.7 and 4.3.16).
  static func isArchive(_ head: [UInt8]) -> Bool {
    let signature: [UInt8] = [0x50, 0x4B]
    return head.starts(with: signature) && [[3, 4], [5, 6]].contains(Array(head.dropFirst(2).prefix(2)))
  }

  /// Opens an archive.
  /// - Throws: `ImportError` if it is damaged or cut off, has too many entries, or has several files of the same
  ///   name; `FileError`.
  convenience init(_ path: String, limits: Limits = Limits()) throws {
    try self.init(path, named: path, in: nil, limits)
  }

  /// Opens an archive that was unpacked itself.
  convenience init(_ file: PackedFile.Unpacked) throws {
    try self.init(file.path, named: file.name, in: file.folder, Limits())
  }

  private init(_ path: String, named name: String, in folder: TemporaryFolder?, _ limits: Limits) throws {
    self.path = path
    self.name = name
    self.folder = folder
    self.limits = limits
    let archive = try OpenArchive(path, named: name)
    guard archive.entryCount <= limits.entries else {
      throw ImportError(path: name, "has more than \(limits.entries) entries; expected an archive of one recording")
    }
    let all = (0..<UInt64(archive.entryCount)).compactMap(archive.entry)
    names = all.map(\.name).filter(Self.isShown)
    entries = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
    mostByteCount = limits.mostByteCount(from: archive.byteCount)
    // If several files have one name, no rule says which file counts, and programs that unpack archives differ.
    var seen: Set<String> = []
    if let twice = names.first(where: { !seen.insert($0).inserted }) {
      let count = names.count { $0 == twice }
      throw fault("holds \(count) files called \(twice); expected names that differ: pack it again with such names")
    }
    archive.giveBack(to: ObjectIdentifier(self))
  }

  deinit { OpenArchive.close(of: ObjectIdentifier(self)) }

  private static func isShown(_ name: String) -> Bool {
    !name.hasSuffix("/") && !name.split(separator: "/").contains { $0.hasPrefix(".") || $0 == "__MACOSX" }
  }

  /// The unpacked size of an entry in bytes, as the directory states it; 0 for an unknown name.
  func byteCount(of name: String) -> Int { min(entries[name]?.byteCount ?? 0, Self.mostStated) }

  /// The largest size that is taken as stated, in bytes. The limit keeps sums of sizes from overflowing.
  private static let mostStated = 1 << 40

  /// Unpacks an entry into a file.
  /// - Throws: the errors of `unpack(_:into:advanced:)`.
  func unpack(_ name: String, to path: String) throws { try write(name, to: path) { _ in } }

  /// Unpacks an entry into a file in a folder. The file no longer has a name when this method returns.
  ///
  /// - Parameters:
  ///   - name: One of `names`.
  ///   - folder: A folder with enough space.
  ///   - advanced: Called with the number of bytes unpacked from all entries so far.
  /// - Throws: `ImportError` if the entry is damaged or encrypted, or if all entries together unpack to more than the
  ///   limits allow; `FileError` if the file cannot be written; `CancellationError`.
  func unpack(_ name: String, into folder: String, advanced: (Int) -> Void = { _ in }) throws -> TextFile {
    let output = try PendingFile(for: folder + "/.unpacked")
    try write(name, to: output.temporaryPath, advanced)
    return try TextFile(output.temporaryPath, name: "\(self.name)/\(name)")
  }

  /// Unpacks an entry block by block, until no more blocks are wanted, and keeps no block.
  ///
  /// The checksum is compared only if the entry is read to its end.
  /// - Throws: `ImportError` if the entry is damaged or encrypted, or is larger by itself than the limits allow;
  ///   `FileError`, `CancellationError`, and the errors of `isMoreWanted`.
  func read(
    _ name: String, blockLength: Int = 1 << 20, blocks isMoreWanted: ([UInt8]) throws -> Bool
  ) throws {
    guard let entry = entries[name], entry.canBeUnpacked else {
      throw fault("\(name) cannot be unpacked; expected it without encryption, and stored or deflated")
    }
    let owner = ObjectIdentifier(self)
    let archive = try OpenArchive.borrow(from: owner) ?? OpenArchive(path, named: self.name)
    defer { archive.giveBack(to: owner) }
    var byteCount = 0
    try archive.read(entry, blockLength: blockLength) { block in
      byteCount += block.count
      guard byteCount <= mostByteCount else { throw tooMuch(name) }
      return try isMoreWanted(block)
    }
  }

  /// The first bytes of an entry; empty if it cannot be unpacked.
  func head(of name: String, _ count: Int) throws -> [UInt8] {
    var head: [UInt8] = []
    do {
      try read(name, blockLength: min(count, 1 << 20)) {
        head += $0.prefix(count - head.count)
        return head.count < count
      }
    } catch is ImportError {
      return []
    }
    return head
  }

  private func write(_ name: String, to path: String, _ advanced: (Int) -> Void) throws {
    let output = try OutputFile(path)
    try read(name) { block in
      let total = unpackedByteCount.withLock {
        $0 += block.count
        return $0
      }
      guard total <= mostByteCount else { throw tooMuch(name) }
      do {
        try output.write(block)
      } catch {
        throw FileError(path: Folder.split(path).folder, operation: "unpack \(name) into", cause: error)
      }
      advanced(total)
      return true
    }
  }

  private func tooMuch(_ name: String) -> ImportError {
    fault(
      "unpacks to more than \(mostByteCount) bytes, with \(name); expected at most \(limits.unpackedByteCount), or "
        + "\(limits.expansion) times its own size: unpack it, and import the folder")
  }

  private func fault(_ message: String) -> ImportError { ImportError(path: name, message) }
}
