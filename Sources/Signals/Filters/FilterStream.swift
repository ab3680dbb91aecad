/// A kernel applied with zero phase to one channel of a stream in progress, or to the output of another filter. It
/// gives the same values as `FilteredSignal`, bit for bit.
///
/// It uses the same blocks, so the output lags behind the input by up to a block and half a kernel. At the end of a
/// segment the output catches up. Only one task at a time may change it.
package final class FilterStream: @unchecked Sendable {
  /// Half the kernel's length: each output uses this many samples before and after it.
  package var halfLength: Int { filter.halfLength }

  /// The most samples by which the output lags behind the input within a segment.
  var lag: Int { filter.blockLength + filter.halfLength }

  private let filter: BlockFilter
  private let ring: StreamRing
  /// The samples of the current stretch before filtering.
  private let input: () -> RingSignal
  /// The filtered samples as a signal, for the current stretch.
  package private(set) var signal: RingSignal
  private var output: SlidingBuffer<Float> { signal.samples }

  /// The number of filtered samples.
  package var count: Int { output.held.upperBound }

  /// Filters a channel of a stream with a kernel, which should be designed for the stream's rate.
  ///
  /// - Throws: `FFTWError` if memory or a plan is not available.
  package convenience init(_ ring: StreamRing, channel: Int, kernel: FIRKernel) throws {
    try self.init(ring, kernel) { ring.signal(channel) }
  }

  /// Filters a signal that consists of the samples of a stream, or is computed from them.
  init(_ ring: StreamRing, _ kernel: FIRKernel, _ input: @escaping () -> RingSignal) throws {
    self.ring = ring
    self.input = input
    filter = try BlockFilter(kernel: kernel)
    signal = Self.signal(ring, input().unit)
  }

  private static func signal(_ ring: StreamRing, _ unit: Unit) -> RingSignal {
    RingSignal(samples: SlidingBuffer(startingAt: ring.held.lowerBound), timeBase: ring.timeBase, unit: unit)
  }

  /// Filters the samples received so far, in whole blocks.
  ///
  /// - Parameter isEnded: whether the stretch is over, so that nothing follows its last sample.
  /// - Throws: `CancellationError`, or what filtering throws.
  package func advance(isEnded: Bool) throws {
    let input = input()
    let known = input.samples.held.upperBound
    for segment in ring.timeBase.segments where segment.samples.upperBound > count {
      let available = min(segment.samples.upperBound, known)
      let isClosed =
        available == segment.samples.upperBound && (isEnded || segment.samples.upperBound < ring.count)
      // The half kernel of samples after a block must be present, unless the segment ends first.
      var end = max(count, isClosed ? available : available - filter.halfLength)
      if !isClosed { end -= max(0, end - segment.samples.lowerBound) % filter.blockLength }
      guard end > count else { return }
      try filterBlocks(count..<end, of: segment.samples, input)
      guard isClosed else { return }
    }
  }

  private func filterBlocks(_ range: Range<Int>, of segment: Range<Int>, _ input: RingSignal) throws {
    let half = filter.halfLength
    let needed = max(range.lowerBound - half, segment.lowerBound)..<min(range.upperBound + half, segment.upperBound)
    let source = Elements(input.samples.elements(needed))
    let target = Elements(output.grow(by: range.count))
    // Several blocks per worker, so that distributing them costs little.
    try InOrder.forEach(blocksOf: 16 * filter.blockLength, in: range) { [filter] part in
      try filter.filter(
        part, of: segment, source.elements, from: needed.lowerBound, into: target.mutable(part, from: range.lowerBound))
    } body: { _, _ in
      // The filtered samples are in place.
    }
  }

  /// Begins a new stretch together with the stream.
  package func restart() { signal = Self.signal(ring, signal.unit) }

  /// Drops the filtered samples before a number.
  package func drop(before number: Int) { output.drop(before: number) }
}

/// Elements that several workers access during a block. Each worker uses only its own part, and the elements do not
/// move meanwhile.
private struct Elements: @unchecked Sendable {
  let elements: UnsafeBufferPointer<Float>
  private let start: UnsafeMutablePointer<Float>?

  init(_ elements: UnsafeBufferPointer<Float>) {
    self.elements = elements
    start = nil
  }

  init(_ elements: UnsafeMutableBufferPointer<Float>) {
    self.elements = UnsafeBufferPointer(elements)
    start = elements.baseAddress
  }

  func mutable(_ range: Range<Int>, from first: Int) -> UnsafeMutableBufferPointer<Float> {
    UnsafeMutableBufferPointer(start: start.map { $0 + range.lowerBound - first }, count: range.count)
  }
}
