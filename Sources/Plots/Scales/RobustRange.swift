/// The range of an axis that a few values far off all others do not flatten.
public struct RobustRange: Hashable, Sendable {
  /// The range of the axis.
  public var range: ClosedRange<Double>
  /// The values beyond it, by their positions in the series.
  public var outliers: [Int]

  /// Fewer values have no usual range.
  private static let leastCount = 50
  /// How many values may be far off: one in so many, and at least a few.
  private static let usualFraction = 200
  private static let fewest = 3
  /// How far off a value is, in ranges of the others.
  private static let reach = 2.0

  /// The range of a series' values without those that are few, and farther from the others than twice their whole range; nil
  /// where there are none, so that the axis needs no care.
  public init?(of series: TimeSeries) {
    let finite = series.values.indices.filter { series.values[$0].isFinite }
    guard finite.count >= Self.leastCount else { return nil }
    let sorted = finite.map { Double(series.values[$0]) }.sorted()
    let few = max(Self.fewest, sorted.count / Self.usualFraction)
    let (low, high) = (sorted[few], sorted[sorted.count - 1 - few])
    guard high > low else { return nil }
    let limits = (low - Self.reach * (high - low))...(high + Self.reach * (high - low))
    let inside = sorted.filter(limits.contains)
    guard let least = inside.first, let most = inside.last else { return nil }
    outliers = finite.filter { !limits.contains(Double(series.values[$0])) }
    guard !outliers.isEmpty else { return nil }
    // Room for the mark of what lies beyond.
    let room = 0.15 * (most - least)
    let hasAbove = sorted[sorted.count - 1] > limits.upperBound
    let hasBelow = sorted[0] < limits.lowerBound
    range = (hasBelow ? least - room : least)...(hasAbove ? most + room : most)
  }
}
