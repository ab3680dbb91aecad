/// The true start of a swing, computed from the analytic motion.
struct SwingStart: Sendable {
  /// Start, s.
  var timeS: Double
  /// The largest rate of rotation along gravity, rad/s, signed.
  var peakRadS: Double
  /// When that rate is reached, s, to 1 ms.
  var peakTimeS: Double

  /// Searches backwards from the contact to the time at which the rate of rotation along gravity, signed as at its
  /// peak, rises through max(1 rad/s, 10 % of its peak) for the last time.
  ///
  /// The search is in steps of 1 ms, in which the smooth rate cannot dip and return; bisection then finds the time to
  /// below 0.01 ms.
  ///
  /// - Returns: nil if the rate stays above the threshold for 1.5 s, or is below it at the contact.
  init?(contactS: Double, direction: Double, rate: (Double) -> Double) {
    var peak = 0.0
    peakTimeS = contactS
    // Contacts lie 0-25 ms after the peak; more would let a neighbouring movement count.
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
