import FFTW

/// A kernel's transform, and the layout of the blocks to filter: overlap-save with zero phase.
///
/// A symmetric kernel centred at 0 has a real spectrum, so filtering multiplies complex by real numbers, and the
/// output has no delay. The layout depends only on the kernel.
struct OverlapSave: Sendable {
  /// Samples of this magnitude and above count as missing: since single precision has only seven digits, fill values
  /// of files (1e35 and the like) would swamp everything else in their block.
  static let missingMagnitude: Float = 1e30

  let halfLength: Int
  /// The length of the transforms.
  let length: Int
  /// The output samples of one transform: those not affected by circular wrap-around.
  var blockLength: Int { length - 2 * halfLength }

  private let forward: ForwardTransform
  private let inverse: InverseTransform
  /// The kernel's spectrum over the length, every value twice: once for the real and once for the imaginary
  /// part.
  private let spectrum: KernelSpectrum

  init(kernel: FIRKernel) throws(FFTWError) {
    halfLength = kernel.halfLength
    length = Self.transformLength(tapCount: kernel.taps.count)
    forward = try ForwardTransform(length: length)
    inverse = try InverseTransform(length: length)
    spectrum = try KernelSpectrum(kernel: kernel, transform: forward)
  }

  /// A power of two near eight times the number of taps, between 1,024 and 8,192 if four times the taps allow it: 1,024
  /// for 75 taps, 4,096 for 257, 8,192 for 1,025, for which measurements found the least time per sample.
  static func transformLength(tapCount: Int) -> Int {
    func powerOfTwo(atLeast minimum: Int) -> Int {
      var length = 1
      while length < minimum { length *= 2 }
      return length
    }
    let good = min(max(powerOfTwo(atLeast: 8 * tapCount), 1024), 8192)
    return max(good, powerOfTwo(atLeast: 4 * tapCount))
  }

  /// Filters one block of an extended segment.
  ///
  /// - Parameters:
  ///   - samples: the segment's samples from `offset` on, with all that the block needs.
  ///   - start: the block's first output sample, relative to the segment's first.
  ///   - output: receives `outputCount` samples from `outputOffset` on.
  func filter(
    _ samples: Span<Float>, offset: Int, segmentCount: Int, start: Int, workspace: FilterWorkspace,
    output: inout MutableSpan<Float>, outputOffset: Int, outputCount: Int
  ) throws {
    let extended = OddExtension(count: segmentCount)
    let missing = workspace.input.withMutableSpan { input in
      extended.fill(&input, from: start - halfLength, samples: samples, offset: offset, reach: halfLength)
      return reachesMagnitude(Self.missingMagnitude, input.span) ? Self.replaceMissing(&input) : []
    }
    try forward.execute(workspace.input, into: &workspace.spectrum)
    workspace.spectrum.multiply(by: spectrum.values)
    try inverse.execute(&workspace.spectrum, into: &workspace.output)
    workspace.output.withSpan { result in
      result.copy(halfLength..<halfLength + outputCount, into: &output, at: outputOffset)
    }
    var marked = 0
    for place in missing {
      // Output j uses the input from j to j + 2 half-lengths.
      let first = max(place - 2 * halfLength, marked)
      marked = max(first, min(place + 1, outputCount))
      for index in first..<marked { output[outputOffset + index] = .nan }
    }
  }

  private static func replaceMissing(_ samples: inout MutableSpan<Float>) -> [Int] {
    var places: [Int] = []
    for index in 0..<samples.count where !(abs(samples[index]) < missingMagnitude) {
      places.append(index)
      samples[index] = 0
    }
    return places
  }
}

/// The real spectrum of a symmetric kernel centred at 0, including the inverse transform's scale.
private final class KernelSpectrum: Sendable {
  let values: AlignedBuffer

  init(kernel: FIRKernel, transform: ForwardTransform) throws(FFTWError) {
    var circle = try AlignedBuffer(count: transform.length)
    for (index, tap) in kernel.taps.enumerated() {
      let place = index - kernel.halfLength
      circle[place < 0 ? place + transform.length : place] = Float(tap)
    }
    var pairs = try AlignedBuffer(count: spectrumCount(forLength: transform.length))
    try transform.execute(circle, into: &pairs)
    for real in stride(from: 0, to: pairs.count, by: 2) {
      pairs[real] /= Float(transform.length)
      pairs[real + 1] = pairs[real]
    }
    values = pairs
  }
}

/// The scratch memory for filtering one block.
///
/// It is `@unchecked Sendable` because `WorkspacePool` lends each workspace to one call at a time.
final class FilterWorkspace: @unchecked Sendable {
  var input: AlignedBuffer
  var spectrum: AlignedBuffer
  var output: AlignedBuffer

  init(length: Int) throws(FFTWError) {
    input = try AlignedBuffer(count: length)
    spectrum = try AlignedBuffer(count: spectrumCount(forLength: length))
    output = try AlignedBuffer(count: length)
  }
}
