import Pipelines

/// What stages say, before any data is read, of streams whose rate limits what can be found in them.
extension PlanContext {
  /// Warns where the acceleration is too slow to hold what a contact leaves.
  ///
  /// A contact rings at 95-125 Hz, and a sensor passes frequencies up to about 0.4 times its rate.
  mutating func warnOfSlowAcceleration() throws {
    // A filter that does not fit the rate has said so, and gives none.
    guard let rate = try facts(.acceleration).rateHz, 0.4 * rate < 125 else { return }
    warning(
      """
      the acceleration has \(rounded(rate)) Hz and holds little above \(rounded(0.4 * rate)) Hz, but a contact rings at \
      95 to 125 Hz: expect lost impacts, onsets early by 10 ms and more, and peaks and shapes that do not compare with \
      those at 800 Hz; 400 Hz is enough to find nearly all
      """)
  }

  /// Warns where the device motion is too slow for starts to be known well.
  ///
  /// A start is the stamp of a sample. Against the labels of simulated and of real strokes, 95 % of the starts lie within
  /// one step whatever the rate (5 ms at 200 Hz, 10 ms at 100 Hz, 20 ms at 50 Hz); times to contact begin at 60 ms.
  mutating func warnOfSlowMotion() throws {
    guard let rate = try facts(.deviceMotion).rateHz, rate < 125 else { return }
    warning(
      """
      the device motion has \(rounded(rate)) Hz: starts and times to contact are known to about \
      \(Int((1000 / rate).rounded())) ms; 200 Hz gives 5 ms
      """)
  }

  private func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}
