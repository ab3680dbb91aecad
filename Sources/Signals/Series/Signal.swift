/// A series of samples that is read by ranges, so that memory never holds a whole recording.
///
/// A channel of a file is a signal, and so is a filter over a signal. In whatever pieces a range is read, the samples
/// are the same, bit for bit. Reading is safe from many tasks at once.
public protocol Signal: Sendable {
  /// The number of samples.
  var count: Int { get }
  /// The timestamps of the samples; its count is the signal's.
  var timeBase: TimeBase { get }
  /// The unit of the samples.
  var unit: Unit { get }

  /// Reads the samples of `range` into `samples`, which must be as long as the range.
  ///
  /// - Throws: `SignalError` for a range or a length that does not fit, and the errors of the samples' source.
  func read(_ range: Range<Int>, into samples: inout MutableSpan<Float>) throws

  /// Gives access to the samples of a range, without copying if they are in memory.
  ///
  /// It returns nothing, because the type of a generic result would be looked up at run time in each of very many
  /// calls.
  ///
  /// - Throws: the errors of `read(_:into:)`, and the errors of `body`.
  func visit(_ range: Range<Int>, _ body: (Span<Float>) throws -> Void) throws
}

extension Signal {
  /// Reads the samples and passes them to `body`.
  ///
  /// - Throws: the errors of `read(_:into:)`, and the errors of `body`.
  public func visit(_ range: Range<Int>, _ body: (Span<Float>) throws -> Void) throws {
    try SignalError.check(range, count: count)
    try withUnsafeTemporaryAllocation(of: Float.self, capacity: range.count) { samples in
      // A read writes all samples or throws.
      var span = samples.mutableSpan
      try read(range, into: &span)
      try body(samples.span)
    }
  }

  /// One sample.
  ///
  /// - Throws: the errors of `read(_:into:)`.
  public func sample(_ index: Int) throws -> Float {
    var sample = Float.nan
    try visit(index..<index + 1) { sample = $0[0] }
    return sample
  }

  /// The samples of a range, in a new array.
  ///
  /// - Throws: the errors of `read(_:into:)`.
  public func samples(_ range: Range<Int>) throws -> [Float] {
    try SignalError.check(range, count: count)
    // Setting up the initializer over uninitialized memory costs as much as some thousand zeros. Most windows are
    // shorter than that.
    guard range.count > 8192 else {
      var samples = [Float](repeating: 0, count: range.count)
      var span = samples.mutableSpan
      try read(range, into: &span)
      return samples
    }
    return try [Float](unsafeUninitializedCapacity: range.count) { buffer, count in
      // A read writes all samples or throws.
      var span = UnsafeMutableBufferPointer(rebasing: buffer[..<range.count]).mutableSpan
      try read(range, into: &span)
      count = range.count
    }
  }
}

/// An error of any signal.
public enum SignalError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A range that is not inside the signal.
  case rangeOutOfBounds(Range<Int>, count: Int)
  /// A buffer of another length than the range.
  case bufferLength(expected: Int, actual: Int)
  /// A unit that does not convert to the expected unit.
  case unit(of: String, actual: Unit, expected: Unit)
  /// Samples of a stream in progress that are no longer held.
  case left(Range<Int>, held: Range<Int>)
  /// Two signals that belong together differ in length.
  case countMismatch(Int, Int)

  /// The error as a sentence.
  public var description: String {
    switch self {
    case .rangeOutOfBounds(let range, let count):
      "samples \(range.lowerBound)..<\(range.upperBound) were asked for; the signal has \(count)"
    case .bufferLength(let expected, let actual):
      "a buffer of \(actual) samples was given for a range of \(expected)"
    case .unit(let name, let actual, let expected):
      "\(name) is in \"\(actual)\"; expected a unit that converts to \"\(expected)\""
    case .left(let range, let held):
      "samples \(range.lowerBound)..<\(range.upperBound) were asked for; of the stream \(held.lowerBound)..<\(held.upperBound) are held"
    case .countMismatch(let first, let second):
      "signals of \(first) and \(second) samples do not belong together; expected equal lengths"
    }
  }

  /// Checks a range against the length of a signal.
  ///
  /// - Throws: `rangeOutOfBounds`.
  package static func check(_ range: Range<Int>, count: Int) throws(SignalError) {
    guard range.lowerBound >= 0, range.upperBound <= count else {
      throw .rangeOutOfBounds(range, count: count)
    }
  }

  /// Checks a range against the length of a signal, and the length of a buffer against the range.
  ///
  /// - Throws: `rangeOutOfBounds` or `bufferLength`.
  package static func check(_ range: Range<Int>, count: Int, bufferCount: Int) throws(SignalError) {
    try check(range, count: count)
    guard bufferCount == range.count else {
      throw .bufferLength(expected: range.count, actual: bufferCount)
    }
  }
}

extension Span<Float> {
  /// Copies a range of the samples to a position in another buffer.
  @inline(__always)
  func copy(_ range: Range<Int>, into samples: inout MutableSpan<Float>, at place: Int) {
    guard !range.isEmpty else { return }
    precondition(place >= 0 && place + range.count <= samples.count, "\(range.count) samples do not fit at \(place)")
    extracting(range).withUnsafeBufferPointer { source in
      samples.withUnsafeMutableBufferPointer { target in
        _ = target[place..<place + range.count].update(fromContentsOf: source)
      }
    }
  }
}
