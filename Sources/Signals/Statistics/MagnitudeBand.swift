/// The magnitudes of samples between two bounds, compared as bits.
struct MagnitudeBand {
  private let low, high: Int32
  /// The number of magnitudes below the band, and the number below its upper bound.
  let below: Int
  private let upTo: Int
  /// The number of samples that are NaN.
  let missing: Int

  /// Counts the magnitudes of samples. The bounds are the bits of magnitudes.
  init(_ bounds: Range<UInt32>, of samples: Span<Float>) {
    let (low, high) = (Int32(bitPattern: bounds.lowerBound), Int32(bitPattern: bounds.upperBound))
    let infinity = Int32(bitPattern: Float.infinity.bitPattern)
    var (below, upTo, missing): (Int32, Int32, Int32) = (0, 0, 0)
    samples.withUnsafeBufferPointer { samples in
      // Counts by signs, because the compiler does not make SIMD of conditions. Differences of numbers from 0 to 2^31 -
      // 1 fit.
      for index in samples.indices {
        let magnitude = Int32(bitPattern: samples[index].bitPattern & 0x7fff_ffff)
        below &-= (magnitude &- low) >> 31
        upTo &-= (magnitude &- high) >> 31
        missing &-= (infinity &- magnitude) >> 31
      }
    }
    (self.low, self.high) = (low, high)
    (self.below, self.upTo, self.missing) = (Int(below), Int(upTo), Int(missing))
  }

  /// Whether the band contains a rank and the rank below it.
  func holds(_ rank: Int) -> Bool { rank > below && rank < upTo }

  /// An eighth of the band, around the likely place of a rank if magnitudes are evenly spread.
  func around(_ rank: Int) -> Range<UInt32> {
    let width = high - low
    let middle = low + Int32(Double(width) * Double(rank - below) / Double(upTo - below))
    return UInt32(max(low, middle - width / 16))..<UInt32(min(high, middle + width / 16))
  }

  /// Writes the band's magnitudes to the front of a buffer that is longer than the samples; returns their number.
  func gather(_ samples: Span<Float>, into gathered: UnsafeMutableBufferPointer<UInt32>) -> Int {
    samples.withUnsafeBufferPointer { samples in
      var count = 0
      var start = 0
      while start < samples.count {
        let piece = start..<min(start + 16, samples.count)
        // Negative if a magnitude of the piece is in the band, which is rare.
        var found: Int32 = 0
        for index in piece {
          let magnitude = Int32(bitPattern: samples[index].bitPattern & 0x7fff_ffff)
          found |= ~(magnitude &- low) & (magnitude &- high)
        }
        if found < 0 {
          // The loop does not branch on the magnitudes, which no processor can predict.
          for index in piece {
            let magnitude = samples[index].bitPattern & 0x7fff_ffff
            gathered[count] = magnitude
            count &+= magnitude &- UInt32(low) < UInt32(high - low) ? 1 : 0
          }
        }
        start = piece.upperBound
      }
      return count
    }
  }
}
