/// A stretch of time that is shaded.
public struct TimeSpan: Hashable, Sendable {
  /// The time at which the stretch begins, in seconds.
  public var start: Double
  /// The time at which the stretch ends, in seconds.
  public var end: Double
  /// The colour; it should be translucent, so that the grid shows through.
  public var color: Color
  /// The entry in the legend; nil for no entry.
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
