import CFFTW

/// The discrete Fourier transform of real samples: `X[k] = sum of x[n] exp(-2 pi i k n / length)`, unscaled.
///
/// One value may be used from many tasks at once, each with buffers of its own.
public struct ForwardTransform: Sendable {
  private let plan: Plan

  /// The number of real samples.
  public var length: Int { plan.length }

  /// Takes the plan for `length` from the process's cache, or makes it.
  ///
  /// - Throws: `FFTWError.invalidLength`, `.allocationFailed` or `.planningFailed`.
  public init(length: Int, effort: PlanningEffort = .estimate) throws(FFTWError) {
    plan = try PlanCache.plan(length: length, direction: .realToComplex, effort: effort)
  }

  /// Transforms `length` samples into `length / 2 + 1` interleaved pairs; the samples stay as they are.
  ///
  /// - Throws: `FFTWError.bufferLength` where a buffer does not fit.
  public func execute(_ samples: borrowing AlignedBuffer, into spectrum: inout AlignedBuffer) throws(FFTWError) {
    try check(samples.count, length, role: "samples")
    try check(spectrum.count, spectrumCount(forLength: length), role: "spectrum")
    cfftw_execute_r2c(plan.handle, samples.pointer, spectrum.pointer)
  }
}

/// The inverse of `ForwardTransform`, unscaled: forward and inverse together multiply by the length.
///
/// One value may be used from many tasks at once, each with buffers of its own.
public struct InverseTransform: Sendable {
  private let plan: Plan

  /// The number of real samples.
  public var length: Int { plan.length }

  /// Takes the plan for `length` from the process's cache, or makes it.
  ///
  /// - Throws: `FFTWError.invalidLength`, `.allocationFailed` or `.planningFailed`.
  public init(length: Int, effort: PlanningEffort = .estimate) throws(FFTWError) {
    plan = try PlanCache.plan(length: length, direction: .complexToReal, effort: effort)
  }

  /// Transforms `length / 2 + 1` interleaved pairs into `length` samples, and destroys the spectrum (FFTW's way).
  ///
  /// - Throws: `FFTWError.bufferLength` where a buffer does not fit.
  public func execute(_ spectrum: inout AlignedBuffer, into samples: inout AlignedBuffer) throws(FFTWError) {
    try check(spectrum.count, spectrumCount(forLength: length), role: "spectrum")
    try check(samples.count, length, role: "samples")
    cfftw_execute_c2r(plan.handle, spectrum.pointer, samples.pointer)
  }
}

private func check(_ actual: Int, _ expected: Int, role: String) throws(FFTWError) {
  guard actual == expected else { throw .bufferLength(role: role, expected: expected, actual: actual) }
}
