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

  /// The mean of the finite samples; 0 if there are none.
  ///
  /// Eight sums run side by side, as the compiler may not reorder a single sum.
  package static func mean(ofFinite samples: Span<Float>) -> Float {
    samples.withUnsafeBufferPointer { samples in
      var (sums, counts) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
      func add(_ values: SIMD8<Float>) {
        let isFinite = (values - values) .== 0
        sums += values.replacing(with: 0, where: .!isFinite)
        counts += SIMD8<Float>.zero.replacing(with: 1, where: isFinite)
      }
      guard let base = samples.baseAddress else { return 0 }
      let whole = samples.count / 8 * 8
      for place in stride(from: 0, to: whole, by: 8) {
        add(UnsafeRawPointer(base + place).loadUnaligned(as: SIMD8<Float>.self))
      }
      var rest = SIMD8<Float>(repeating: .nan)
      for place in whole..<samples.count { rest[place - whole] = samples[place] }
      add(rest)
      return sums.sum() / max(1, counts.sum())
    }
  }

  /// The energy of the samples, and that of the steps from one to the next: sums of squares.
  ///
  /// Not finite if a sample is not.
  package static func energies(_ samples: Span<Float>) -> (ofSamples: Float, ofSteps: Float) {
    samples.withUnsafeBufferPointer { samples in
      guard let base = samples.baseAddress, !samples.isEmpty else { return (0, 0) }
      var (energy, steps) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
      var place = 0
      while place + 8 < samples.count {
        let values = UnsafeRawPointer(base + place).loadUnaligned(as: SIMD8<Float>.self)
        let step = UnsafeRawPointer(base + place + 1).loadUnaligned(as: SIMD8<Float>.self) - values
        energy += values * values
        steps += step * step
        place += 8
      }
      var (restOfEnergy, restOfSteps, before) = (Float(0), Float(0), samples[place])
      for value in samples[place...] {
        restOfEnergy += value * value
        restOfSteps += (value - before) * (value - before)
        before = value
      }
      return (energy.sum() + restOfEnergy, steps.sum() + restOfSteps)
    }
  }

  /// Whether any sample is NaN or infinite.
  public static func hasMissing(_ samples: Span<Float>) -> Bool { hasMagnitude(of: .infinity, samples) }

  /// Whether the magnitude of any sample is at least this level; that of NaN is.
  package static func hasMagnitude(of level: Float, _ samples: Span<Float>) -> Bool {
    reachesMagnitude(level, samples)
  }
}
