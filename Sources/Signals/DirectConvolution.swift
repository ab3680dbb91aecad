/// A short kernel applied sample by sample, with zero phase.
///
/// Up to some 30 taps that takes no longer than a transform of the block around, and a small window costs what it holds
/// instead of a whole block. Every output is the same sum in the same order, whatever range it is read in.
struct DirectConvolution: Sendable {
  private static let longestKernel = 32
  /// Outputs that are worked out together; what they need fits the processor's first cache.
  private static let pieceLength = 2048

  /// The taps from the middle outwards: the kernel is symmetric.
  private let taps: [Float]
  private var halfLength: Int { taps.count - 1 }

  /// Nil for a kernel that is better transformed.
  init?(kernel: FIRKernel) {
    guard kernel.taps.count <= Self.longestKernel else { return nil }
    taps = kernel.taps[kernel.halfLength...].map(Float.init)
  }

  /// Reads filtered samples inside a segment, which is extended beyond its ends by odd reflection.
  ///
  /// - Throws: what the source throws.
  func read(
    _ range: Range<Int>, of segment: Range<Int>, _ source: any Signal, into output: inout MutableSpan<Float>,
    at offset: Int
  ) throws {
    let extended = OddExtension(count: segment.count)
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(start + Self.pieceLength, range.upperBound)
      let needed = max(start - halfLength, segment.lowerBound)..<min(end + halfLength, segment.upperBound)
      let samples = try source.samples(needed)
      var input = [Float](repeating: 0, count: end - start + 2 * halfLength)
      var span = input.mutableSpan
      extended.fill(
        &span, from: start - halfLength - segment.lowerBound, samples: samples.span,
        offset: needed.lowerBound - segment.lowerBound, reach: halfLength)
      // What is missing makes all that it reaches missing.
      for index in input.indices where !(abs(input[index]) < OverlapSave.missingMagnitude) { input[index] = .nan }
      convolve(input, into: &output, at: offset + start - range.lowerBound, count: end - start)
      start = end
    }
  }

  private func convolve(_ input: [Float], into output: inout MutableSpan<Float>, at offset: Int, count: Int) {
    precondition(input.count == count + 2 * halfLength && offset + count <= output.count, "samples beyond a range")
    input.withUnsafeBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        for index in 0..<count { output[offset + index] = taps[0] * input[index + halfLength] }
        for distance in 1..<max(1, taps.count) {
          let tap = taps[distance]
          let (before, after) = (halfLength - distance, halfLength + distance)
          for index in 0..<count { output[offset + index] += tap * (input[index + before] + input[index + after]) }
        }
      }
    }
  }
}
