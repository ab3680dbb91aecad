/// A stretch of time that is shaded.
public struct TimeSpan: Hashable, Sendable {
  /// Where it begins, in seconds.
  public var start: Double
  /// Where it ends, in seconds.
  public var end: Double
  /// The colour; it should be translucent, so that the grid shows through.
  public var color: Color
  /// Its entry in the legend; nil if it needs none.
  public var name: String?

  /// Whether it is hatched rather than evenly shaded.
  public var isHatched: Bool

  /// Makes a span; by default in a light grey.
  public init(
    start: Double, end: Double, color: Color = Color(hex: 0x000000, alpha: 0.06), name: String? = nil,
    isHatched: Bool = false
  ) {
    self.start = start
    self.end = end
    self.color = color
    self.name = name
    self.isHatched = isHatched
  }

  /// A stretch without samples.
  public static func gap(_ times: ClosedRange<Double>) -> TimeSpan {
    TimeSpan(
      start: times.lowerBound, end: times.upperBound, color: Color(hex: 0xA8A8A8), name: "no samples", isHatched: true)
  }
}
