import CZip
import Glibc
import SPBasics
import Synchronization

/// The functions of libzip. It is loaded for the first archive, because it loads further libraries, which would make
/// every start of the program 1 ms longer.
private enum LoadedZip {
  /// The functions; a message of the system if libzip cannot be loaded.
  static let functions: Result<czip_functions, Fault> = {
    var functions = czip_functions()
    if let fault = czip_load(&functions) { return .failure(Fault(message: String(cString: fault))) }
    return .success(functions)
  }()

  struct Fault: Error {
    var message: String
  }
}

/// A zip archive that libzip has open, with its directory in memory.
///
/// libzip lets only one thread at a time use an open archive, so each read borrows an archive for itself. The last few
/// archives that reads gave back stay open: a directory may list 100,000 entries, and reading it again for each entry
/// would take hours. Older archives are closed, since there may be more archives than a process may have open files.
///
/// An archive is `@unchecked Sendable` because only the read that has borrowed it uses it.
final class OpenArchive: @unchecked Sendable {
  /// A file or folder in an archive.
  struct Entry: Hashable {
    /// The place of the entry in the directory.
    var index: UInt64
    var name: String
    /// The unpacked size that the directory states.
    var byteCount: Int
    /// CRC-32 of the unpacked bytes.
    var checksum: UInt32
    /// Whether the entry is stored or deflated, without encryption.
    var canBeUnpacked: Bool
  }

  /// The size of the archive in bytes.
  let byteCount: Int
  private let path: String
  /// The name of the archive in messages.
  private let name: String
  private let archive: OpaquePointer
  private let library: czip_functions
  /// Whether the system has refused a read. libzip then reads nothing more from the archive.
  private var hasFailed = false

  /// Opens an archive, and reads its directory.
  /// - Throws: ``ImportError`` for a damaged archive, or if libzip cannot be loaded; `FileError`.
  init(_ path: String, named name: String) throws {
    (self.path, self.name) = (path, name)
    do throws(LoadedZip.Fault) {
      library = try LoadedZip.functions.get()
    } catch {
      throw ImportError(
        path: name, "libzip, which reads zip archives, cannot be loaded (\(error.message)): install libzip4 or libzip5")
    }
    let file = try InputFile(path)
    byteCount = file.size
    guard try Self.directoryByteCount(of: file) <= Self.mostDirectoryByteCount else {
      throw ImportError(
        path: name,
        "its directory has more than \(Self.mostDirectoryByteCount >> 20) MiB; expected less: unpack it, and import the folder"
      )
    }
    var code: Int32 = 0
    guard let archive = library.open(path, ZIP_RDONLY, &code) else {
      if [ZIP_ER_OPEN, ZIP_ER_READ].contains(code) { throw FileError(path: path, operation: "open") }
      throw ImportError(
        path: name, "its directory cannot be read: it is damaged or cut off; expected a whole zip archive")
    }
    self.archive = archive
  }

  deinit { library.discard(archive) }

  /// The number of entries, folders included.
  var entryCount: Int { Int(library.get_num_entries(archive, 0)) }

  /// The entry at a place in the directory; nil if the directory has no such place.
  func entry(at index: UInt64) -> Entry? {
    var information = zip_stat_t()
    guard library.stat_index(archive, index, UInt32(ZIP_FL_ENC_RAW), &information) == 0 else { return nil }
    return Entry(
      index: index, name: String(cString: information.name), byteCount: Int(clamping: information.size),
      checksum: information.crc,
      canBeUnpacked: information.encryption_method == ZIP_EM_NONE
        && [ZIP_CM_STORE, ZIP_CM_DEFLATE].contains(Int32(information.comp_method)))
  }

  /// Unpacks an entry block by block, as long as `isMoreWanted` returns true.
  ///
  /// The size and the checksum of the entry are checked only if it is read to its end.
  /// - Throws: ``ImportError`` if the entry is damaged, or has changed since it was listed; `FileError`,
  ///   `CancellationError`, and errors of `isMoreWanted`.
  func read(_ entry: Entry, blockLength: Int, blocks isMoreWanted: ([UInt8]) throws -> Bool) throws {
    errno = 0
    guard self.entry(at: entry.index) == entry, let file = library.fopen_index(archive, entry.index, 0) else {
      throw fault(entry, "its header is not where the directory says")
    }
    defer { _ = library.fclose(file) }
    var byteCount = 0
    while true {
      try Task.checkCancellation()
      let block = try [UInt8](unsafeUninitializedCapacity: blockLength) { bytes, count in
        guard let start = bytes.baseAddress else { return }
        errno = 0
        let read = library.fread(file, start, UInt64(bytes.count))
        guard read >= 0 else {
          let isWhole = [ZIP_ER_CRC, ZIP_ER_INCONS].contains(library.error_code_zip(library.file_get_error(file)))
          throw fault(entry, isWhole ? "its checksum is wrong" : "it cannot be unpacked to its end")
        }
        count = Int(read)
      }
      if block.isEmpty { break }
      byteCount += block.count
      guard try isMoreWanted(block) else { return }
    }
    // libzip does not check the size of deflated entries or the checksum of empty entries.
    guard byteCount == entry.byteCount, byteCount > 0 || entry.checksum == 0 else {
      throw fault(entry, "its checksum is wrong")
    }
  }

  /// An error about an entry. libzip reports a read that the system refused as the end of the file. Only `errno` shows
  /// the refusal.
  private func fault(_ entry: Entry, _ message: String) -> any Error {
    hasFailed = errno != 0
    return hasFailed
      ? FileError(path: path, operation: "read") : ImportError(path: name, "\(entry.name) is damaged: \(message)")
  }
}

// MARK: - Limits

extension OpenArchive {
  /// The most bytes that all directories may have: some 150,000 entries with names of usual lengths. libzip's time
  /// grows with the square of the number of names that have the same hash.
  private static let mostDirectoryByteCount = 16 << 20

  /// The size of all directories that libzip would read, in bytes.
  ///
  /// libzip reads the directory of each end record that it finds in the last 64 KiB, and allocates several times its
  /// size. Source: PKWARE's APPNOTE, sections 4.3.14 to 4.3.16.
  private static func directoryByteCount(of file: InputFile) throws -> Int {
    func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reversed().reduce(0) { $0 << 8 | Int($1) } }
    let tail = try file.read(max(0, file.size - (0xFFFF + 22 + 20))..<file.size)
    var total = 0
    for end in tail.indices.dropLast(21) where tail[end] == 0x50 && tail[end...].starts(with: [0x50, 0x4B, 5, 6]) {
      var size = number(tail[end + 12..<end + 16])
      if end >= 20, tail[(end - 20)...].starts(with: [0x50, 0x4B, 6, 7]) {
        // The locator before the end record points to the 64-bit numbers.
        let place = number(tail[end - 12..<end - 4])
        guard place >= 0, place <= file.size - 48 else { continue }
        size = number(try file.read(place + 40..<place + 48)[...])
      }
      // libzip does not read a directory that claims to be larger than the file.
      if size >= 0, size <= file.size { total += size }
      guard total <= mostDirectoryByteCount else { break }
    }
    return total
  }
}

// MARK: - Lending

extension OpenArchive {
  /// The open archives that no read uses, in the order of their last use, each with the identity of its owner.
  private static let idle = Mutex<[(owner: ObjectIdentifier, archive: OpenArchive)]>([])
  private static let mostIdle = 8

  /// Takes an open archive of an owner that no read uses; nil without such an archive.
  static func borrow(from owner: ObjectIdentifier) -> OpenArchive? {
    idle.withLock { idle in idle.lastIndex { $0.owner == owner }.map { idle.remove(at: $0).archive } }
  }

  /// Keeps the archive open for the owner's next read. If too many archives stay open, the least recently used archive
  /// is closed.
  func giveBack(to owner: ObjectIdentifier) {
    guard !hasFailed else { return }
    // The archive is closed outside of the lock.
    _ = Self.idle.withLock { idle in
      idle.append((owner, self))
      return idle.count > Self.mostIdle ? idle.removeFirst().archive : nil
    }
  }

  /// Closes the archives of an owner that no read uses.
  static func close(of owner: ObjectIdentifier) {
    while borrow(from: owner) != nil {}
  }
}
