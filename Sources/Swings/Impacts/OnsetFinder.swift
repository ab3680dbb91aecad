import Signals

/// Finds where a shock begins on the RAW acceleration, ahead of its peak.
///
/// A linear-phase high-pass echoes 1-8 % of a peak ahead of it, so the filtered signal cannot tell the onset. The raw
/// one can: its steps are small until the contact and large from there on.
///
/// 1. A step leaves a sample and takes 1.25 ms, one sample at 800 Hz. Its size is that of the vector over the three axes,
///    less the slope of the motion, which is the median from 90 to 30 ms before the peak: a contact that hardly moves one
///    axis at first moves another.
/// 2. A step belongs to the shock where it reaches `share` of the largest one in the `windowS` before the peak, and
///    `noiseMultiple` times the noise of the steps (1.4826 x MAD over the same 60 ms, the axes together).
/// 3. Walking back from that largest step, each one is evidence for the shock by the square of its size over that level, 4
///    at most, less a half; quiet ones are evidence against it. The shock's first step is the one with the largest sum from
///    it on. The walk ends after `quietS` without a step of the shock. So a short quiet amid strong steps is a turning point
///    of the ringing, however slowly it rings, and a long one behind a weak step is the end of the shock.
/// 4. A contact can begin with a slow lead: what lies up to 2.5 ms ahead of that step counts too while it reaches
///    `leadShare` of the largest step of the 3.75 ms that follow.
///
/// The onset is the sample that the first step leaves from, the last one that the contact has not moved.
///
/// Measured on 266 labelled contacts of six wrist sessions at 800 Hz: 1.5 ms at the 95th percentile of the error's size.
/// Three real shocks, stretched 0.6 to 1.25 times, scaled 0.2 to 1.3 times, turned by 20 degrees and put on real strokes
/// with noise of 5 to 20 mg, 800 times each: 2.2, 0.8 and 0.9 ms, at most 6.7 ms; 2.7, 3.4 and 1.3 ms at 400 Hz, 1.7, 0.8
/// and 0.5 ms at 1600 Hz. With the steps of one axis and a walk that ends in 5 ms of quiet they err by up to 10 ms.
public struct OnsetFinder: Hashable, Sendable {
  /// How far before the peak the onset is looked for, in s.
  public var windowS: Double
  /// Share of the largest step that a step of the shock reaches, 0 to 1.
  public var share: Double
  /// Share of the steps that follow which a step of the lead reaches, 0 to 1; 1 looks for no lead.
  public var leadShare: Double
  /// Time without a step of the shock that surely lies ahead of it, in s; longer than any turning point of its ringing.
  public var quietS = 0.009
  /// How many times the noise a step of the shock is.
  public var noiseMultiple = 5.0

  /// Makes a finder; the defaults are the measured best.
  public init(windowS: Double = 0.03, share: Double = 0.2, leadShare: Double = 0.25) {
    self.windowS = windowS
    self.share = share
    self.leadShare = leadShare
  }

  /// When the steps of the motion alone are looked at, in s before the peak.
  private static let calmS = (from: 0.09, to: 0.03)
  /// Time that a step takes, in s.
  private static let stepS = 0.00125
  /// How long a lead may be, and how much of what follows it is compared with it, in s.
  private static let leadS = (longest: 0.0025, compared: 0.00375)
  /// The largest evidence of one step, and what each step costs.
  private static let evidence: (most: Float, cost: Float) = (4, 0.5)

  /// The index of the last sample before the shock that peaks at `peak`.
  ///
  /// Samples that are not finite are passed over. A peak at the very start of a segment is its own onset.
  /// - Throws: whatever reading `raw` throws.
  public func onset(before peak: Int, in raw: Triaxial) throws -> Int {
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
    guard first < peak - earliest else { return peak }
    let calm = try index(before: Self.calmS.from) - earliest..<(try index(before: Self.calmS.to)) - earliest
    func count(_ seconds: Double) -> Int { max(1, Int(clamping: (seconds * timeBase.rate).rounded())) }
    let (steps, noise) = try Self.steps(raw, earliest..<peak + 1, calm: calm, length: count(Self.stepS))
    guard let largest = steps.indices[first...].max(by: { steps[$0] < steps[$1] }), steps[largest] > 0 else {
      return peak
    }
    // A shock that hardly stands out of the noise still has its largest step.
    let level = Float(noiseMultiple) * noise
    let needed = min(max(Float(share) * steps[largest], level), steps[largest])
    let shock = Self.walk(back: steps, from: largest, to: first, needed: needed, quiet: count(quietS))
    let lead = (longest: count(Self.leadS.longest), compared: count(Self.leadS.compared))
    return earliest + leadIn(to: shock, steps, from: first, noise: level, lead)
  }

  /// The sizes of the steps without the motion's slope, 0 where a sample is missing, and their noise.
  private static func steps(
    _ raw: Triaxial, _ range: Range<Int>, calm: Range<Int>, length: Int
  ) throws -> (sizes: [Float], noise: Float) {
    var squares = [Float](repeating: 0, count: range.count - 1)
    var variance: Float = 0
    for axis in raw.axes {
      let samples = try axis.samples(range)
      let slope = Statistics.median(calm.clamped(to: squares.indices).map { samples[$0 + 1] - samples[$0] })
      let drift = slope.isFinite ? slope : 0
      // Ahead of the last sample a step is cut short.
      let steps = squares.indices.map { index in
        let end = min(index + length, samples.count - 1)
        return samples[end] - samples[index] - Float(end - index) * drift
      }
      for index in steps.indices { squares[index] += steps[index] * steps[index] }
      let behind = max(calm.lowerBound, calm.upperBound - length + 1)
      let noise = Statistics.madSigma(Array(steps[(calm.lowerBound..<behind).clamped(to: steps.indices)]), about: 0)
      if noise.isFinite { variance += noise * noise }
    }
    return (squares.map { $0.isFinite ? $0.squareRoot() : 0 }, variance.squareRoot())
  }

  /// The first step of the shock: the one from which on there is most evidence for it.
  private static func walk(back steps: [Float], from largest: Int, to first: Int, needed: Float, quiet: Int) -> Int {
    var onset = largest
    var sum: Float = 0
    var most = -Float.infinity
    for index in stride(from: largest, through: first, by: -1) {
      let share = steps[index] / needed
      sum += min(share * share, evidence.most) - evidence.cost
      if share >= 1, sum > most {
        (onset, most) = (index, sum)
      } else if onset - index >= quiet {
        break
      }
    }
    return onset
  }

  private func leadIn(
    to shock: Int, _ steps: [Float], from first: Int, noise: Float, _ lead: (longest: Int, compared: Int)
  ) -> Int {
    var onset = shock
    while onset > first, shock - onset < lead.longest {
      let following = steps[onset..<min(onset + lead.compared, steps.count)].max() ?? 0
      guard steps[onset - 1] > noise, steps[onset - 1] >= Float(leadShare) * following else { break }
      onset -= 1
    }
    return onset
  }
}
