/// The bits of the largest magnitude, sign dropped; above those of infinity where there is a NaN, 0 for no samples.
///
/// Magnitudes keep their order as integers, and the integer maximum becomes SIMD where the floating-point one does not
/// (6 x measured).
@inline(__always)
func largestMagnitudeBits(_ samples: Span<Float>) -> UInt32 {
  var largest: UInt32 = 0
  for index in 0..<samples.count { largest = max(largest, samples[index].bitPattern & 0x7fff_ffff) }
  return largest
}

/// Whether any magnitude reaches a level, by their bits; NaN reaches every level.
///
/// Three instructions for four samples on any processor of 64 bits, where the integer maximum needs newer ones or more.
@inline(__always)
func reachesMagnitude(_ level: Float, _ samples: Span<Float>) -> Bool {
  let below = Int32(bitPattern: level.bitPattern & 0x7fff_ffff) - 1
  var reached: Int32 = 0
  for index in 0..<samples.count {
    reached |= Int32(bitPattern: samples[index].bitPattern & 0x7fff_ffff) > below ? -1 : 0
  }
  return reached != 0
}

extension Statistics {
  /// The largest `|x|`; NaN samples are left out, infinities count. 0 for no samples.
  public static func largestMagnitude(_ samples: Span<Float>) -> Float {
    let bits = largestMagnitudeBits(samples)
    guard bits > Float.infinity.bitPattern else { return Float(bitPattern: bits) }
    var largest: Float = 0
    for index in 0..<samples.count where abs(samples[index]) > largest { largest = abs(samples[index]) }
    return largest
  }

  /// The largest `|x|`; NaN samples are left out, infinities count. 0 for no samples.
  public static func largestMagnitude(_ samples: [Float]) -> Float {
    largestMagnitude(samples.span)
  }
}

extension Statistics {
  /// Whether any sample is NaN or infinite.
  public static func hasMissing(_ samples: Span<Float>) -> Bool {
    reachesMagnitude(.infinity, samples)
  }
}
