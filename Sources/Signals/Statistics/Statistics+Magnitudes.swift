/// Whether any magnitude reaches a level, compared as bits; NaN reaches every level.
///
/// Three instructions for four samples on any 64-bit processor; an integer maximum needs newer ones or more
/// instructions.
@inline(__always)
func reachesMagnitude(_ level: Float, _ samples: Span<Float>) -> Bool {
  let below = Int32(bitPattern: level.bitPattern & 0x7fff_ffff) - 1
  // Checked indices and conditions would both prevent SIMD.
  return samples.withUnsafeBufferPointer { samples in
    guard let first = samples.baseAddress else { return false }
    // Negative once a magnitude is larger; differences of numbers from 0 to 2^31 - 1 fit.
    var difference: Int32 = 0
    for index in 0..<samples.count {
      difference |= below &- Int32(bitPattern: first[index].bitPattern & 0x7fff_ffff)
    }
    return difference < 0
  }
}

extension Statistics {
  /// The number of finite samples, and the largest magnitude among them; -1 if there are none.
  public static func largestMagnitude(_ samples: Span<Float>) -> (known: Int, value: Float) {
    let infinity = Int32(bitPattern: Float.infinity.bitPattern)
    return samples.withUnsafeBufferPointer { samples in
      var (missing, largest): (Int32, Int32) = (0, -1)
      // Compared as bits, as the compiler makes SIMD of integers.
      for index in samples.indices {
        let magnitude = Int32(bitPattern: samples[index].bitPattern & 0x7fff_ffff)
        // -1 from infinity on, else 0.
        let isMissing = (infinity &- 1 &- magnitude) >> 31
        missing &-= isMissing
        largest = max(largest, magnitude | isMissing)
      }
      return (samples.count - Int(missing), largest < 0 ? -1 : Float(bitPattern: UInt32(bitPattern: largest)))
    }
  }

  /// Whether any sample is NaN or infinite.
  public static func hasMissing(_ samples: Span<Float>) -> Bool { hasMagnitude(of: .infinity, samples) }

  /// Whether the magnitude of any sample is at least this level; that of NaN is.
  package static func hasMagnitude(of level: Float, _ samples: Span<Float>) -> Bool {
    reachesMagnitude(level, samples)
  }
}
