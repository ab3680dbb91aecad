import Signals

/// Finds where a shock begins on the RAW acceleration, ahead of its peak.
///
/// A linear-phase high-pass echoes 1-8 % of a peak ahead of it, so the filtered signal cannot tell the onset. The raw
/// one can: its steps are small until the contact and large from there on. Within `windowS` before the peak, the first
/// step |z[i] - z[i-1]| that reaches `share` of the window's largest step is the shock's first; the onset is the sample
/// that the step leaves from, `i - 1`, the last one that the contact has not moved.
///
/// Measured on 266 labelled contacts of six wrist sessions at 800 Hz: with `share` 0.20 the error is +0.2 ms in the
/// median and 2.5 ms at the 95th percentile of its size; with 0.15, and the step's end as the onset, it is 3.5 ms.
public struct OnsetFinder: Hashable, Sendable {
  /// How far before the peak the onset is looked for, in s.
  public var windowS: Double
  /// Share of the largest step that marks the first of the shock, 0 to 1.
  public var share: Double

  /// Makes a finder; the defaults are the measured best.
  public init(windowS: Double = 0.03, share: Double = 0.2) {
    self.windowS = windowS
    self.share = share
  }

  /// The index of the last sample before the shock that peaks at `peak`.
  ///
  /// Samples that are not finite are passed over. A peak at the very start of a segment is its own onset.
  /// - Throws: whatever reading `raw` throws.
  public func onset(before peak: Int, in raw: any Signal) throws -> Int {
    let timeBase = raw.timeBase
    let segment = timeBase.segment(containing: peak).samples
    let earliest = try timeBase.firstIndex(atOrAfter: timeBase.time(at: peak) - windowS)
    let first = max(segment.lowerBound, earliest - 1)
    guard first < peak else { return peak }
    let samples = try raw.samples(first..<peak + 1)
    let steps = zip(samples.dropFirst(), samples).map { abs($0 - $1) }
    let largest = steps.reduce(into: Float(0)) { if $1 > $0 { $0 = $1 } }
    guard largest > 0, let index = steps.firstIndex(where: { $0 >= Float(share) * largest }) else { return peak }
    return first + index
  }
}
