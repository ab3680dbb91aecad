import SPBasics

/// A text file, from which whole lines can be read at any position.
struct TextFile: Sendable {
  /// The name of the file in messages. For an entry of an archive, the archive's path and the entry's name.
  let name: String
  let size: Int
  private let file: InputFile

  /// How many bytes are read to recognise a file.
  static let headLength = 1 << 16
  /// The longest line, in bytes, approximately. Longer lines do not belong to a table.
  private static let longestLine = 1 << 20
  /// How many bytes are first read beyond a range, for the rest of its last line.
  private static let readAhead = 1 << 12

  /// Opens a file.
  /// - Throws: `FileError`; `ImportError` if it is a pipe or device, which can be read only once.
  init(_ path: String, name: String? = nil) throws {
    file = try InputFile(path)
    self.name = name ?? path
    size = file.size
    guard file.isRegular else {
      throw ImportError(path: self.name, "is not a regular file; expected one, as sources are read more than once")
    }
  }

  /// The first bytes.
  func head() throws -> [UInt8] { try file.read(0..<min(size, Self.headLength)) }

  /// Calls `body` with the whole lines that begin in a range of bytes, followed by `DecimalNumber.padding` more
  /// bytes.
  ///
  /// A line begins at the start of the table and after every line feed. If ranges adjoin, every line is therefore in
  /// exactly one range, wherever the border is.
  /// - Parameters:
  ///   - range: Bytes of the file.
  ///   - start: The start of the table, in bytes.
  ///   - body: Takes the lines, and whether the file ends with them without a line feed.
  /// - Throws: `ImportError` for a line that is too long; `FileError`, and the errors of `body`.
  func withLines<Result>(
    beginningIn range: Range<Int>, tableStart start: Int,
    _ body: (_ lines: UnsafeBufferPointer<UInt8>, _ endsFile: Bool) throws -> Result
  ) throws -> Result {
    // The byte before the range shows whether a line begins at its first byte.
    let first = max(start, range.lowerBound - 1)
    var reach = Self.readAhead
    while true {
      let end = min(size, range.upperBound + reach)
      let bytes = try file.read(first..<end, padding: DecimalNumber.padding)
      let count = bytes.count - DecimalNumber.padding
      let begin = first == range.lowerBound ? 0 : Self.end(ofLineAt: 0, bytes, count).map { $0 + 1 } ?? count
      let border = range.upperBound - 1 - first
      // No line begins in the range: a line that began before the range spans it.
      guard begin <= border else { return try body(UnsafeBufferPointer(start: nil, count: 0), false) }
      // The last line ends at the first line feed at or after the last byte of the range.
      let finish = border >= count ? count : Self.end(ofLineAt: max(begin, border), bytes, count)
      if let place = finish ?? (end == size ? count : nil) {
        return try bytes.withUnsafeBufferPointer {
          try body(UnsafeBufferPointer(rebasing: $0[begin..<max(begin, place)]), first + place == size)
        }
      }
      guard reach < Self.longestLine else {
        throw ImportError(path: name, "has a line of over \(Self.longestLine) bytes; expected a text table")
      }
      reach *= 8
    }
  }

  private static func end(ofLineAt place: Int, _ bytes: [UInt8], _ count: Int) -> Int? {
    guard place < count else { return nil }
    return bytes[place..<count].firstIndex(of: UInt8(ascii: "\n"))
  }
}
