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
