/// When swings of two runs count as the same swing, and when figures count as equal.
public struct ComparisonRules: Hashable, Sendable {
  /// Largest distance in time of a swing's anchors in the two runs, in s, inclusive.
  ///
  /// The same as for a miss in scoring: an anchor moves from the impact to the highest rate if a hit becomes a
  /// miss.
  public var withinS = 0.15
  /// Times and durations in double precision count as equal up to this difference, in s.
  ///
  /// Absolute, since a clock's zero is arbitrary: the same shift is a larger fraction of a time since the device
  /// started than of one since 1970. Timestamps since 1970 are accurate to 0.24 us, so rounding alone stays well below
  /// it.
  public var movedOverS = 1e-5
  /// Other numbers count as equal if they differ by no more than this fraction of the larger absolute value.
  ///
  /// Below a step of single precision, 6e-8, in which measured values are kept, so that each step counts, and above the
  /// effect of another order of sums in double precision, whose step is 1.1e-16.
  public var tolerance = 1e-9

  /// Makes the default rules: swings within 150 ms, times to 0.01 ms, other numbers to a relative 1e-9.
  public init() {}
}
