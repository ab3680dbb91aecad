/// The allowed changes to the rows of a source; by default none.
public struct RepairOptions: Hashable, Sendable {
  /// Whether rows are sorted by their timestamps.
  public var sorts = false
  /// Whether only the first of consecutive rows with the same timestamp is kept.
  public var dropsDuplicates = false
  /// Gaps shorter than this, in s, are filled with interpolated rows; nil fills none.
  public var fillsGapsUnderS: Double?
  /// Whether lines that cannot be read are left out.
  public var dropsBrokenLines = false

  /// Options that change nothing.
  public init() {}
}
