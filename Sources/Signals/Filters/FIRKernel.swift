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

/// The Kaiser window and the formulas for its parameters.
///
/// Source: J. F. Kaiser, "Nonrecursive digital filter design using the I0-sinh window function", ISCAS 1974.
/// `scipy.signal.kaiserord` uses the same formulas, so designs can be compared tap by tap.
enum KaiserWindow {
  /// The modified Bessel function of the first kind and order 0, by its power series.
  ///
  /// All terms are positive, so the series keeps full precision for the arguments of windows.
  static func besselI0(_ argument: Double) -> Double {
    let quarterSquare = argument * argument / 4
    var sum = 1.0
    var term = 1.0
    var index = 1.0
    while term > sum * 1e-17 {
      term *= quarterSquare / (index * index)
      sum += term
      index += 1
    }
    return sum
  }

  /// The window's shape for an attenuation in dB.
  static func beta(attenuationDB: Double) -> Double {
    if attenuationDB > 50 { return 0.1102 * (attenuationDB - 8.7) }
    guard attenuationDB > 21 else { return 0 }
    return 0.5842 * pow(attenuationDB - 21, 0.4) + 0.07886 * (attenuationDB - 21)
  }

  /// The number of taps, before rounding, for an attenuation in dB and a transition width as a fraction of
  /// Nyquist.
  static func tapCount(attenuationDB: Double, width: Double) -> Double {
    (attenuationDB - 7.95) / (2.285 * .pi * width) + 1
  }

  /// The symmetric window of an odd number of points.
  static func window(count: Int, beta: Double) -> [Double] {
    let half = Double(count - 1) / 2
    guard half > 0 else { return [1] }
    let peak = besselI0(beta)
    return (0..<count).map { index in
      let place = (Double(index) - half) / half
      return besselI0(beta * max(0, 1 - place * place).squareRoot()) / peak
    }
  }
}

/// Why a filter cannot be designed.
public enum FilterDesignError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The rate is not a positive number, as for a time base of fewer than two samples.
  case rate(Double)
  /// An edge is at or above the Nyquist frequency.
  case aboveNyquist(edge: String, frequency: Double, nyquist: Double)
  /// The edges of the transition are not in order.
  case edges(lower: String, lowerFrequency: Double, upper: String, upperFrequency: Double)
  /// The attenuation is outside the range allowed by the design and single precision.
  case attenuation(Double, allowed: ClosedRange<Double>)
  /// The transition is too narrow.
  case tooManyTaps(Double, limit: Int)
  /// The taps are not a zero-phase kernel: an odd number of finite, symmetric values.
  case taps(String)

  /// The error as a sentence.
  public var description: String {
    switch self {
    case .rate(let rate):
      "a sampling rate of \(rate) Hz; expected a number above 0"
    case .aboveNyquist(let edge, let frequency, let nyquist):
      "\(edge) \(frequency) Hz is not below the Nyquist frequency, \(nyquist) Hz (half the sampling rate)"
    case .edges(let lower, let lowerFrequency, let upper, let upperFrequency):
      "\(lower) \(lowerFrequency) Hz and \(upper) \(upperFrequency) Hz; expected 0 <= \(lower) < \(upper)"
    case .attenuation(let attenuation, let allowed):
      "an attenuation of \(attenuation) dB; expected \(allowed.lowerBound) to \(allowed.upperBound) dB"
    case .tooManyTaps(let count, let limit):
      "the transition is so narrow that it needs \(count) taps, over the limit of \(limit); move the edges apart"
    case .taps(let reason):
      "not a zero-phase kernel: \(reason)"
    }
  }
}
