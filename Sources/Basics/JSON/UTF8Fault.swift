/// The first place in a file that is not UTF-8.
package struct UTF8Fault {
  /// Its line, from 1; lines end as in JSON documents.
  package private(set) var line = 1
  /// Its character in the line, from 1.
  package private(set) var column = 1
  /// The byte at the place. No character begins with it, or its character is incomplete.
  package private(set) var byte: UInt8 = 0

  /// Finds the place in bytes of which some are not UTF-8.
  package init(in data: some Collection<UInt8>) {
    let bytes = Array(data)
    var position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while position < bytes.count {
      let length = Self.length(of: bytes[position])
      let end = min(position + length, bytes.count)
      guard length > 0, String(validating: bytes[position..<end], as: UTF8.self) != nil else {
        byte = bytes[position]
        return
      }
      let endsLine = bytes[position] == 0x0A || (bytes[position] == 0x0D && (end == bytes.count || bytes[end] != 0x0A))
      line += endsLine ? 1 : 0
      column = endsLine ? 1 : column + 1
      position = end
    }
  }

  /// The number of bytes of a character, by its first byte; 0 for a byte that cannot be the first.
  private static func length(of byte: UInt8) -> Int {
    switch byte {
    case 0..<0x80: 1
    case 0xC2..<0xE0: 2
    case 0xE0..<0xF0: 3
    case 0xF0..<0xF5: 4
    default: 0
    }
  }
}
