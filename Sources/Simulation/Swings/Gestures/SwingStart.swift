/// The true start of a swing, computed from the analytic motion.
struct SwingStart: Sendable {
  /// Start, s.
  var timeS: Double
  /// The largest rate of rotation along gravity, rad/s, signed.
  var peakRadS: Double
  /// When the largest rate is reached, s, to 1 ms.
  var peakTimeS: Double

  /// Searches backwards from the contact for the time at which the rate of rotation along gravity last rises through a
  /// threshold. The rate is signed as at its peak, and the threshold is max(1 rad/s, 10 % of the peak).
  ///
  /// The search goes in steps of 1 ms, within which the smooth rate cannot dip and return. Bisection then finds the
  /// time to below 0.01 ms.
  ///
  /// - Returns: nil if the rate stays above the threshold for 1.5 s, or is below it at the contact.
  init?(contactS: Double, direction: Double, rate: (Double) -> Double) {
    var peak = 0.0
    peakTimeS = contactS
    // Contacts come 0-25 ms after the peak. In a wider search, a neighbouring movement could count.
    for step in -80...40 {
      let time = contactS + Double(step) * 0.001
      let value = direction * rate(time)
      guard value > peak else { continue }
      (peak, peakTimeS) = (value, time)
    }
    let threshold = max(1, 0.1 * peak)
    var after = contactS
    guard direction * rate(after) >= threshold else { return nil }
    var before = after - 0.001
    while direction * rate(before) >= threshold {
      after = before
      before -= 0.001
      guard before > contactS - 1.5 else { return nil }
    }
    for _ in 0..<8 {
      let middle = (before + after) / 2
      if direction * rate(middle) >= threshold { after = middle } else { before = middle }
    }
    timeS = after
    peakRadS = direction * peak
  }
}
