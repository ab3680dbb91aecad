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

/// The scalar product of two vectors of a stream in progress: the same values as ``DotSignal``, bit for bit.
///
/// It may be changed by one task at a time.
public final class DotStream: @unchecked Sendable {
  private let ring: StreamRing
  private let first: Int
  private let second: Int
  /// The products as a signal, for the current stretch.
  public private(set) var signal: RingSignal
  private var output: SlidingBuffer<Float> { signal.samples }

  /// The product of the three channels from `first` on and the three from `second` on, in a unit given by the caller.
  public init(_ ring: StreamRing, first: Int, second: Int, unit: Unit) {
    self.ring = ring
    self.first = first
    self.second = second
    signal = Self.signal(ring, unit)
  }

  private static func signal(_ ring: StreamRing, _ unit: Unit) -> RingSignal {
    RingSignal(samples: SlidingBuffer(startingAt: ring.held.lowerBound), timeBase: ring.timeBase, unit: unit)
  }

  /// Multiplies the samples received since.
  public func advance() {
    let range = output.held.upperBound..<ring.count
    guard !range.isEmpty else { return }
    let target = output.grow(by: range.count)
    for axis in 0..<3 {
      let (left, right) = (ring.elements(of: first + axis, range), ring.elements(of: second + axis, range))
      // In the order of the axes, as single-precision sums depend on it.
      if axis == 0 {
        for index in 0..<range.count { target[index] = 0 + left[index] * right[index] }
      } else {
        for index in 0..<range.count { target[index] += left[index] * right[index] }
      }
    }
  }

  /// Begins a new stretch together with the stream.
  public func restart() { signal = Self.signal(ring, signal.unit) }

  /// Drops the products before a number.
  public func drop(before number: Int) { output.drop(before: number) }
}
