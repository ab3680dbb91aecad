import Synchronization

/// A kernel's transform, and the layout of the blocks to filter, for overlap-save with zero phase.
///
/// A symmetric kernel centred at 0 has a real spectrum, so filtering multiplies complex by real numbers, and the output
/// has no delay. It also keeps the real and the imaginary part of a signal separate, so one complex transform filters
/// the two halves of a block. The layout depends only on the kernel.
struct OverlapSave: Sendable {
  /// Samples of this magnitude and above count as missing. Single precision has only seven digits, so fill values of
  /// files (1e35 and the like) would swamp all other samples of their block.
  static let missingMagnitude: Float = 1e30

  let halfLength: Int
  /// The length of the transforms.
  let length: Int
  /// The output samples of half a block: all samples that circular wrap-around does not affect.
  private var outputs: Int { length - 2 * halfLength }
  /// The output samples of one transform, for the two halves of a block.
  var blockLength: Int { 2 * outputs }

  private let transform: PairTransform
  private let spectrum: KernelSpectrum

  init(kernel: FIRKernel) throws(FFTWError) {
    halfLength = kernel.halfLength
    length = Self.transformLength(tapCount: kernel.taps.count)
    transform = try PairTransform(length: length)
    spectrum = try KernelSpectrum(kernel: kernel, transform)
  }

  /// A power of two near four times the number of taps, between 512 and 4,096 if twice the taps allow it: 512 for 75
  /// taps, 2,048 for 257, 4,096 for 1,025.
  static func transformLength(tapCount: Int) -> Int {
    func powerOfTwo(atLeast minimum: Int) -> Int {
      var length = 1
      while length < minimum { length *= 2 }
      return length
    }
    let good = min(max(powerOfTwo(atLeast: 4 * tapCount), 512), 4096)
    return max(good, powerOfTwo(atLeast: 2 * tapCount))
  }

  /// Filters one block of an extended segment.
  ///
  /// - Parameters:
  ///   - samples: The segment's samples from `offset` on, with all samples that the block needs.
  ///   - start: The block's first output sample, relative to the segment's first sample.
  ///   - output: Receives `outputCount` samples from `outputOffset` on.
  func filter(
    _ samples: Span<Float>, offset: Int, segmentCount: Int, start: Int, workspace: FilterWorkspace,
    output: inout MutableSpan<Float>, outputOffset: Int, outputCount: Int
  ) throws {
    let extended = OddExtension(count: segmentCount)
    // The first output of each half, relative to the block.
    let halves = outputCount > outputs ? [0, outputs] : [0]
    let missing = halves.map { first in
      let place = first == 0 ? 0 : length
      return workspace.input.withMutableSpan(of: place..<place + length) { input in
        extended.fill(&input, from: start + first - halfLength, samples: samples, offset: offset, reach: halfLength)
        return reachesMagnitude(Self.missingMagnitude, input.span) ? Self.replaceMissing(&input) : []
      }
    }
    if halves.count == 1 { workspace.input.withMutableSpan(of: length..<2 * length) { $0.update(repeating: 0) } }
    try transform.forward(workspace.input, into: &workspace.spectrum)
    workspace.spectrum.multiply(by: spectrum.values)
    try transform.inverse(workspace.spectrum, into: &workspace.output)
    for (half, first) in halves.enumerated() {
      let count = min(outputs, outputCount - first)
      let place = half * length + halfLength
      workspace.output.withSpan { $0.copy(place..<place + count, into: &output, at: outputOffset + first) }
      var marked = 0
      for place in missing[half] {
        // Output j uses the input from j to j + 2 half-lengths.
        let firstMarked = max(place - 2 * halfLength, marked)
        marked = max(firstMarked, min(place + 1, count))
        for index in firstMarked..<marked { output[outputOffset + first + index] = .nan }
      }
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

/// The real spectrum of a symmetric kernel centred at 0, including the inverse transform's scale. It is stored twice:
/// for the real and for the imaginary part of a spectrum.
private final class KernelSpectrum: Sendable {
  let values: AlignedBuffer

  init(kernel: FIRKernel, _ transform: PairTransform) throws(FFTWError) {
    let length = transform.length
    var circle = try AlignedBuffer(count: 2 * length)
    for (index, tap) in kernel.taps.enumerated() {
      let place = index - kernel.halfLength
      circle[place < 0 ? place + length : place] = Float(tap) / Float(length)
    }
    var spectrum = try AlignedBuffer(count: 2 * length)
    try transform.forward(circle, into: &spectrum)
    for place in 0..<length { spectrum[length + place] = spectrum[place] }
    values = spectrum
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
    input = try AlignedBuffer(count: 2 * length)
    spectrum = try AlignedBuffer(count: 2 * length)
    output = try AlignedBuffer(count: 2 * length)
  }
}

/// Unused workspaces, as many as there were concurrent calls, up to a limit.
final class WorkspacePool: Sendable {
  private static let limit = 4

  private let length: Int
  private let free = Mutex<[FilterWorkspace]>([])

  init(_ overlapSave: OverlapSave) { length = overlapSave.length }

  func borrow() throws(FFTWError) -> FilterWorkspace {
    if let workspace = free.withLock({ $0.popLast() }) { return workspace }
    return try FilterWorkspace(length: length)
  }

  func giveBack(_ workspace: FilterWorkspace) {
    free.withLock { free in
      guard free.count < Self.limit else { return }
      free.append(workspace)
    }
  }
}
