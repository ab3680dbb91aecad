/// The allowed changes to the rows of a source; by default none.
public struct RepairOptions: Hashable, Sendable {
  /// Whether rows are put in the order of their timestamps.
  public var sorts = false
  /// Whether of rows with one timestamp only the first is kept.
  public var dropsDuplicates = false
  /// Rows that are missing are made up by straight lines where the step over them is shorter than this, in s; nil for
  /// never.
  public var fillsGapsUnderS: Double?
  /// Whether lines that cannot be read are left out.
  public var dropsBrokenLines = false

  /// Options that change nothing.
  public init() {}
}
