import Glibc

/// A linear-phase filter that converts acceleration to displacement: band-pass and double integration in one.
///
/// Its response is H(f) = -B(f) / (2 pi f)^2. B is 1 from 0.2 to 1.5 Hz, where the cadence of repetitions lies, and 0
/// below 0.1 Hz and above 2 Hz, with edges of half a cosine between. The taps are the inverse transform of H times a
/// Hann window of 20 s; a constant is then subtracted, so that a constant acceleration gives no displacement.
///
/// Source: double integration in the frequency domain, with a band-pass against drift, as in A. Brandt and R. Brincker,
/// "Integrating time signals in frequency domain", Measurement 58 (2014).
struct DisplacementKernel: Hashable, Sendable {
  /// The pass band, in Hz.
  static let passHz = 0.2...1.5
  /// The stop bands are below and above this range, in Hz.
  static let stopHz = 0.1...2.0
  /// Half of the length, in s.
  static let reachS = 10.0

  /// The taps from the centre outwards, in s^2. Every tap except the first is used on both sides.
  let taps: [Double]

  /// The number of samples used on each side.
  var reach: Int { taps.count - 1 }

  /// Makes a kernel for samples `stepS` apart.
  init(stepS: Double) {
    let reach = Int((Self.reachS / stepS).rounded())
    // Frequencies far finer than the resolution of the window.
    let count = 4096
    let widthHz = Self.stopHz.upperBound / Double(count)
    var taps = (0...reach).map { tap in
      let time = Double(tap) * stepS
      let sum = (1..<count).reduce(0.0) { sum, index in
        let hz = Double(index) * widthHz
        let angular = 2 * Double.pi * hz
        return sum - Self.pass(hz) / (angular * angular) * cos(angular * time)
      }
      let hann = (1 + cos(Double.pi * Double(tap) / Double(reach + 1))) / 2
      return 2 * sum * widthHz * stepS * hann
    }
    let total = taps[0] + 2 * taps.dropFirst().reduce(0, +)
    // The constant is windowed as well, so that the ends stay smooth.
    let window = (0...reach).map { (1 + cos(Double.pi * Double($0) / Double(reach + 1))) / 2 }
    let windowTotal = window[0] + 2 * window.dropFirst().reduce(0, +)
    for tap in taps.indices { taps[tap] -= total / windowTotal * window[tap] }
    self.taps = taps
  }

  /// B(f).
  private static func pass(_ hz: Double) -> Double {
    if hz <= stopHz.lowerBound || hz >= stopHz.upperBound { return 0 }
    if hz < passHz.lowerBound {
      return (1 - cos(.pi * (hz - stopHz.lowerBound) / (passHz.lowerBound - stopHz.lowerBound))) / 2
    }
    if hz > passHz.upperBound {
      return (1 + cos(.pi * (hz - passHz.upperBound) / (stopHz.upperBound - passHz.upperBound))) / 2
    }
    return 1
  }

  /// The displacement at a position; samples outside of the array count as 0.
  func value(at position: Int, of samples: [Double]) -> Double {
    samples.withUnsafeBufferPointer { samples in
      var sum = taps[0] * samples[position]
      let (before, behind) = (min(reach, position), min(reach, samples.count - 1 - position))
      let both = min(before, behind)
      // Four parallel sums: in a single sum, each addition would wait for the previous addition.
      var sums = SIMD4<Double>.zero
      var tap = 1
      while tap + 3 <= both {
        let left = SIMD4(
          samples[position - tap], samples[position - tap - 1], samples[position - tap - 2],
          samples[position - tap - 3])
        let right = SIMD4(
          samples[position + tap], samples[position + tap + 1], samples[position + tap + 2],
          samples[position + tap + 3])
        sums += SIMD4(taps[tap], taps[tap + 1], taps[tap + 2], taps[tap + 3]) * (left + right)
        tap += 4
      }
      sum += sums.sum()
      while tap <= both {
        sum += taps[tap] * (samples[position - tap] + samples[position + tap])
        tap += 1
      }
      for tap in stride(from: min(before, behind) + 1, through: before, by: 1) {
        sum += taps[tap] * samples[position - tap]
      }
      for tap in stride(from: min(before, behind) + 1, through: behind, by: 1) {
        sum += taps[tap] * samples[position + tap]
      }
      return sum
    }
  }
}
