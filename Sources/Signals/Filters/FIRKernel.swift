import Glibc

/// The taps of a symmetric filter of odd length, which has zero phase when centred on a sample.
package struct FIRKernel: Sendable, Hashable {
  /// The most taps of a kernel, so that its transforms take only a few MB.
  package static let tapLimit = 65_535

  /// The taps, first to last.
  package let taps: [Double]
  /// The sampling rate for which the taps were designed, in Hz.
  package let rate: Double

  /// The number of taps on each side of the middle one.
  package var halfLength: Int { taps.count / 2 }

  /// Makes a kernel from given taps.
  ///
  /// - Throws: `FilterDesignError.taps` unless they are an odd number of finite, symmetric values, `.tooManyTaps`
  ///   over `tapLimit`, `.rate` for a rate that is not positive.
  package init(taps: [Double], rate: Double) throws(FilterDesignError) {
    guard rate > 0, rate.isFinite else { throw .rate(rate) }
    guard taps.count % 2 == 1 else { throw .taps("\(taps.count) taps; expected an odd number") }
    guard taps.count <= Self.tapLimit else { throw .tooManyTaps(Double(taps.count), limit: Self.tapLimit) }
    for (index, pair) in zip(taps, taps.reversed()).enumerated() {
      guard pair.0.isFinite else { throw .taps("tap \(index) is \(pair.0)") }
      guard pair.0 == pair.1 else { throw .taps("tap \(index) is \(pair.0) but its mirror image is \(pair.1)") }
    }
    self.taps = taps
    self.rate = rate
  }

  /// The gain at a frequency: real, since the phase is zero; negative where the filter inverts.
  package func gain(atHz frequency: Double) -> Double {
    let angle = 2 * Double.pi * frequency / rate
    var gain = taps[halfLength]
    for offset in 0..<halfLength { gain += 2 * taps[halfLength + offset + 1] * cos(angle * Double(offset + 1)) }
    return gain
  }
}
