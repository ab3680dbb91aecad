import Testing

@testable import SPHDF5

struct Fletcher32Tests {
  /// Word by word, as HDF5 sums.
  private func expected(_ bytes: [UInt8]) -> UInt32 {
    var (first, second): (UInt32, UInt32) = (0, 0)
    for place in stride(from: 0, to: bytes.count, by: 2) {
      first += UInt32(bytes[place]) << 8 | (place + 1 < bytes.count ? UInt32(bytes[place + 1]) : 0)
      first = (first & 0xFFFF) + first >> 16
      second += first
      second = (second & 0xFFFF) + second >> 16
    }
    return second << 16 | first
  }

  @Test("The published sums of \"abcde\", \"abcdef\" and \"abcdefgh\" come out")
  func published() {
    // Known for little-endian words (RFC 1146's sum as in Wikipedia, "Fletcher's checksum", test vectors): bytes swapped.
    for (text, sum) in [("badc\u{0}e", 0xF04F_C729 as UInt32), ("badcfe", 0x5650_2D2A), ("badcfehg", 0xEBE1_9591)] {
      #expect(Array(text.utf8).withUnsafeBytes { Fletcher32.sum($0) } == sum, "\(text)")
    }
  }

  @Test("It is the sum of words, for every length and for the largest words", arguments: [0, 1, 3, 7, 0xFF] as [UInt8])
  func lengths(seed: UInt8) {
    for count in Array(0...70) + [1023, 11_519, 11_520, 11_521, 40_000] {
      let bytes = (0..<count).map { seed == 0xFF ? 0xFF : UInt8(truncatingIfNeeded: $0 &* 37 &* Int(seed) &+ $0 >> 5) }
      #expect(bytes.withUnsafeBytes { Fletcher32.sum($0) } == expected(bytes), "\(count) bytes")
    }
  }
}
