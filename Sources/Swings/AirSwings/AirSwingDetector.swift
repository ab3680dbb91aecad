import Parallel
import Signals

/// Finds swings that no impact gave away: bursts of rotation along gravity that look like the recording's own swings.
///
/// A miss has no impact to walk back from, so it is anchored at the peak of the rate. Backswings, recoveries, walking and
/// swings that are held back rotate too: a burst counts if it is much like the recording's hits that turn its way, see
/// ``SwingLikeness``. Where there are fewer than `minHits`, the recording's strongest third of bursts stands in for them.
///
/// A burst with a weak impact near its peak becomes a swing with that impact: whether it was a contact is for the
/// classifier to say.
public struct AirSwingDetector: Hashable, Sendable {
  /// Smallest peak rate of a burst, in rad/s.
  public var minRate = 3.0
  /// Largest difference from the typical swing, see ``SwingLikeness``.
  public var maxDifference = 2.5
  /// How many hits it takes to learn from them.
  public var minHits = 1
  /// Without hits, the smallest typical peak rate of a way that has swings, in rad/s: under it the wrist only walks,
  /// rests or fidgets.
  public var minTypicalRate = 5.0
  /// Without hits, the largest typical width at half the peak of a way that has swings, in s: gestures take longer.
  public var maxTypicalWidthS = 0.4
  /// Time before a burst's peak in which no impact may lie, in s.
  public var clearanceBeforeS = 0.1
  /// Time after a burst's peak in which no impact may lie, in s.
  public var clearanceAfterS = 0.15
  /// Time around a hit, and around a stronger burst, in which a burst does not count, in s.
  public var refractoryS = 0.3
  /// What makes a burst the peak of a swing; the duration and rotation are those up to the peak.
  public var judge = SwingJudge(bounds: SwingBounds(duration: 0.02...1.2, rotation: 0.1...7))

  /// Makes a detector with the defaults that ``AirSwingDetector`` describes.
  public init() {}

  /// Swings that no impact gave away, and bursts that were refused.
  ///
  /// Bursts below `minRate`, and those that belong to an impact, are no candidates at all.
  /// - Parameters:
  ///   - rotation: the rotation along gravity, in rad/s.
  ///   - found: all impacts of the recording, whether they became swings or not; weak ones among them or not.
  ///   - hits: swings with an impact, to learn from and to keep clear of.
  /// - Throws: whatever reading `rotation` throws.
  public func swings(
    in rotation: any Signal, impacts found: ImpactDetector.Found, hits: [Swing]
  ) throws -> SwingCandidates {
    // Where the clock went back, the order of the samples is not that of the times.
    let impacts = found.impacts.sorted { $0.time < $1.time }
    let weak = found.weak.sorted { $0.time < $1.time }
    let hits = hits.filter { $0.impact != nil }.sorted { $0.anchorTime < $1.anchorTime }
    let timeBase = rotation.timeBase
    let bursts = try PeakFinder(rotationFrom: minRate).peaks(in: rotation)
    let free = try bursts.filter { try !isClaimed(timeBase.time(at: $0.index), impacts: impacts, hits: hits) }
    guard let reference = try reference(hits, bursts, free: free, near: weak, in: rotation) else {
      return SwingCandidates()
    }
    let checked = try InOrder.map(free) { _, burst in
      try BurstCheck(burst, reference, in: rotation, maxDifference: maxDifference)
    }
    let verdicts = Dictionary(uniqueKeysWithValues: zip(free.map(\.index), checked))
    func highest(passing: Bool) throws -> [BurstCheck] {
      let bursts = free.filter { verdicts[$0.index]?.passed == passing }
      return try PeakFinder.highest(of: bursts, within: refractoryS, on: timeBase).compactMap { verdicts[$0.index] }
    }
    let judged = try InOrder.map(highest(passing: true)) { _, verdict in
      try self.judged(verdict, near: weak, rotation: rotation)
    }
    let unlike = try InOrder.map(highest(passing: false)) { _, verdict in
      candidate(verdict).rejected(.unlikeOthers, value: verdict.lobe.peakRate, verdict.explanation)
    }
    return SwingCandidates(
      swings: judged.flatMap(\.swings).sorted { $0.anchorTime < $1.anchorTime },
      rejected: (judged.flatMap(\.rejected) + unlike).sorted { $0.time < $1.time })
  }

  /// What bursts are compared with: the recording's hits, or its strongest bursts; nil where it has no swings.
  ///
  /// A way that no hit turns, though bursts with weak impacts do, is that of a side whose contacts are all weak.
  private func reference(
    _ hits: [Swing], _ bursts: [Peak], free: [Peak], near weak: [Impact], in rotation: any Signal
  ) throws -> SwingReference? {
    let timeBase = rotation.timeBase
    let lobes = try InOrder.map(hits) { try RotationLobe(of: $1, in: rotation) }.compactMap(\.self)
    if var learned = SwingReference.learned(from: lobes, minCount: minHits) {
      let touched = try free.filter { try !near(timeBase.time(at: $0.index), among: weak).isEmpty }
      let separate = try PeakFinder.highest(of: touched, within: refractoryS, on: timeBase)
      learned.open(with: try separate.map { try RotationLobe(around: $0.index, in: rotation) })
      return learned
    }
    let separate = try PeakFinder.highest(of: bursts, within: refractoryS, on: timeBase)
    return SwingReference.guessed(
      from: try separate.map { try RotationLobe(around: $0.index, in: rotation) }, minRate: minTypicalRate,
      maxWidthS: maxTypicalWidthS)
  }

  private func candidate(_ verdict: BurstCheck) -> SwingJudge.Candidate {
    SwingJudge.Candidate(
      kind: .airSwing, time: verdict.lobe.time, end: verdict.lobe.sample + 1, impact: nil,
      history: Deferred { verdict.checks })
  }

  /// Judges a burst like the recording's swings: from its weak impact, if it has one that ends a swing, or its peak.
  private func judged(
    _ verdict: BurstCheck, near weak: [Impact], rotation: any Signal
  ) throws -> SwingCandidates {
    var judge = judge
    var result = SwingCandidates()
    judge.finder.minPeakRate = minRate
    if let impact = near(verdict.lobe.time, among: weak).max(by: { abs($0.peak) < abs($1.peak) }) {
      var candidate = candidate(verdict)
      candidate.impact = impact
      candidate.time = impact.time
      candidate.end = try rotation.timeBase.firstIndex(atOrAfter: impact.time)
      try judge.judge(candidate, rotation: rotation, into: &result)
      if !result.swings.isEmpty { return result }
      result = SwingCandidates()
    }
    try judge.judge(candidate(verdict), rotation: rotation, into: &result)
    return result
  }

  /// The impacts near the peak of a burst; `impacts` are in order of time.
  private func near(_ time: Double, among impacts: [Impact]) -> ArraySlice<Impact> {
    let first = impacts.partitioningIndex { $0.time >= time - clearanceBeforeS }
    return impacts[first...].prefix { $0.time <= time + clearanceAfterS }
  }

  /// Whether a burst at this time is part of a hit's swing, or has an impact near its peak.
  private func isClaimed(_ time: Double, impacts: [Impact], hits: [Swing]) -> Bool {
    let next = impacts.partitioningIndex { $0.time >= time - clearanceBeforeS }
    if next < impacts.count, impacts[next].time <= time + clearanceAfterS { return true }
    // The swing that ends next holds the burst, or the one that ended last still rotates.
    let swing = hits.partitioningIndex { $0.anchorTime >= time }
    if swing < hits.count, min(hits[swing].startTime, hits[swing].anchorTime - refractoryS) <= time { return true }
    return swing > 0 && time - hits[swing - 1].anchorTime < refractoryS
  }
}

extension Array {
  /// The first index whose element satisfies `predicate`, in an array that is false up to there and true from there.
  func partitioningIndex(where predicate: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if predicate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
