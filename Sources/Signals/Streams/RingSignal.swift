/// The last samples of one channel of a stream that is under way, by their absolute numbers.
///
/// What has left throws `SignalError.left`; nothing is made up in its place. It is changed by its stream alone, between
/// two reads. A class, as it is handed on very many times.
public final class RingSignal: Signal {
  let samples: SlidingBuffer<Float>
  /// When the samples were taken, as far as that is held.
  public let timeBase: TimeBase
  /// The unit of the samples.
  public let unit: Unit

  init(samples: SlidingBuffer<Float>, timeBase: TimeBase, unit: Unit) {
    self.samples = samples
    self.timeBase = timeBase
    self.unit = unit
  }

  /// What is held now, to be read while the stream goes on.
  ///
  /// - Parameter timeBase: that of the stream as it was frozen at the same moment.
  public func frozen(_ timeBase: TimeBase) -> RingSignal {
    RingSignal(samples: samples.frozen(), timeBase: timeBase, unit: unit)
  }

  /// The number of samples so far, those that have left included, and those that are still to be worked out.
  public var count: Int { timeBase.count }

  /// Reads the samples of a range.
  ///
  /// - Throws: `SignalError.left` where some of it has left, else as `Signal.read(_:into:)`.
  public func read(_ range: Range<Int>, into samples: inout MutableSpan<Float>) throws {
    try SignalError.check(range, count: self.samples.held.upperBound, bufferCount: samples.count)
    guard !range.isEmpty else { return }
    let source = try elements(range)
    samples.withUnsafeMutableBufferPointer { _ = $0.update(fromContentsOf: source) }
  }

  /// Looks at the samples of a range, where they lie.
  ///
  /// - Throws: as ``read(_:into:)`` does, and what `body` throws.
  public func visit(_ range: Range<Int>, _ body: (Span<Float>) throws -> Void) throws {
    try SignalError.check(range, count: samples.held.upperBound)
    guard !range.isEmpty else { return try body(Span()) }
    let elements = try elements(range)
    try body(elements.span)
  }

  private func elements(_ range: Range<Int>) throws(SignalError) -> UnsafeBufferPointer<Float> {
    guard range.lowerBound >= samples.held.lowerBound else { throw .left(range, held: samples.held) }
    return samples.elements(range)
  }
}
