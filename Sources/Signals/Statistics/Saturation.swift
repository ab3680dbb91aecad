/// Rules for when a sensor is at the limit of its range, so that the true value may have been larger.
public enum Saturation {
  /// Values from this fraction of a known range on are at the limit: rounding and calibration keep them just
  /// below.
  public static let rangeFraction = 0.999
  /// This many samples of a burst with exactly the largest magnitude indicate an unstated limit; an unclipped burst
  /// of 16-bit values or finer does not have them.
  public static let equalCount = 3

  /// The magnitude from which values are at the limit of a known range, in the range's unit.
  public static func level(ofRange range: Double) -> Double { rangeFraction * range }
}
