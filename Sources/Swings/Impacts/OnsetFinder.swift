import Signals

/// Finds where a shock begins on the RAW acceleration, ahead of its peak.
///
/// A linear-phase high-pass echoes 1-8 % of a peak ahead of it, so the filtered signal cannot tell the onset. The raw
/// one can: its steps are small until the contact and large from there on. A step leaves a sample and takes 1.25 ms,
/// one sample at 800 Hz, whatever the rate. All three axes count, as a contact that hardly moves one axis at first
/// moves another.
///
/// The motion makes steps too, and amid a fast swing large ones, so that the onset is looked for twice, and the later
/// one of the two counts:
/// 1. on the steps less the slope of the motion, their median from 70 to 20 ms before the peak; those of the shock
/// reach
///    `share` of its largest step;
/// 2. on the steps less the trend of the motion, which is continued from the line through the steps of the 10 ms before
/// each;
///    those of the shock reach ``trendShare`` of `share`. What bends slowly is the motion's own, however steep it is.
///
/// What each of the two does with its steps is said at ``ShockSteps``. The onset is the sample that the first step of
/// the shock leaves from, the last one that the contact has not moved.
///
/// Ringing near half the sampling rate has its filtered peak anywhere, so that the search is moved where it must be:
/// - to the shock's largest step, where that lies so far ahead of the peak, some 12 ms or more, that the shock may have
///   begun in what was taken for the motion alone;
/// - up to ``behindS`` behind the peak, where the largest change from a sample to the next is ``behindMultiple`` times
///   as large as in the `windowS` ahead of it, and begins at the peak or ahead of it.
///
/// Measured with three real shocks, stretched 0.6 to 1.25 times, scaled 0.2 to 1.3 times, turned by 20 degrees and put
/// on real and simulated strokes with noise of 5 to 20 mg (250 each): at 800 Hz 2.0, 0.9 and 0.8 ms at the 95th
/// percentile of the error's size, at most 5.6 ms; at 400 Hz 2.6, 1.8 and 1.4 ms, at most 4.1 ms; at 1600 Hz 1.5, 1.0
/// and 0.5 ms, at most 8.1 ms (`Data/Accuracy.md`). On 266 labelled contacts of six wrist sessions it is 1.5 ms. On six
/// swings of golf, whose motion steps by 4 to 10 g a sample at the contact, five onsets are up to 0.7 ms early and one
/// 2.4 ms. The first search alone is up to 18 ms early on these, the second alone up to 5 ms on the sessions, whose
/// shocks have a weak lead. On z alone, with a walk that ends in 5 ms of quiet, slow shocks were 7 ms late.
public struct OnsetFinder: Hashable, Sendable {
  /// How far before the peak, or before the shock's largest step where that lies far ahead, the onset is looked for, in
  /// s.
  public var windowS: Double
  /// Share of the largest step that a step of the shock reaches, 0 to 1.
  public var share: Double
  /// Share of the steps that follow which a step of the lead reaches, 0 to 1; 1 looks for no lead.
  public var leadShare: Double
  /// Time without a step of the shock that surely lies ahead of it, in s; longer than any turning point of its ringing.
  public var quietS = 0.0075
  /// How many times the largest step of the motion alone, on the same axis, a step of the shock is.
  public var motionMultiple = 2.5

  /// Makes a finder; the defaults are the measured best.
  public init(windowS: Double = 0.03, share: Double = 0.18, leadShare: Double = 0.2) {
    self.windowS = windowS
    self.share = share
    self.leadShare = leadShare
  }

  /// How much of `share` a step reaches that has been relieved of the motion's trend.
  static let trendShare = 0.62
  /// When the steps of the motion alone are looked at, in s before the peak.
  static let calmS = (from: 0.07, to: 0.02)
  /// Time that a step takes, and the time before it from which the motion's trend is continued, in s.
  static let stepS = 0.00125
  static let trendS = 0.01
  /// How long a lead may be, and how much of what follows it is compared with it, in s.
  static let leadS = (longest: 0.0025, compared: 0.00375)
  /// How far behind the peak the shock's largest step may lie, in s, and how many times as large it is there as ahead.
  ///
  /// Of contacts whose peak is the last still sample it is 5 times as large and more; from 3 times on, contacts that
  /// begin weakly are found up to 0.05 ms later at the median.
  static let behindS = 0.005
  static let behindMultiple = 4.0

  /// The most that is looked at ahead of a peak, in s.
  var lookBackS: Double { OnsetSearch.most(of: windowS + max(windowS, Self.calmS.from) + Self.trendS) }

  /// The index of the last sample before the shock that peaks at `peak`.
  ///
  /// Samples that are not finite are passed over. A peak at the very start of a segment is its own onset.
  /// - Parameters:
  ///   - peak: index of the peak.
  ///   - raw: the acceleration on all axes as it was recorded; up to 140 ms before the peak are looked at, or more with
  ///     a longer `windowS`.
  /// - Throws: errors from reading `raw`.
  public func onset(before peak: Int, in raw: Triaxial) throws -> Int {
    guard let search = try OnsetSearch(self, before: peak, in: raw) else { return peak }
    if let end = search.endOfShockAmidCalm, let earlier = try OnsetSearch(self, before: end, in: raw) {
      return min(end, earlier.onset ?? end)
    }
    // What begins behind the peak is not its shock.
    guard let onset = search.onset, onset > peak else { return search.onset ?? peak }
    return try OnsetSearch(self, before: peak, looksBehind: false, in: raw)?.onset ?? peak
  }
}
