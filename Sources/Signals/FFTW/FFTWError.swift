/// What can go wrong with a transform.
package enum FFTWError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A transform or buffer length that FFTW cannot take.
  case invalidLength(Int)
  /// `fftwf_malloc` gave no memory, or memory without the alignment that SIMD plans need.
  case allocationFailed(floats: Int)
  /// FFTW made no plan for this length.
  case planningFailed(length: Int)
  /// A buffer of the wrong length was given to a transform.
  case bufferLength(role: String, expected: Int, actual: Int)

  /// The error in a sentence.
  package var description: String {
    switch self {
    case .invalidLength(let length):
      "a transform or buffer of length \(length) is not possible; expected 1 to \(Int32.max)"
    case .allocationFailed(let floats):
      "no aligned memory for \(floats) floats"
    case .planningFailed(let length):
      "FFTW made no plan for length \(length)"
    case .bufferLength(let role, let expected, let actual):
      "the \(role) buffer holds \(actual) floats; expected \(expected)"
    }
  }
}
