/// The checksum that HDF5's filter of that name puts behind a chunk.
enum Fletcher32 {
  /// Bytes of a checksum behind a chunk.
  static let byteCount = 4

  /// How many vectors are added before the sums are reduced: with more, the sums of the largest words would not fit 32
  /// bits.
  private static let blockVectors = 360

  /// The checksum of bytes: Fletcher's, over big-endian words of 16 bits, as in `H5_checksum_fletcher32` of HDF5. An
  /// odd last byte counts as the upper one of a word.
  ///
  /// For N words it is the sum of all words, and the sum of word i times (N - i), each modulo 65,535. A sum of 0 is
  /// written as 65,535 unless all bytes are 0. Both are summed in 16 lanes at a time.
  static func sum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    var sums: (first: UInt64, second: UInt64) = (0, 0)
    let words = bytes.count / 2
    var word = 0
    while words - word >= 16 {
      let vectors = min(blockVectors, (words - word) / 16)
      add(UnsafeRawBufferPointer(rebasing: bytes[2 * word..<2 * (word + 16 * vectors)]), to: &sums)
      word += 16 * vectors
    }
    func addOne(_ value: UInt16) {
      sums.first = folded(sums.first + UInt64(value))
      sums.second = folded(sums.second + sums.first)
    }
    while word < words {
      addOne(UInt16(bytes[2 * word]) << 8 | UInt16(bytes[2 * word + 1]))
      word += 1
    }
    if bytes.count % 2 == 1 { addOne(UInt16(bytes[bytes.count - 1]) << 8) }
    return UInt32(sums.second) << 16 | UInt32(sums.first)
  }

  /// Whether the last bytes are the checksum of those before them.
  static func isRight(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count > byteCount else { return false }
    let stored = bytes.loadUnaligned(fromByteOffset: bytes.count - byteCount, as: UInt32.self)
    return UInt32(littleEndian: stored) == sum(UnsafeRawBufferPointer(rebasing: bytes.dropLast(byteCount)))
  }

  /// Adds whole vectors of 16 words.
  private static func add(_ bytes: UnsafeRawBufferPointer, to sums: inout (first: UInt64, second: UInt64)) {
    // Of each lane, the sum of its words, and the sum of these sums before each vector.
    var (total, before) = (SIMD16<UInt32>.zero, SIMD16<UInt32>.zero)
    for place in stride(from: 0, to: bytes.count, by: 32) {
      let stored = bytes.loadUnaligned(fromByteOffset: place, as: SIMD16<UInt16>.self)
      let littleEndian = 1.littleEndian == 1
      let words = littleEndian ? stored &<< 8 | stored &>> 8 : stored
      before &+= total
      total &+= SIMD16<UInt32>(truncatingIfNeeded: words)
    }
    var (first, second) = (0 as UInt64, 0 as UInt64)
    for lane in 0..<16 {
      first += UInt64(total[lane])
      second += 16 * UInt64(before[lane]) + UInt64(16 - lane) * UInt64(total[lane])
    }
    sums.second = folded(sums.second + UInt64(bytes.count / 2) * sums.first + second)
    sums.first = folded(sums.first + first)
  }

  /// The number modulo 65,535, with 65,535 for the multiples of 65,535 except 0.
  private static func folded(_ number: UInt64) -> UInt64 { number == 0 ? 0 : (number - 1) % 65_535 + 1 }
}
