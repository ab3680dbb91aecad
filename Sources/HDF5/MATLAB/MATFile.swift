import SPBasics

/// A MAT-file of a version before 7.3, which is not HDF5: its version and the lengths of its variables.
///
/// Source: "MAT-File Format", The MathWorks, chapter 1 (version 5, which MATLAB 6 and 7 write too) and chapter 2
/// (version 4).
package struct MATFile {
  private enum Version { case four, five }

  private let version: Version
  private let isBigEndian: Bool

  /// Files that unpack to more bytes, and to more than so many times their size, are refused, as archives are.
  private static let (mostByteCount, mostExpansion) = (1 << 30, 100)
  /// How many bytes ``init(head:name:)`` needs.
  package static let headByteCount = 128

  /// Recognises a file; nil for any other.
  /// - Parameters:
  ///   - head: its first 128 bytes.
  ///   - name: its name. Version 4 has no signature, so its name must end in `.mat`.
  package init?(head: [UInt8], name: String) {
    if head.count == Self.headByteCount, head.starts(with: "MATLAB 5.0 MAT-file".utf8) {
      version = .five
      isBigEndian = head[126] == UInt8(ascii: "M")
    } else {
      // The type is a number of four digits, of which the first is 0 for little-endian, 1 for big-endian.
      guard name.lowercased().hasSuffix(".mat"), head.count > Self.head4ByteCount else { return nil }
      version = .four
      isBigEndian = head[0] == 0 && head[2] != 0
      let words = words(head)
      guard words[0] / 1000 == (isBigEndian ? 1 : 0), words[0] % 1000 <= 52, words[0] % 10 <= 2, words[3] <= 1,
        (2...64).contains(words[4]), Self.isLetter(head[Self.head4ByteCount])
      else { return nil }
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }

  /// Bytes before the name of a variable in version 4, and before the content of one in version 5.
  private static let (head4ByteCount, head5ByteCount) = (20, 8)
  /// Types of the variables in version 5.
  private static let (matrix, compressed) = (14, 15)
  /// Bytes of a number by the second last digit of its type in version 4.
  private static let elementByteCounts = [8, 4, 4, 2, 2, 1]

  private func words(_ bytes: [UInt8]) -> [Int] {
    stride(from: 0, to: bytes.count - 3, by: 4).map { start in
      let word = bytes[start..<start + 4]
      return (isBigEndian ? Array(word) : word.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }
  }

  /// Counts the variables of the file, and checks that each is sound.
  func variableCount(in file: InputFile, _ attempt: Attempt) throws -> Int {
    var position = version == .five ? Self.headByteCount : 0
    var (count, total) = (0, 0)
    while position < file.size {
      let head = try file.read(position..<position + (version == .five ? Self.head5ByteCount : Self.head4ByteCount))
      guard let byteCount = byteCount(ofVariable: words(head)) else {
        throw attempt.error(.damaged, "it has no variable at byte \(position), where one was expected; save it again")
      }
      guard byteCount <= file.size - position else {
        throw attempt.error(
          .truncated,
          "it ends at byte \(file.size), within its variable \(count + 1) that begins at byte \(position); copy or save it "
            + "again")
      }
      count += 1
      guard
        let unpacked = try unpackedByteCount(
          file, position..<position + byteCount, isPacked: words(head)[0] == Self.compressed)
      else {
        throw attempt.error(
          .damaged, "its variable \(count) that begins at byte \(position) is damaged; copy or save it again")
      }
      total += unpacked
      guard total <= max(Self.mostByteCount, Self.mostExpansion * file.size) else {
        throw attempt.error(
          .damaged,
          "it unpacks to more than \(Self.mostByteCount) bytes and \(Self.mostExpansion) times its size; save it in version 7.3, "
            + "which is not unpacked")
      }
      position += byteCount
    }
    return count
  }

  /// The unpacked bytes of a variable; nil if its parts do not fit into them. In version 4 it has but one part.
  private func unpackedByteCount(_ file: InputFile, _ range: Range<Int>, isPacked: Bool) throws -> Int? {
    guard version == .five else { return range.count }
    let bytes = try MATBytes(file, isPacked ? range.dropFirst(Self.head5ByteCount) : range, isPacked: isPacked)
    return try MATCheck(bytes, isBigEndian: isBigEndian).isSound() ? bytes.position : nil
  }

  /// The bytes of a variable with its head, of which these are the first words; nil for anything but a variable.
  private func byteCount(ofVariable words: [Int]) -> Int? {
    guard version == .four else {
      guard words.count == 2 else { return .max }
      return words[0] == Self.matrix || words[0] == Self.compressed ? Self.head5ByteCount + words[1] : nil
    }
    guard words.count == 5 else { return .max }
    let (kind, rows, columns, isComplex, nameByteCount) = (words[0], words[1], words[2], words[3], words[4])
    let number = kind / 10 % 10
    guard kind / 1000 <= 1, number < Self.elementByteCounts.count, isComplex <= 1 else { return nil }
    let values = Hyperslab.product([rows, columns, Self.elementByteCounts[number], 1 + isComplex])
    return values > .max / 2 ? .max : Self.head4ByteCount + nameByteCount + values
  }
}
