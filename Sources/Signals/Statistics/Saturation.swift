/// When a sensor is at the limit of its range, so that what it measured may have been more.
public enum Saturation {
  /// From which share of a known range on a value is at the limit: rounding and calibration keep it just below.
  public static let rangeShare = 0.999
  /// How many samples of a burst that share exactly the largest magnitude tell a limit that nobody stated, which an
  /// unclipped burst of 16-bit values or finer does not show.
  public static let equalCount = 3

  /// The magnitude from which on values are at the limit of a known range, in the range's unit.
  public static func level(ofRange range: Double) -> Double { rangeShare * range }
}
