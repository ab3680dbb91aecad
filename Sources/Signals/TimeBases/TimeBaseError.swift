/// An error of timestamps.
public enum TimeBaseError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A timestamp that is NaN or infinite.
  case timestampNotFinite(index: Int, value: String)
  /// The time base has no such sample.
  case indexOutOfRange(index: Double, count: Int)
  /// The time searched for is NaN.
  case timeNotANumber
  /// The nearest sample of an empty time base was requested.
  case empty

  /// The error as a sentence.
  public var description: String {
    switch self {
    case .timestampNotFinite(let index, let value):
      "the timestamp of sample \(index) is \(value); expected a finite number of seconds"
    case .indexOutOfRange(let index, let count):
      "sample \(index) was asked for; the time base has \(count)"
    case .timeNotANumber:
      "the time searched for is not a number"
    case .empty:
      "the time base has no samples, so none is nearest"
    }
  }
}
