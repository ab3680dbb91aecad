/// A kernel applied to a signal sample by sample, with zero phase.
///
/// `FilteredSignal` does the same with transforms; the results differ only by rounding. Up to some 30 taps, sums are as
/// fast as transforms even for a whole signal. With any kernel, a small window costs only its own samples instead of
/// whole blocks.
package struct DirectlyFilteredSignal: Signal {
  /// The signal before filtering.
  package let source: any Signal
  private let convolution: DirectConvolution

  /// The number of samples, the source's.
  package var count: Int { source.count }
  /// The time base, the source's.
  package var timeBase: TimeBase { source.timeBase }
  /// The unit of the source.
  package var unit: Unit { source.unit }

  /// Filters `source` with `kernel`, which should be designed for the source's measured rate.
  package init(_ source: any Signal, kernel: FIRKernel) {
    self.source = source
    convolution = DirectConvolution(kernel: kernel)
  }

  /// Reads the filtered samples of a range.
  ///
  /// - Throws: `SignalError` for a range or a length that does not fit, and the errors of the source.
  package func read(_ range: Range<Int>, into samples: inout MutableSpan<Float>) throws {
    try SignalError.check(range, count: count, bufferCount: samples.count)
    try forEachSegment(of: range) { part, segment in
      try convolution.read(part, of: segment, source, into: &samples, at: part.lowerBound - range.lowerBound)
    }
  }

  private func forEachSegment(of range: Range<Int>, _ body: (Range<Int>, Range<Int>) throws -> Void) rethrows {
    let timeBase = timeBase
    var start = range.lowerBound
    while start < range.upperBound {
      let segment = timeBase.segment(containing: start).samples
      let end = min(segment.upperBound, range.upperBound)
      try body(start..<end, segment)
      start = end
    }
  }
}

/// The sums of a symmetric kernel over an extended segment. An output is always the same sum in the same order,
/// whatever range is read.
struct DirectConvolution: Sendable {
  /// The longest kernel for which sums are faster than transforms even for a whole signal.
  static let longestKernel = 32
  /// Outputs that are computed together; their input fits the processor's first cache.
  private static let pieceLength = 2048
  private static let lanes = SIMD16<Float>.scalarCount

  /// The taps from the middle outwards: the kernel is symmetric.
  private let taps: [Float]
  private var halfLength: Int { taps.count - 1 }

  init(kernel: FIRKernel) {
    taps = kernel.taps[kernel.halfLength...].map(Float.init)
  }

  /// Reads filtered samples inside a segment, which is extended by odd reflection.
  ///
  /// - Throws: what the source throws.
  func read(
    _ range: Range<Int>, of segment: Range<Int>, _ source: any Signal, into output: inout MutableSpan<Float>,
    at offset: Int
  ) throws {
    var start = range.lowerBound
    while start < range.upperBound {
      let piece = start..<min(start + Self.pieceLength, range.upperBound)
      let needed =
        max(start - halfLength, segment.lowerBound)..<min(piece.upperBound + halfLength, segment.upperBound)
      try source.visit(needed) { samples in
        sum(piece, of: segment, samples, from: needed.lowerBound, into: &output, at: offset + start - range.lowerBound)
      }
      start = piece.upperBound
    }
  }

  /// Computes filtered samples inside a segment.
  ///
  /// - Parameters:
  ///   - input: the samples from `first` on, up to half a kernel beyond the range, within the segment.
  ///   - offset: the position of the first result in the output.
  func sum(
    _ range: Range<Int>, of segment: Range<Int>, _ samples: Span<Float>, from first: Int,
    into output: inout MutableSpan<Float>, at offset: Int = 0
  ) {
    let extended = OddExtension(count: segment.count)
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(start + Self.pieceLength, range.upperBound)
      // Capacity for whole steps of SIMD: results beyond the last sample are computed too, and dropped.
      let stepCount = (end - start + Self.lanes - 1) / Self.lanes
      let length = end - start + 2 * halfLength
      withUnsafeTemporaryAllocation(of: Float.self, capacity: stepCount * Self.lanes + 2 * halfLength) { memory in
        memory[length...].initialize(repeating: 0)
        let input = UnsafeMutableBufferPointer(rebasing: memory[..<length])
        var span = input.mutableSpan
        extended.fill(
          &span, from: start - halfLength - segment.lowerBound, samples: samples,
          offset: first - segment.lowerBound, reach: halfLength)
        // A missing sample makes all outputs that use it missing.
        if reachesMagnitude(OverlapSave.missingMagnitude, input.span) {
          for index in input.indices where !(abs(input[index]) < OverlapSave.missingMagnitude) { input[index] = .nan }
        }
        convolve(
          UnsafeRawBufferPointer(memory), into: &output, at: offset + start - range.lowerBound, count: end - start)
      }
      start = end
    }
  }

  private func convolve(
    _ input: UnsafeRawBufferPointer, into output: inout MutableSpan<Float>, at offset: Int, count: Int
  ) {
    precondition(
      input.count >= 4 * ((count + Self.lanes - 1) / Self.lanes * Self.lanes + 2 * halfLength)
        && offset + count <= output.count, "samples beyond a range")
    guard let input = input.baseAddress else { return }
    output.withUnsafeMutableBytes { output in
      var index = 0
      while index + Self.lanes <= count {
        output.storeBytes(of: sums(at: index, of: input), toByteOffset: 4 * (offset + index), as: SIMD16<Float>.self)
        index += Self.lanes
      }
      guard index < count else { return }
      let rest = sums(at: index, of: input)
      withUnsafeBytes(of: rest) { rest in
        UnsafeMutableRawBufferPointer(rebasing: output[4 * (offset + index)..<4 * (offset + count)])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: rest[..<(4 * (count - index))]))
      }
    }
  }

  /// Consecutive outputs, which stay in registers until they are complete.
  @inline(__always)
  private func sums(at index: Int, of input: UnsafeRawPointer) -> SIMD16<Float> {
    func samples(_ place: Int) -> SIMD16<Float> {
      input.loadUnaligned(fromByteOffset: MemoryLayout<Float>.stride * place, as: SIMD16<Float>.self)
    }
    let middle = index + halfLength
    return taps.withUnsafeBufferPointer { taps in
      var sums = taps[0] * samples(middle)
      for distance in 1..<max(1, taps.count) {
        sums += taps[distance] * (samples(middle - distance) + samples(middle + distance))
      }
      return sums
    }
  }
}
