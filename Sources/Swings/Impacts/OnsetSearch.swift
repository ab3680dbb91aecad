import Signals

/// The steps of the raw acceleration around a peak, in which the first step of its shock is searched.
struct OnsetSearch {
  /// Indices of the peak, and of the first sample that was read.
  private let peak, earliest: Int
  /// The samples taken as motion alone.
  private let calm: Range<Int>
  /// Samples that a step takes.
  private let length: Int
  private let walk: ShockSteps.Walk
  /// The steps minus the slope of the motion, and minus its trend; nil if nothing moves.
  private let withoutSlope, withoutTrend: ShockSteps?

  /// Takes the steps before a peak, and those after it if they are far larger.
  ///
  /// - Parameter looksBehind: whether steps after the peak may count at all.
  /// - Returns: nil if no sample comes before it in its segment.
  init?(_ finder: OnsetFinder, before peak: Int, looksBehind: Bool = true, in raw: Triaxial) throws {
    self.peak = peak
    let timeBase = raw.timeBase
    let segment = timeBase.segment(containing: peak)
    let time = try timeBase.time(at: peak)
    func index(before seconds: Double) throws -> Int {
      // Limited in samples too: if timestamps stand still, a time is no limit.
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

  /// The time to allow for a number of samples given as a time at the rate: timestamps may be closer than that.
  static func most(of seconds: Double) -> Double { 1.25 * seconds }

  /// The index of the last sample before the shock; nil if nothing moves.
  var onset: Int? {
    let (first, second) = (withoutSlope?.first(walk), withoutTrend?.first(walk))
    return (first ?? second).map { earliest + max($0, second ?? $0) }
  }

  /// The index of the sample at which the largest step ends, if the shock seems to begin in the time taken as motion
  /// alone: the largest step lies there, or within the shock's quiet time after it. Otherwise nil.
  ///
  /// The largest step minus the trend has to lie there too: a steep motion has large steps, but it bends slowly.
  var endOfShockAmidCalm: Int? {
    guard let longest = withoutSlope?.longest, let unbent = withoutTrend?.longest, !calm.isEmpty,
      max(longest, unbent) < calm.upperBound + walk.quiet
    else { return nil }
    return min(earliest + longest + length, peak)
  }
}
