/// When two runs' swings are the same swing, and when their figures are equal.
public struct ComparisonRules: Hashable, Sendable {
  /// Largest distance in time of the anchors of a swing in two runs, in s, itself included.
  ///
  /// That of a miss in scoring: an anchor moves from the impact to the highest rate where a hit becomes a miss.
  public var withinS = 0.15
  /// Times and durations kept in double precision count as equal up to this difference, in s.
  ///
  /// Absolute, since a clock's zero is arbitrary: the same move is a larger share of a time since the device started than
  /// of one since 1970. Stamps since 1970 are good to 0.24 us, so that rounding alone stays well under it.
  public var movedOverS = 1e-5
  /// Other numbers count as equal where they differ by no more than this share of the larger one's size.
  ///
  /// Under a step of single precision, 6e-8, in which measured values are kept, so that each step counts, and over what
  /// another order of sums leaves in double precision, whose step is 1.1e-16.
  public var tolerance = 1e-9

  /// The rules with all defaults: swings within 150 ms, times to 0.01 ms, other numbers to 1e-9 of their size.
  public init() {}
}
