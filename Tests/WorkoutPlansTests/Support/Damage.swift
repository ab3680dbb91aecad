import SPImporting
import TestSupport

/// Files with damage, and their checksums mended.
enum Damage {
  /// A FIT file with some of its messages changed, and its header and checksum as they have to be.
  static func mutatedFIT(_ bytes: [UInt8], using source: inout SeededGenerator) -> [UInt8] {
    let content = mutated(Array(bytes[14..<bytes.count - 2]), using: &source)
    var file = Array(bytes[..<4])
    file += (0..<4).map { UInt8(truncatingIfNeeded: content.count >> (8 * $0)) } + Array(bytes[8..<12])
    let header = FITChecksum.of(file)
    file += [UInt8(truncatingIfNeeded: header), UInt8(header >> 8)] + content
    let sum = FITChecksum.of(file)
    return file + [UInt8(truncatingIfNeeded: sum), UInt8(sum >> 8)]
  }

  /// The bytes with the CRC-32 of ISO 3309 behind them, worked out bit by bit.
  static func sealed(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    crc = ~crc
    return Array(bytes) + (0..<4).map { UInt8(truncatingIfNeeded: crc >> (8 * $0)) }
  }

  /// The bytes with a few of them changed, left out, doubled or moved.
  static func mutated(_ bytes: [UInt8], using source: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &source) {
      guard !bytes.isEmpty else { break }
      let place = Int.random(in: bytes.indices, using: &source)
      switch Int.random(in: 0..<5, using: &source) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &source)
      case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &source)
      case 2: bytes.remove(at: place)
      case 3: bytes.insert(UInt8.random(in: 0...255, using: &source), at: place)
      default: bytes.removeSubrange(place...)
      }
    }
    return bytes
  }
}
