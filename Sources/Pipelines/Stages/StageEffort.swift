/// The fraction of a recording's processing time that a stage takes: used only for progress, never for
/// results.
///
/// Fractions are relative to each other and need not sum to anything. Those of the standard stages were measured
/// on a simulated recording of 4 hours with 12 swings a minute.
public struct StageEffort: Hashable, Sendable {
  /// Its time, relative to that of the other stages.
  public let fraction: Double
  /// How many times it reads through the largest of its datasets.
  public let passes: Double

  /// Makes an effort; both numbers must be above 0.
  public init(fraction: Double, passes: Double = 1) {
    self.fraction = fraction
    self.passes = passes
  }

  /// The effort of a stage that reads no samples, such as a writer.
  public static let slight = StageEffort(fraction: 0.1)
}
