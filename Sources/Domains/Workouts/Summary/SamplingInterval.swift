import SPSignals

/// The sampling interval of a stream, and the longest interval that is not a gap.
struct SamplingInterval {
  /// The median interval, s.
  let medianS: Double
  /// Intervals longer than this are gaps, s.
  let gapS: Double

  init(_ times: [Double], gapLimitS: Double) {
    guard times.count > 1 else {
      medianS = 1
      gapS = gapLimitS
      return
    }
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }
    let median = min(Statistics.median(steps), gapLimitS)
    let long = steps.count { $0 > 1.5 * median }
    medianS = median
    gapS = long * 20 > steps.count ? max(gapLimitS, 1.5 * median) : 1.5 * median
  }
}
