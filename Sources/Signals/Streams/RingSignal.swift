/// The last samples of one channel of a stream in progress, by their absolute numbers.
///
/// Reading samples that have been dropped throws `SignalError.left`. Only its stream changes it, between two reads. It
/// is a class because it is passed on very often.
public final class RingSignal: Signal {
  let samples: SlidingBuffer<Float>
  /// The time base of the samples still held.
  public let timeBase: TimeBase
  /// The unit of the samples.
  public let unit: Unit

  init(samples: SlidingBuffer<Float>, timeBase: TimeBase, unit: Unit) {
    self.samples = samples
    self.timeBase = timeBase
    self.unit = unit
  }

  /// The samples held now, for reading while the stream continues.
  ///
  /// - Parameter timeBase: the stream's time base, frozen at the same moment.
  public func frozen(_ timeBase: TimeBase) -> RingSignal {
    RingSignal(samples: samples.frozen(), timeBase: timeBase, unit: unit)
  }

  /// The number of samples so far, including dropped ones and those still to be computed.
  public var count: Int { timeBase.count }

  /// Reads the samples of a range.
  ///
  /// - Throws: `SignalError.left` if some of them were dropped, else as `Signal.read(_:into:)`.
  public func read(_ range: Range<Int>, into samples: inout MutableSpan<Float>) throws {
    try SignalError.check(range, count: self.samples.held.upperBound, bufferCount: samples.count)
    guard !range.isEmpty else { return }
    let source = try elements(range)
    samples.withUnsafeMutableBufferPointer { _ = $0.update(fromContentsOf: source) }
  }

  /// Gives access to the samples of a range without copying.
  ///
  /// - Throws: the errors of ``read(_:into:)``, and what `body` throws.
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
