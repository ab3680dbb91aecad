/// The magnitudes between two bounds, as bits, among those of some samples.
struct MagnitudeBand {
  private let low, high: Int32
  /// The number of magnitudes below it, and of those below its upper bound.
  let below: Int
  private let upTo: Int
  /// The number of samples that are NaN.
  let missing: Int

  /// Counts the magnitudes; the bounds are magnitudes of numbers.
  init(_ bounds: Range<UInt32>, of samples: Span<Float>) {
    let (low, high) = (Int32(bitPattern: bounds.lowerBound), Int32(bitPattern: bounds.upperBound))
    let infinity = Int32(bitPattern: Float.infinity.bitPattern)
    var (below, upTo, missing): (Int32, Int32, Int32) = (0, 0, 0)
    samples.withUnsafeBufferPointer { samples in
      // Uses signs, as the compiler makes no SIMD of conditions; differences of numbers from 0 to 2^31 - 1 fit.
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

  /// Whether a rank lies in it, with a lower neighbour.
  func holds(_ rank: Int) -> Bool { rank > below && rank < upTo }

  /// An eighth of it around the place of a rank among evenly spread magnitudes.
  func around(_ rank: Int) -> Range<UInt32> {
    let width = high - low
    let middle = low + Int32(Double(width) * Double(rank - below) / Double(upTo - below))
    return UInt32(max(low, middle - width / 16))..<UInt32(min(high, middle + width / 16))
  }

  /// Writes its magnitudes to the front of a buffer that is longer than the samples; returns their number.
  func gather(_ samples: Span<Float>, into gathered: UnsafeMutableBufferPointer<UInt32>) -> Int {
    samples.withUnsafeBufferPointer { samples in
      var count = 0
      var start = 0
      while start < samples.count {
        let piece = start..<min(start + 16, samples.count)
        // Negative once a magnitude lies in the band, which few pieces have.
        var found: Int32 = 0
        for index in piece {
          let magnitude = Int32(bitPattern: samples[index].bitPattern & 0x7fff_ffff)
          found |= ~(magnitude &- low) & (magnitude &- high)
        }
        if found < 0 {
          // Without branching on the magnitudes, which no processor can predict.
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
