/// A kernel applied to a signal, with zero phase, read by ranges.
///
/// Short kernels are summed up sample by sample, longer ones go through Fourier transforms of blocks: right for passes over
/// everything. Windows around events are better read of ``forWindows``.
///
/// Every segment is filtered on its own, extended at both ends by odd reflection, never across a gap. Blocks lie at
/// places fixed by segment and kernel, so the samples are the same, bit for bit, whatever ranges they are read in.
/// A sample that is not finite (or at least 1e30 in magnitude: a fill value) makes NaN of the output within half a
/// kernel of it, and of nothing else.
public struct FilteredSignal: Signal {
  /// What is filtered.
  public let source: any Signal
  /// The kernel.
  public let kernel: FIRKernel

  private let overlapSave: OverlapSave
  private let direct: DirectlyFilteredSignal
  private let isShort: Bool
  /// By the first sample. Ranges that begin and end amid blocks meet the same ones again.
  private let blocks = BlockStore<Float>(recentCount: 8)
  private let workspaces: WorkspacePool

  /// The number of samples, the source's.
  public var count: Int { source.count }
  /// When the samples were taken, as in the source.
  public var timeBase: TimeBase { source.timeBase }
  /// The unit of the source.
  public var unit: Unit { source.unit }
  /// The source's.
  public var cache: CacheBudget? { source.cache }
  /// As the source: that is where the time goes.
  public var isCostly: Bool { source.isCostly }
  /// The same filter, summed up sample by sample: a window costs what it holds instead of the blocks that it lies in.
  public var forWindows: any Signal { direct }

  /// Filters `source` with `kernel`, which should be designed for the source's measured rate.
  ///
  /// - Throws: `FFTWError` where there is no memory or no plan.
  public init(_ source: any Signal, kernel: FIRKernel) throws {
    self.source = source
    self.kernel = kernel
    isShort = kernel.taps.count <= DirectConvolution.longestKernel
    direct = DirectlyFilteredSignal(source, kernel: kernel)
    overlapSave = try OverlapSave(kernel: kernel)
    workspaces = WorkspacePool(overlapSave)
  }

  /// Reads the filtered samples of a range.
  ///
  /// - Throws: `SignalError` for a range or a length that does not fit, and what the source throws.
  public func read(_ range: Range<Int>, into samples: inout MutableSpan<Float>) throws {
    try SignalError.check(range, count: count, bufferCount: samples.count)
    if isShort { return try direct.read(range, into: &samples) }
    let timeBase = timeBase
    var start = range.lowerBound
    while start < range.upperBound {
      let segment = timeBase.segment(containing: start).samples
      let end = min(segment.upperBound, range.upperBound)
      try read(start..<end, of: segment, into: &samples, at: start - range.lowerBound)
      start = end
    }
  }

  /// Holds on to what filtering a range takes of the source.
  ///
  /// - Throws: what reading it throws.
  public func hold(_ range: Range<Int>) throws {
    try direct.hold(range)
  }

  /// Reads a range inside a segment: blocks in part by the cache, whole blocks straight into place.
  private func read(
    _ range: Range<Int>, of segment: Range<Int>, into samples: inout MutableSpan<Float>, at offset: Int
  ) throws {
    let length = overlapSave.blockLength
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

  /// Where the last whole block before `limit` ends, for as many blocks as one workspace reads at a time.
  private func wholeBlocks(from start: Int, to limit: Int, of segment: Range<Int>) -> Int {
    let length = overlapSave.blockLength
    let most = start + workspaces.blocksAtOnce * length
    let end = min(limit, most)
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

  /// Filters whole blocks of a segment, reading the source once for all of them and without any lock.
  private func filter(
    _ run: Range<Int>, of segment: Range<Int>, into output: inout MutableSpan<Float>, at offset: Int
  ) throws {
    let workspace = try workspaces.borrow()
    defer { workspaces.giveBack(workspace) }
    let half = overlapSave.halfLength
    let needed = max(run.lowerBound - half, segment.lowerBound)..<min(run.upperBound + half, segment.upperBound)
    // Taken out of the workspace for the time being, so that its other buffers can be written meanwhile.
    var samples: [Float] = []
    swap(&samples, &workspace.samples)
    defer { swap(&samples, &workspace.samples) }
    try source.read(needed, into: &samples)
    var start = run.lowerBound
    while start < run.upperBound {
      let end = min(start + overlapSave.blockLength, run.upperBound)
      try overlapSave.filter(
        samples.span, offset: needed.lowerBound - segment.lowerBound, segmentCount: segment.count,
        start: start - segment.lowerBound, workspace: workspace,
        output: &output, outputOffset: offset + start - run.lowerBound, outputCount: end - start)
      start = end
    }
  }
}
