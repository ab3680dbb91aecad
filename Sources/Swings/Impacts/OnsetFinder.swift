import Signals

/// Finds where a shock begins on the RAW acceleration, ahead of its peak.
///
/// A linear-phase high-pass echoes 1-8 % of a peak ahead of it, so the filtered signal cannot tell the onset. The raw
/// one can: its steps are small until the contact and large from there on.
///
/// 1. Steps are |z[i] - z[i-1]| less the slope of the motion, which is their median from 90 to 30 ms before the peak.
/// 2. A step belongs to the shock where it reaches `share` of the largest step in the `windowS` before the peak, and
///    `noiseMultiple` times the noise of the steps (1.4826 x MAD over the same 60 ms).
/// 3. Walking back from that largest step, the shock's first step is the last one met before `quietS` without any.
/// 4. A contact can begin with a slow lead: up to two steps ahead of it count too while they reach `leadShare` of the
///    largest of the three that follow.
///
/// The onset is the sample that the first step leaves from, the last one that the contact has not moved.
///
/// Measured on 266 labelled contacts of six wrist sessions at 800 Hz: +0.1 ms in the median, 1.9 ms at the 95th percentile
/// of the error's size (1.7 ms with the two shares chosen anew for each session on the other five). Without step 4 it is 2.5 ms, with the first step of 15 % in the
/// window instead of steps 3 and 4 3.5 ms. On weak shocks (2 to 3 g) amid a fast swing, whose motion makes steps of its
/// own, a search from the window's front errs by up to 26 ms and this one by up to 4 ms.
public struct OnsetFinder: Hashable, Sendable {
  /// How far before the peak the onset is looked for, in s.
  public var windowS: Double
  /// Share of the largest step that a step of the shock reaches, 0 to 1.
  public var share: Double
  /// Share of the steps that follow which a step of the lead reaches, 0 to 1; 1 looks for no lead.
  public var leadShare: Double
  /// Time without a step of the shock that lies ahead of it, in s; longer than a turning point of its ringing.
  public var quietS = 0.005
  /// How many times the noise a step of the shock is.
  public var noiseMultiple = 6.0

  /// Makes a finder; the defaults are the measured best.
  public init(windowS: Double = 0.03, share: Double = 0.2, leadShare: Double = 0.3) {
    self.windowS = windowS
    self.share = share
    self.leadShare = leadShare
  }

  /// When the steps of the motion alone are looked at, in s before the peak.
  private static let calmS = (from: 0.09, to: 0.03)
  /// How many steps a lead may have, and how many of those after it are compared with it.
  private static let lead = (longest: 2, compared: 3)

  /// The index of the last sample before the shock that peaks at `peak`.
  ///
  /// Samples that are not finite are passed over. A peak at the very start of a segment is its own onset.
  /// - Throws: whatever reading `raw` throws.
  public func onset(before peak: Int, in raw: any Signal) throws -> Int {
    let timeBase = raw.timeBase
    let segment = timeBase.segment(containing: peak)
    let time = try timeBase.time(at: peak)
    func index(before seconds: Double) throws -> Int {
      // By samples, too: where stamps stand still, a time is no bound.
      let most = Int(clamping: (1.25 * seconds * timeBase.rate).rounded(.up)) + 1
      let first = max(segment.samples.lowerBound, peak - min(peak, most))
      let segment = TimeBase.Segment(
        samples: first..<segment.samples.upperBound, startTime: segment.startTime, endTime: segment.endTime)
      // In the peak's own segment: after a backward step of the clock others may hold that time too.
      let next = try timeBase.firstIndex(atOrAfter: time - seconds, in: segment)
      return min(peak, max(segment.samples.lowerBound, next - 1))
    }
    let earliest = try index(before: max(windowS, Self.calmS.from))
    let first = try index(before: windowS) - earliest
    let samples = try raw.samples(earliest..<peak + 1)
    guard first + 1 < samples.count else { return peak }
    let calm = try index(before: Self.calmS.from) - earliest..<(try index(before: Self.calmS.to)) - earliest
    let (steps, noise) = Self.steps(samples, calm: calm)
    guard let largest = steps.indices[first...].max(by: { steps[$0] < steps[$1] }), steps[largest] > 0 else {
      return peak
    }
    // A shock that hardly stands out of the noise still has its largest step.
    let needed = min(max(Float(share) * steps[largest], Float(noiseMultiple) * noise), steps[largest])
    let quiet = max(1, Int(clamping: (quietS * timeBase.rate).rounded()))
    let shock = Self.walk(back: steps, from: largest, to: first, needed: needed, quiet: quiet)
    return earliest + leadIn(to: shock, steps, from: first, noise: Float(noiseMultiple) * noise)
  }

  /// The sizes of the steps without the motion's slope, 0 where a sample is missing, and their noise.
  private static func steps(_ samples: [Float], calm: Range<Int>) -> (sizes: [Float], noise: Float) {
    let steps = zip(samples.dropFirst(), samples).map { $0 - $1 }
    let quiet = Array(steps[calm.clamped(to: 0..<steps.count)])
    let slope = Statistics.median(quiet)
    let drift = slope.isFinite ? slope : 0
    let noise = Statistics.madSigma(quiet, about: drift)
    return (steps.map { $0.isFinite ? abs($0 - drift) : 0 }, noise.isFinite ? noise : 0)
  }

  private static func walk(back steps: [Float], from largest: Int, to first: Int, needed: Float, quiet: Int) -> Int {
    var onset = largest
    for index in stride(from: largest, through: first, by: -1) {
      if steps[index] >= needed { onset = index } else if onset - index >= quiet { break }
    }
    return onset
  }

  private func leadIn(to shock: Int, _ steps: [Float], from first: Int, noise: Float) -> Int {
    var onset = shock
    while onset > first, shock - onset < Self.lead.longest {
      let following = steps[onset..<min(onset + Self.lead.compared, steps.count)].max() ?? 0
      guard steps[onset - 1] > max(noise, 0), steps[onset - 1] >= Float(leadShare) * following else { break }
      onset -= 1
    }
    return onset
  }
}
