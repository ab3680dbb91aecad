/// What a stage takes of the time that a recording takes: for progress alone, never for results.
///
/// The shares are against each other and need not sum to anything. Those of the standard stages were measured on a
/// simulated recording of 4 hours with 12 swings a minute.
public struct StageEffort: Hashable, Sendable {
  /// Its part of the time, against those of the other stages.
  public let share: Double
  /// How many times it reads through the largest of the datasets that it reads.
  public let passes: Double

  /// Makes an effort; both numbers are to be above 0.
  public init(share: Double, passes: Double = 1) {
    self.share = share
    self.passes = passes
  }

  /// That of a stage which reads no samples, such as a writer.
  public static let slight = StageEffort(share: 0.1)
}
