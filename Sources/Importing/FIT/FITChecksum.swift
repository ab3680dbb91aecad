/// The checksum of FIT files: a CRC of 16 bits with the polynomial 0xA001, lowest bit first, which starts at 0.
///
/// Source: FIT protocol, section "CRC". The source's table processes half bytes and gives the same checksums.
package enum FITChecksum {
  private static let table: [UInt16] = (0..<256).map { index in
    (0..<8).reduce(UInt16(index)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xA001 : value >> 1 }
  }

  /// The checksum of bytes.
  package static func of(_ bytes: some Sequence<UInt8>) -> UInt16 {
    table.withUnsafeBufferPointer { table in
      bytes.reduce(UInt16(0)) { $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
    }
  }
}
