import Parallel

/// A kernel applied to one channel of a stream in progress, with zero phase: the same values as ``FilteredSignal``, bit
/// for bit.
///
/// It uses the same blocks, so the output lags behind the input by up to a block and half a kernel; at the end of a
/// segment it catches up. It may be changed by one task at a time.
public final class FilterStream: @unchecked Sendable {
  /// Half the kernel's length: each output uses this many samples before and after it.
  public var halfLength: Int { filter.halfLength }

  private let filter: BlockFilter
  private let ring: StreamRing
  private let channel: Int
  /// The filtered samples as a signal, for the current stretch.
  public private(set) var signal: RingSignal
  private var output: SlidingBuffer<Float> { signal.samples }

  /// The number of filtered samples.
  public var count: Int { output.held.upperBound }

  /// Filters a channel of a stream with a kernel, which should be designed for the stream's rate.
  ///
  /// - Throws: `FFTWError` if memory or a plan is not available.
  public init(_ ring: StreamRing, channel: Int, kernel: FIRKernel) throws {
    self.ring = ring
    self.channel = channel
    filter = try BlockFilter(kernel: kernel)
    signal = Self.signal(ring, channel)
  }

  private static func signal(_ ring: StreamRing, _ channel: Int) -> RingSignal {
    let source = ring.signal(channel)
    return RingSignal(
      samples: SlidingBuffer(startingAt: ring.held.lowerBound), timeBase: source.timeBase, unit: source.unit)
  }

  /// Filters the samples received so far, in whole blocks.
  ///
  /// - Parameter isEnded: whether the stretch is over, so that nothing follows its last sample.
  /// - Throws: `CancellationError`, or what filtering throws.
  public func advance(isEnded: Bool) throws {
    for segment in ring.timeBase.segments where segment.samples.upperBound > count {
      let isClosed = isEnded || segment.samples.upperBound < ring.count
      // The samples after a block that it needs must be present, unless the segment ends before.
      let reach = isClosed ? segment.samples.upperBound : segment.samples.upperBound - filter.halfLength
      var end = max(count, min(reach, segment.samples.upperBound))
      if !isClosed { end -= max(0, end - segment.samples.lowerBound) % filter.blockLength }
      guard end > count else { return }
      try filterBlocks(count..<end, of: segment.samples)
    }
  }

  private func filterBlocks(_ range: Range<Int>, of segment: Range<Int>) throws {
    let half = filter.halfLength
    let needed = max(range.lowerBound - half, segment.lowerBound)..<min(range.upperBound + half, segment.upperBound)
    let input = Elements(ring.elements(of: channel, needed))
    let target = Elements(output.grow(by: range.count))
    // Several blocks per worker, so that distributing them costs little.
    try InOrder.forEach(blocksOf: 16 * filter.blockLength, in: range) { [filter] part in
      try filter.filter(
        part, of: segment, input.elements, from: needed.lowerBound, into: target.mutable(part, from: range.lowerBound))
    } body: { _, _ in
      // The filtered samples are in place.
    }
  }

  /// Begins a new stretch together with the stream.
  public func restart() { signal = Self.signal(ring, channel) }

  /// Drops the filtered samples before a number.
  public func drop(before number: Int) { output.drop(before: number) }
}

/// Elements that several workers access during a block, each only its own; they do not move meanwhile.
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
