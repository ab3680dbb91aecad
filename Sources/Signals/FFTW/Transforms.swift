import CFFTW

/// The discrete Fourier transform of real samples: `X[k] = sum of x[n] exp(-2 pi i k n / length)`, unscaled.
///
/// One value may be used from many tasks at once, if each task has its own buffers.
package struct ForwardTransform: Sendable {
  private let plan: Plan

  /// The number of real samples.
  package var length: Int { plan.length }

  /// Takes the plan for `length` from the process's cache, or makes it.
  ///
  /// - Throws: `FFTWError.invalidLength`, `.allocationFailed` or `.planningFailed`.
  package init(length: Int) throws(FFTWError) {
    plan = try PlanCache.plan(length: length, direction: .realToComplex)
  }

  /// Transforms `length` samples into `length / 2 + 1` interleaved pairs; the samples stay as they are.
  ///
  /// - Throws: `FFTWError.bufferLength` if a buffer does not fit.
  package func execute(_ samples: borrowing AlignedBuffer, into spectrum: inout AlignedBuffer) throws(FFTWError) {
    try check(samples.count, length, role: "samples")
    try check(spectrum.count, spectrumCount(forLength: length), role: "spectrum")
    cfftw_execute_r2c(plan.handle, samples.pointer, spectrum.pointer)
  }
}

/// The discrete Fourier transforms of two real signals at once, as the real and the imaginary part of one complex
/// signal, and their inverse.
///
/// For lengths of 512 to 2,048 samples, FFTW computes this transform in less than half of the time of two real
/// transforms. A buffer contains the real part, then the imaginary part. One value may be used from many tasks at once,
/// if each task has its own buffers.
package struct PairTransform: Sendable {
  private let forward: Plan
  private let inverse: Plan

  /// The number of samples of each signal.
  package var length: Int { forward.length }

  /// Takes the plans for `length` from the process's cache, or makes them.
  ///
  /// - Throws: `FFTWError.invalidLength`, `.allocationFailed` or `.planningFailed`.
  package init(length: Int) throws(FFTWError) {
    forward = try PlanCache.plan(length: length, direction: .pairForward)
    inverse = try PlanCache.plan(length: length, direction: .pairInverse)
  }

  /// Transforms the signals into their spectrum, unscaled; the samples stay as they are.
  ///
  /// - Throws: `FFTWError.bufferLength` if a buffer does not contain twice the length.
  package func forward(_ samples: borrowing AlignedBuffer, into spectrum: inout AlignedBuffer) throws(FFTWError) {
    try check(samples.count, 2 * length, role: "samples")
    try check(spectrum.count, 2 * length, role: "spectrum")
    cfftw_execute_pair(
      forward.handle, samples.pointer, samples.pointer + length, spectrum.pointer, spectrum.pointer + length)
  }

  /// Transforms a spectrum into its signals, unscaled: forward and inverse together multiply by the length.
  ///
  /// - Throws: `FFTWError.bufferLength` if a buffer does not contain twice the length.
  package func inverse(_ spectrum: borrowing AlignedBuffer, into samples: inout AlignedBuffer) throws(FFTWError) {
    try check(spectrum.count, 2 * length, role: "spectrum")
    try check(samples.count, 2 * length, role: "samples")
    cfftw_execute_pair(
      inverse.handle, spectrum.pointer + length, spectrum.pointer, samples.pointer + length, samples.pointer)
  }
}

private func check(_ actual: Int, _ expected: Int, role: String) throws(FFTWError) {
  guard actual == expected else { throw .bufferLength(role: role, expected: expected, actual: actual) }
}

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
