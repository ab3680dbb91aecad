/// What is lost, or found less exactly, at a sensor's rate, in words for the user.
public enum RateLosses {
  /// What impacts lose if the acceleration is too slow to contain the shock of a contact; nil if nothing.
  ///
  /// A contact rings at 95-125 Hz, and a sensor passes frequencies up to about 0.4 times its rate. At 200 Hz 68 % of
  /// the simulated hits are still called hits, and all of those composed with recorded shocks; at 400 Hz none is lost
  /// (Data/Degraded.md).
  public static func ofImpacts(accelerationRateHz rate: Double) -> String? {
    guard 0.4 * rate < 125 else { return nil }
    return """
      the acceleration has \(rounded(rate)) Hz and holds little above \(rounded(0.4 * rate)) Hz, but a contact rings at \
      95 to 125 Hz: expect lost impacts (at 200 Hz about 3 of 10 hits are taken for misses), onsets early \
      by 10 ms and more, and peaks and shapes that do not compare with those at 800 Hz; 400 Hz is enough to find nearly \
      all
      """
  }

  /// What starts lose if the device motion is too slow to show them accurately; nil if nothing.
  ///
  /// The 95th percentile of a start's error is 2 ms at 50 Hz, 3 ms at 33 Hz, 6 ms at 25 Hz and 12 ms at 20 Hz in
  /// simulated sessions. In composed ones it is 5, 7, 10 and 16 ms, compared with 5 ms at 200 Hz, and one of 458
  /// strokes is lost at 33 Hz or less (Data/Degraded.md). The shortest times to contact are 60 ms.
  public static func ofStarts(motionRateHz rate: Double) -> String? {
    guard rate < 45 else { return nil }
    return """
      the device motion has \(rounded(rate)) Hz: expect starts and times to contact that err by 3 to 16 ms, and now and \
      then a short stroke that is lost; 50 Hz is enough to find all, and costs starts less than 2 ms
      """
  }

  private static func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}
