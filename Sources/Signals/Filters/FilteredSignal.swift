/// A kernel applied to a signal, with zero phase, read by ranges.
///
/// Short kernels are summed sample by sample. Longer kernels use Fourier transforms of blocks, which suits passes over
/// a whole signal. For isolated windows `DirectlyFilteredSignal` costs less.
///
/// Every segment is filtered separately, extended at both ends by odd reflection, and never across a gap. The positions
/// of blocks depend only on segment and kernel, so the samples are the same, bit for bit, in whatever ranges they are
/// read. A sample that is not finite, or a fill value of at least 1e30 in magnitude, makes the output NaN within half a
/// kernel of it and nowhere else.
package struct FilteredSignal: Signal {
  /// The signal before filtering.
  package let source: any Signal
  /// The kernel.
  package let kernel: FIRKernel

  private let filter: BlockFilter
  /// Keyed by first sample. Ranges that begin and end inside blocks use the same blocks again.
  private let blocks = BlockStore<Float>(recentCount: 8)

  /// The number of samples, the source's.
  package var count: Int { source.count }
  /// The time base, the source's.
  package var timeBase: TimeBase { source.timeBase }
  /// The unit of the source.
  package var unit: Unit { source.unit }

  /// Filters `source` with `kernel`, which should be designed for the source's measured rate.
  ///
  /// - Throws: `FFTWError` if memory or a plan is not available.
  package init(_ source: any Signal, kernel: FIRKernel) throws {
    self.source = source
    self.kernel = kernel
    filter = try BlockFilter(kernel: kernel)
  }

  /// Reads the filtered samples of a range.
  ///
  /// - Throws: `SignalError` for a range or a length that does not fit, and the errors of the source.
  package func read(_ range: Range<Int>, into samples: inout MutableSpan<Float>) throws {
    try SignalError.check(range, count: count, bufferCount: samples.count)
    let timeBase = timeBase
    var start = range.lowerBound
    while start < range.upperBound {
      let segment = timeBase.segment(containing: start).samples
      let end = min(segment.upperBound, range.upperBound)
      try read(start..<end, of: segment, into: &samples, at: start - range.lowerBound)
      start = end
    }
  }

  /// Reads a range inside a segment: partial blocks through the cache, whole blocks directly into place.
  private func read(
    _ range: Range<Int>, of segment: Range<Int>, into samples: inout MutableSpan<Float>, at offset: Int
  ) throws {
    let length = filter.blockLength
    var start = range.lowerBound
    while start < range.upperBound {
      let place = offset + start - range.lowerBound
      let blockStart = start - (start - segment.lowerBound) % length
      let block = blockStart..<min(blockStart + length, segment.upperBound)
      if start == block.lowerBound, block.upperBound <= range.upperBound {
        let run = start..<wholeBlocks(from: start, to: range.upperBound, of: segment)
        try filter(run, of: segment, into: &samples, at: place)
        start = run.upperBound
      } else {
        let values = try cachedBlock(block, of: segment)
        let end = min(block.upperBound, range.upperBound)
        values.span.copy(start - block.lowerBound..<end - block.lowerBound, into: &samples, at: place)
        start = end
      }
    }
  }

  /// The end of the last whole block before `limit`, counting at most the blocks that are read at a time.
  private func wholeBlocks(from start: Int, to limit: Int, of segment: Range<Int>) -> Int {
    let length = filter.blockLength
    let end = min(limit, start + max(1, 32_768 / length) * length)
    guard end < segment.upperBound else { return end }
    return end - (end - segment.lowerBound) % length
  }

  private func cachedBlock(_ block: Range<Int>, of segment: Range<Int>) throws -> [Float] {
    try blocks.block(block.lowerBound) {
      var values = [Float](repeating: 0, count: block.count)
      var span = values.mutableSpan
      try filter(block, of: segment, into: &span, at: 0)
      return values
    }
  }

  /// Filters whole blocks of a segment. It reads the source once for all of them, and without a lock.
  private func filter(
    _ run: Range<Int>, of segment: Range<Int>, into output: inout MutableSpan<Float>, at offset: Int
  ) throws {
    let half = filter.halfLength
    let needed = max(run.lowerBound - half, segment.lowerBound)..<min(run.upperBound + half, segment.upperBound)
    try source.visit(needed) { samples in
      try samples.withUnsafeBufferPointer { samples in
        try output.withUnsafeMutableBufferPointer { output in
          try filter.filter(
            run, of: segment, samples, from: needed.lowerBound,
            into: UnsafeMutableBufferPointer(rebasing: output[offset..<offset + run.count]))
        }
      }
    }
  }
}
