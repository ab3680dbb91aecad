/// Whether any magnitude reaches a level, by their bits; NaN reaches every level.
///
/// Three instructions for four samples on any processor of 64 bits, where the integer maximum needs newer ones or more.
@inline(__always)
func reachesMagnitude(_ level: Float, _ samples: Span<Float>) -> Bool {
  let below = Int32(bitPattern: level.bitPattern & 0x7fff_ffff) - 1
  // A span checks every index where the compiler cannot foresee it, and then there is no SIMD.
  return samples.withUnsafeBufferPointer { samples in
    var reached: Int32 = 0
    for index in 0..<samples.count {
      reached |= Int32(bitPattern: samples[index].bitPattern & 0x7fff_ffff) > below ? -1 : 0
    }
    return reached != 0
  }
}

extension Statistics {
  /// Whether any sample is NaN or infinite.
  public static func hasMissing(_ samples: Span<Float>) -> Bool {
    reachesMagnitude(.infinity, samples)
  }
}
