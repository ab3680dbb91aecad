/// A signal that is computed once for each block, as far as memory allows.
///
/// For one that several stages read and that costs more to compute than to keep: at 200 Hz an hour takes 3 MB.
public struct CachedSignal: Signal {
  private static let blockLength = 8192

  private let source: any Signal
  private let blocks: BlockStore<Float>

  /// The number of samples, the source's.
  public var count: Int { source.count }
  /// When the samples were taken, as in the source.
  public var timeBase: TimeBase { source.timeBase }
  /// The unit of the source.
  public var unit: Unit { source.unit }

  /// The samples of `source`, of which the last blocks are kept, and others as far as `cache` reaches.
  public init(_ source: any Signal, cache: CacheBudget? = nil) {
    self.source = source
    blocks = BlockStore(recentCount: 4, budget: cache)
  }

  /// Reads the samples of a range.
  ///
  /// - Throws: `SignalError` for a range or a length that does not fit, and what the source throws.
  public func read(_ range: Range<Int>, into samples: inout MutableSpan<Float>) throws {
    try SignalError.check(range, count: count, bufferCount: samples.count)
    var index = range.lowerBound
    while index < range.upperBound {
      let number = index / Self.blockLength
      let block = number * Self.blockLength..<min((number + 1) * Self.blockLength, count)
      let end = min(range.upperBound, block.upperBound)
      let values = try blocks.block(number) { try source.samples(block) }
      values.span.copy(
        index - block.lowerBound..<end - block.lowerBound, into: &samples, at: index - range.lowerBound)
      index = end
    }
  }
}
