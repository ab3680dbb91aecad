import SPBasics

/// The contents of a zip archive, from the directory at its end.
///
/// Sizes are read from the directory, as headers of entries may lack them: an app that streams an archive knows them
/// only after each entry. Source: PKWARE's APPNOTE, sections 4.3.7 to 4.3.16 and 4.5.3.
struct ZipDirectory {
  /// A file or folder in an archive.
  struct Entry: Hashable {
    var name: String
    /// How it is packed: 0 for stored, 8 for deflated.
    var method: Int
    var isEncrypted: Bool
    /// CRC-32 of the unpacked bytes.
    var checksum: UInt32
    var packedByteCount: Int
    var byteCount: Int
    /// Where its local header begins, in bytes.
    var start: Int
  }

  let entries: [Entry]
  /// Where the directory begins, in bytes; all entries lie before it.
  let start: Int

  private static let endLength = 22
  private static let longestComment = 0xFFFF
  /// The most bytes of a directory: some 600,000 entries with names of usual lengths.
  private static let mostByteCount = 64 << 20

  /// Reads the directory.
  /// - Parameters:
  ///   - name: what messages call the archive.
  ///   - limit: the most entries.
  /// - Throws: `ImportError` for a damaged archive or too many entries; `FileError`.
  init(of file: InputFile, named name: String, limit: Int) throws {
    func fault(_ message: String) -> ImportError { ImportError(path: name, message) }
    let damaged = fault(
      "its directory cannot be read: it is damaged or cut off; expected a whole zip archive")
    let tailStart = max(0, file.size - Self.endLength - Self.longestComment)
    let tail = ZipBytes(try file.read(tailStart..<file.size))
    guard let end = Self.end(in: tail) else { throw damaged }
    var (count, size, start) = (tail.number(end + 10, 2), tail.number(end + 12, 4), tail.number(end + 16, 4))
    if count == 0xFFFF || size == 0xFFFF_FFFF || start == 0xFFFF_FFFF {
      // The zip64 locator before the end record says where the numbers of 64 bits are.
      guard end >= 20, tail.number(end - 20, 4) == 0x0706_4B50 else { throw damaged }
      let place = tail.number(end - 12, 8)
      guard place >= 0, place <= file.size - 56 else { throw damaged }
      let wide = ZipBytes(try file.read(place..<place + 56))
      guard wide.bytes.count == 56, wide.number(0, 4) == 0x0606_4B50 else { throw damaged }
      (count, size, start) = (wide.number(32, 8), wide.number(40, 8), wide.number(48, 8))
    }
    guard count <= limit else {
      throw fault("has more than \(limit) entries; expected an archive of one recording")
    }
    guard start >= 0, size >= 0, size <= Self.mostByteCount, start <= file.size - size else { throw damaged }
    guard let entries = Self.entries(ZipBytes(try file.read(start..<start + size)), count: count) else { throw damaged }
    self.entries = entries
    self.start = start
  }

  /// The position of the end record, which is followed only by the archive's comment; nil if there is none.
  private static func end(in tail: ZipBytes) -> Int? {
    guard tail.bytes.count >= endLength else { return nil }
    return stride(from: tail.bytes.count - endLength, through: 0, by: -1).first {
      tail.number($0, 4) == 0x0605_4B50 && tail.number($0 + 20, 2) == tail.bytes.count - endLength - $0
    }
  }

  /// The entries of a directory; nil where it is damaged.
  private static func entries(_ bytes: ZipBytes, count: Int) -> [Entry]? {
    var entries: [Entry] = []
    var place = 0
    while entries.count < count {
      guard place + 46 <= bytes.bytes.count, bytes.number(place, 4) == 0x0201_4B50 else { return nil }
      let (name, extra, comment) = (
        bytes.number(place + 28, 2), bytes.number(place + 30, 2), bytes.number(place + 32, 2)
      )
      let extraStart = place + 46 + name
      guard extraStart + extra + comment <= bytes.bytes.count else { return nil }
      var entry = Entry(
        name: String(decoding: bytes.bytes[place + 46..<extraStart], as: UTF8.self),
        method: bytes.number(place + 10, 2), isEncrypted: bytes.number(place + 8, 2) & 1 == 1,
        checksum: UInt32(bytes.number(place + 16, 4)), packedByteCount: bytes.number(place + 20, 4),
        byteCount: bytes.number(place + 24, 4), start: bytes.number(place + 42, 4))
      guard widen(&entry, bytes, extraStart..<extraStart + extra) else { return nil }
      entries.append(entry)
      place = extraStart + extra + comment
    }
    return entries
  }

  /// Takes numbers that do not fit into 32 bits from the zip64 extra field; false if they are missing there.
  private static func widen(_ entry: inout Entry, _ bytes: ZipBytes, _ range: Range<Int>) -> Bool {
    let marker = 0xFFFF_FFFF
    guard [entry.byteCount, entry.packedByteCount, entry.start].contains(marker) else { return true }
    var place = range.lowerBound
    while place + 4 <= range.upperBound {
      let (id, end) = (bytes.number(place, 2), place + 4 + bytes.number(place + 2, 2))
      guard end <= range.upperBound else { return false }
      place += 4
      guard id == 1 else {
        place = end
        continue
      }
      for path in [\Entry.byteCount, \.packedByteCount, \.start] where entry[keyPath: path] == marker {
        guard place + 8 <= end else { return false }
        entry[keyPath: path] = bytes.number(place, 8)
        place += 8
      }
      return [entry.byteCount, entry.packedByteCount, entry.start].allSatisfy { $0 >= 0 }
    }
    return false
  }
}

/// Bytes that hold little-endian numbers.
struct ZipBytes {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The unsigned number in some bytes; one of 8 bytes that exceeds `Int.max` becomes negative.
  func number(_ place: Int, _ count: Int) -> Int {
    (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
  }
}
