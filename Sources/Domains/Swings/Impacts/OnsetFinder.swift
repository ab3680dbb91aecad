import SPSignals

/// Finds the beginning of a shock on the RAW acceleration, before its peak.
///
/// A linear-phase high-pass echoes 1-8 % of a peak before it, so the filtered signal cannot show the onset. The raw
/// signal can show it: its steps are small until the contact and large from then on. A step spans 1.25 ms, one sample
/// at 800 Hz, whatever the rate. All three axes count, as a contact that hardly moves one axis at first moves another.
///
/// The motion makes steps too, and large steps during a fast swing. The onset is therefore searched twice, and the
/// later result counts:
/// 1. With the slope of the motion subtracted from the steps. The slope is the median step from 70 to 20 ms before the
///    peak. Steps of the shock reach `fraction` of its largest step.
/// 2. With the trend of the motion subtracted. The trend is extrapolated from the line through the steps of the 10 ms
///    before each step. Steps of the shock reach `trendFraction` of `fraction`. A slow bend belongs to the motion,
///    however steep it is.
///
/// `ShockSteps` describes each search. The onset is the sample at which the first step of the shock begins: the
/// last sample not moved by the contact.
///
/// With ringing near half the sampling rate the filtered peak can be anywhere. If needed, the search is moved to one of
/// two places.
/// - The shock's largest step, if it comes some 12 ms or more before the peak. The shock may then have begun in the
///   time taken as motion alone.
/// - Up to `behindS` after the peak, if the steps there are far larger than before. The largest change between samples
///   is then more than `behindMultiple` times the largest change in the `windowS` before the peak. The shock must also
///   begin at the peak or before it.
///
/// The error was measured with three real shocks (`Data/Accuracy.md`). They were stretched 0.6 to 1.25 times, scaled
/// 0.2 to 1.3 times, and turned by 20 degrees. They were added to real and simulated strokes with noise of 5 to 20 mg
/// (250 each). At 800 Hz, the 95th percentile of the error's size is 2.0, 0.9 and 0.8 ms for the three shocks, and the
/// largest error is 5.6 ms. At 400 Hz it is 2.6, 1.8 and 1.4 ms, and at most 4.1 ms. At 1600 Hz it is 1.5, 1.0 and 0.5
/// ms, and at most 8.1 ms.
///
/// On 266 labelled contacts of six wrist sessions the 95th percentile is 1.5 ms. On six swings of golf, the motion
/// steps by 4 to 10 g a sample at the contact: five onsets are up to 0.7 ms early, and one is 2.4 ms early. The first
/// search alone is up to 18 ms early on the golf swings. The second search alone is up to 5 ms early on the sessions,
/// whose shocks have a weak lead. On z alone, with a walk that ends in 5 ms of quiet, slow shocks were 7 ms late.
public struct OnsetFinder: Hashable, Sendable {
  /// How far before the peak the onset is searched, in s. If the shock's largest step comes much earlier than the peak,
  /// the search starts from that step.
  public var windowS: Double
  /// Fraction of the largest step that a step of the shock reaches, 0 to 1.
  public var fraction: Double
  /// Fraction of the following steps that a step of the lead reaches, 0 to 1; 1 disables the lead.
  public var leadFraction: Double
  /// Time without a step of the shock that must come before the shock, in s; longer than any turning point of its
  /// ringing.
  public var quietS = 0.0075
  /// A step of the shock is this many times the largest step of the motion alone, on the same axis.
  public var motionMultiple = 2.5

  /// Makes a finder; the defaults are the measured best.
  public init(windowS: Double = 0.03, fraction: Double = 0.18, leadFraction: Double = 0.2) {
    self.windowS = windowS
    self.fraction = fraction
    self.leadFraction = leadFraction
  }

  /// The fraction of `fraction` that a step must reach after subtracting the motion's trend.
  fileprivate static let trendFraction = 0.62
  /// The time in which the steps are taken to be motion alone, in s before the peak.
  fileprivate static let calmS = (from: 0.07, to: 0.02)
  /// Time spanned by a step, and the time before a step from which the motion's trend is extrapolated, in s.
  fileprivate static let stepS = 0.00125
  fileprivate static let trendS = 0.01
  /// The longest lead, and how much of the following shock is compared with the lead, in s.
  fileprivate static let leadS = (longest: 0.0025, compared: 0.00375)
  /// How far after the peak the shock's largest step may be, in s, and how many times larger than the steps before the
  /// peak it must be.
  ///
  /// For contacts whose peak is the last still sample, the factor is 5 and more. With a factor of 3 or more, contacts
  /// that begin weakly are found up to 0.05 ms later at the median.
  fileprivate static let behindS = 0.005
  fileprivate static let behindMultiple = 4.0

  /// The longest stretch read before a peak, in s.
  var lookBackS: Double { OnsetSearch.most(of: windowS + max(windowS, Self.calmS.from) + Self.trendS) }

  /// The index of the last sample before the shock that peaks at `peak`.
  ///
  /// Samples that are not finite are skipped. A peak at the very start of a segment is its own onset.
  /// - Parameters:
  ///   - peak: index of the peak.
  ///   - raw: the acceleration on all axes as recorded; up to 140 ms before the peak are read, or more with a longer
  ///     `windowS`.
  /// - Throws: errors from reading `raw`.
  package func onset(before peak: Int, in raw: Triaxial) throws -> Int {
    guard let search = try OnsetSearch(self, before: peak, in: raw) else { return peak }
    if let end = search.endOfShockAmidCalm, let earlier = try OnsetSearch(self, before: end, in: raw) {
      return min(end, earlier.onset ?? end)
    }
    // A shock that begins after the peak does not belong to this peak.
    guard let onset = search.onset, onset > peak else { return search.onset ?? peak }
    return try OnsetSearch(self, before: peak, looksBehind: false, in: raw)?.onset ?? peak
  }
}

/// The steps of the raw acceleration around a peak, in which the first step of its shock is searched.
private struct OnsetSearch {
  /// Indices of the peak, and of the first sample that was read.
  private let peak, earliest: Int
  /// The samples taken as motion alone.
  private let calm: Range<Int>
  /// Samples that a step takes.
  private let length: Int
  private let walk: ShockSteps.Walk
  /// The steps minus the slope of the motion, and the steps minus its trend; nil if nothing moves.
  private let withoutSlope, withoutTrend: ShockSteps?

  /// Takes the steps before a peak, and also the steps after it if they are far larger.
  ///
  /// - Parameter looksBehind: whether steps after the peak may count at all.
  /// - Returns: nil if no sample comes before the peak in its segment.
  init?(_ finder: OnsetFinder, before peak: Int, looksBehind: Bool = true, in raw: Triaxial) throws {
    self.peak = peak
    let timeBase = raw.timeBase
    let segment = timeBase.segment(containing: peak)
    let time = try timeBase.time(at: peak)
    func index(before seconds: Double) throws -> Int {
      // Limited in samples too: if timestamps do not increase, a time does not limit the search.
      let most = Int(clamping: (Self.most(of: seconds) * timeBase.rate).rounded(.up)) + 1
      let first = max(segment.samples.lowerBound, peak - min(peak, most))
      let segment = TimeBase.Segment(
        samples: first..<segment.samples.upperBound, startTime: segment.startTime, endTime: segment.endTime)
      // Within the peak's own segment: after a backward step of the clock another segment may contain that
      // time too.
      let next = try timeBase.firstIndex(atOrAfter: time - seconds, in: segment)
      return min(peak, max(segment.samples.lowerBound, next - 1))
    }
    func count(_ seconds: Double) -> Int { max(1, Int(clamping: (seconds * timeBase.rate).rounded())) }
    earliest = try index(before: max(finder.windowS, OnsetFinder.calmS.from) + OnsetFinder.trendS)
    let first = try index(before: finder.windowS) - earliest
    guard first < peak - earliest else { return nil }
    calm = try index(before: OnsetFinder.calmS.from) - earliest..<index(before: OnsetFinder.calmS.to) - earliest
    length = count(OnsetFinder.stepS)
    walk = ShockSteps.Walk(
      first: first, quiet: count(finder.quietS), longestLead: count(OnsetFinder.leadS.longest),
      comparedLead: count(OnsetFinder.leadS.compared), leadFraction: Float(finder.leadFraction))
    let end = min(segment.samples.upperBound, peak + 1 + count(OnsetFinder.behindS))
    var samples = AxisValues(count: 0)
    try raw.visit(earliest..<end) { x, y, z in samples = AxisValues(x, y, z) }
    let ahead = peak - earliest
    let isBehind =
      looksBehind
      && SampleSteps.largestChange(of: samples, ahead..<samples.count - 1)
        > Float(OnsetFinder.behindMultiple) * SampleSteps.largestChange(of: samples, first..<ahead)
    let around = SampleSteps(isBehind ? samples : samples.prefix(ahead + 1), length: length)
    // The steps that end within the calm time.
    let alone = calm.lowerBound..<max(calm.lowerBound, calm.upperBound - length + 1)
    let trend = max(3, count(OnsetFinder.trendS))
    func shock(_ steps: AxisValues, fraction: Double) -> ShockSteps? {
      ShockSteps(
        steps, alone: alone, motionMultiple: Float(finder.motionMultiple), fraction: Float(fraction), from: first)
    }
    withoutSlope = shock(around.withoutSlope(calm), fraction: finder.fraction)
    withoutTrend = shock(around.withoutTrend(of: trend), fraction: OnsetFinder.trendFraction * finder.fraction)
  }

  /// The time to allow for samples that span some seconds at the nominal rate: their timestamps may differ.
  static func most(of seconds: Double) -> Double { 1.25 * seconds }

  /// The index of the last sample before the shock; nil if nothing moves.
  var onset: Int? {
    let (first, second) = (withoutSlope?.first(walk), withoutTrend?.first(walk))
    return (first ?? second).map { earliest + max($0, second ?? $0) }
  }

  /// The index of the sample at which the largest step ends, if the shock seems to begin in the time taken as motion
  /// alone; otherwise nil. The largest step is then in that time, or within the shock's quiet time after it.
  ///
  /// The largest step minus the trend has to be there too: a steep motion has large steps, but it bends slowly.
  var endOfShockAmidCalm: Int? {
    guard let longest = withoutSlope?.longest, let unbent = withoutTrend?.longest, !calm.isEmpty,
      max(longest, unbent) < calm.upperBound + walk.quiet
    else { return nil }
    return min(earliest + longest + length, peak)
  }
}
