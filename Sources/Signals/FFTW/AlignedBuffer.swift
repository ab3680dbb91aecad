import CFFTW

/// A fixed-length block of floats, aligned as FFTW's SIMD plans need it, and freed with its owner.
///
/// It contains real samples, a spectrum as interleaved pairs (real, imaginary, real, ...), or the real part of a
/// complex signal followed by its imaginary part.
package struct AlignedBuffer: ~Copyable {
  /// The number of floats.
  package let count: Int
  let pointer: UnsafeMutablePointer<Float>

  /// Allocates `count` zeros.
  ///
  /// - Throws: `FFTWError.invalidLength` for a count below 1 or over `Int32.max`, `.allocationFailed` without aligned
  ///   memory.
  package init(count: Int) throws(FFTWError) {
    guard count >= 1, count <= Int(Int32.max) else { throw .invalidLength(count) }
    guard let memory = fftwf_malloc(count * MemoryLayout<Float>.stride) else {
      throw .allocationFailed(floats: count)
    }
    let pointer = memory.bindMemory(to: Float.self, capacity: count)
    // FFTW requires that a plan runs on memory aligned like the memory that the plan was made with.
    guard fftwf_alignment_of(pointer) == 0 else {
      fftwf_free(memory)
      throw .allocationFailed(floats: count)
    }
    pointer.initialize(repeating: 0, count: count)
    self.count = count
    self.pointer = pointer
  }

  deinit {
    fftwf_free(pointer)
  }

  /// One float; the index must be in `0..<count`.
  package subscript(index: Int) -> Float {
    get {
      precondition(index >= 0 && index < count, "index \(index) outside a buffer of \(count)")
      return pointer[index]
    }
    set {
      precondition(index >= 0 && index < count, "index \(index) outside a buffer of \(count)")
      pointer[index] = newValue
    }
  }

  /// Multiplies each float by the float at the same index of another buffer, which must have the same length.
  package mutating func multiply(by factors: borrowing AlignedBuffer) {
    precondition(factors.count == count, "\(factors.count) factors for \(count) floats")
    let (values, factors) = (pointer, factors.pointer)
    for index in 0..<count { values[index] *= factors[index] }
  }

  /// Calls `body` with all the floats, for reading.
  @inline(__always)
  package borrowing func withSpan<Result, Failure: Error>(
    _ body: (Span<Float>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeBufferPointer(start: pointer, count: count).span)
  }

  /// Calls `body` with the floats of a range, for reading and writing; the range must be within `0..<count`.
  @inline(__always)
  package mutating func withMutableSpan<Result, Failure: Error>(
    of range: Range<Int>, _ body: (inout MutableSpan<Float>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "\(range) outside a buffer of \(count)")
    var span = UnsafeMutableBufferPointer(start: pointer + range.lowerBound, count: range.count).mutableSpan
    return try body(&span)
  }

  /// Calls `body` with all the floats, for reading and writing.
  @inline(__always)
  package mutating func withMutableSpan<Result, Failure: Error>(
    _ body: (inout MutableSpan<Float>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var span = UnsafeMutableBufferPointer(start: pointer, count: count).mutableSpan
    return try body(&span)
  }
}

// Sound because the memory has one owner (the type cannot be copied), and writing needs exclusive access to that owner,
// which the compiler checks as for any value.
extension AlignedBuffer: @unchecked Sendable {}
