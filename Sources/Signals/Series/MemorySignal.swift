/// A signal over samples in memory.
public struct MemorySignal: Signal {
  private let values: [Float]
  /// When the samples were taken.
  public let timeBase: TimeBase
  /// The unit of the samples.
  public let unit: Unit

  /// The number of samples.
  public var count: Int { values.count }

  /// Makes a signal of `samples`; the time base must have the same count.
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

/// Timestamps that are read by ranges, in seconds.
public protocol TimestampSource: Sendable {
  /// The number of timestamps.
  var count: Int { get }

  /// Reads the timestamps of `range`, in seconds, into `timestamps`, which is as long as the range.
  ///
  /// - Throws: The errors of the timestamps' source.
  func readTimestamps(_ range: Range<Int>, into timestamps: inout MutableSpan<Double>) throws
}

/// Timestamps in memory.
public struct MemoryTimestamps: TimestampSource {
  private let values: [Double]

  /// The number of timestamps.
  public var count: Int { values.count }

  /// Makes a source of the given timestamps, in seconds.
  public init(_ timestamps: [Double]) {
    values = timestamps
  }

  /// Copies the timestamps of a range.
  ///
  /// - Throws: `SignalError` for a range or a length that does not fit.
  public func readTimestamps(_ range: Range<Int>, into timestamps: inout MutableSpan<Double>) throws {
    try SignalError.check(range, count: count, bufferCount: timestamps.count)
    for offset in 0..<timestamps.count { timestamps[offset] = values[range.lowerBound + offset] }
  }
}
