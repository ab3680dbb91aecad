/// A signal over samples in memory.
public struct MemorySignal: Signal {
  private let values: [Float]
  /// When the samples were taken.
  public let timeBase: TimeBase
  /// The unit of the samples.
  public let unit: Unit

  /// The number of samples.
  public var count: Int { values.count }

  /// A signal of `samples`; the time base must have as many.
  public init(_ samples: [Float], timeBase: TimeBase, unit: Unit) {
    precondition(samples.count == timeBase.count, "\(samples.count) samples on a time base of \(timeBase.count)")
    values = samples
    self.timeBase = timeBase
    self.unit = unit
  }

  /// Copies the samples of a range.
  ///
  /// - Throws: `SignalError` for a range or a length that does not fit.
  public func read(_ range: Range<Int>, into samples: inout MutableSpan<Float>) throws {
    try SignalError.check(range, count: count, bufferCount: samples.count)
    values.span.copy(range, into: &samples, at: 0)
  }
}

/// Time stamps that are read by ranges, in seconds.
public protocol StampSource: Sendable {
  /// The number of stamps.
  var count: Int { get }

  /// Reads the stamps of `range`, in seconds, into `stamps`, which is as long as the range.
  ///
  /// - Throws: Whatever the source of the stamps throws.
  func readStamps(_ range: Range<Int>, into stamps: inout MutableSpan<Double>) throws
}

/// Time stamps in memory.
public struct MemoryStamps: StampSource {
  private let values: [Double]

  /// The number of stamps.
  public var count: Int { values.count }

  /// A source of the given stamps, in seconds.
  public init(_ stamps: [Double]) {
    values = stamps
  }

  /// Copies the stamps of a range.
  ///
  /// - Throws: `SignalError` for a range or a length that does not fit.
  public func readStamps(_ range: Range<Int>, into stamps: inout MutableSpan<Double>) throws {
    try SignalError.check(range, count: count, bufferCount: stamps.count)
    for offset in 0..<stamps.count { stamps[offset] = values[range.lowerBound + offset] }
  }
}
