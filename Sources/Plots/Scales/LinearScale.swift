/// A linear map from values to positions on a canvas.
public struct LinearScale: Hashable, Sendable {
  /// The values shown: finite, and wider than 0.
  public let domain: ClosedRange<Double>
  /// The position of the domain's lower bound, in pixels.
  public let start: Double
  /// The position of the domain's upper bound, in pixels; less than `start` for an axis that points up.
  public let end: Double

  /// Makes a scale; a domain of width 0 or with infinite bounds is replaced by a finite, wider one.
  public init(domain: ClosedRange<Double>, from start: Double, to end: Double) {
    self.domain = Domain.usable(domain)
    self.start = start
    self.end = end
  }

  /// The position of a value, in pixels; outside of `start` to `end` for a value outside of the domain.
  public func position(of value: Double) -> Double {
    start + (value - domain.lowerBound) / (domain.upperBound - domain.lowerBound) * (end - start)
  }
}
