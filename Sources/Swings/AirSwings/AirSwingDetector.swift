import Parallel
import Signals

/// Finds swings without a clear impact: bursts of rotation along gravity that resemble the recording's other swings.
///
/// A burst is the highest peak of a lobe, see ``RotationLobe``. A miss has no impact to search back from, so its
/// anchor is the peak of the rate. Backswings, recoveries, walking and checked swings rotate too: a burst counts if it
/// is similar to the recording's hits in its direction, see ``SwingLikeness``. If hits are too few to exclude swings
/// in the other direction, bursts there are compared with the hits or with swings of other recordings. With fewer than
/// `minHits`, a reference from other recordings is used, or else the recording's strongest third of bursts.
///
/// A burst with a weak impact near its peak becomes a swing with that impact; the classifier decides whether it
/// was a contact.
public struct AirSwingDetector: Hashable, Sendable {
  /// Smallest peak rate of a burst, in rad/s.
  public var minRate = 3.0
  /// Largest difference from the recording's swings, see ``SwingLikeness`` and ``SwingReference/difference(of:)``.
  public var maxDifference = 2.5
  /// The least number of hits to use as a reference.
  public var minHits = 1
  /// Whether a player's swings turn in either direction: then few hits in one direction do not exclude misses in the
  /// other.
  public var turnsInEitherDirection = false
  /// A reference for the subject's swings from other recordings, see ``LearnedSwings/reference(subjectID:sport:)``: it
  /// replaces hits if there are fewer than `minHits`, and allows a direction that few hits do not show.
  public var learned: SwingReference?
  /// Without hits, the smallest typical peak rate of a direction with swings, in rad/s: below it the wrist only
  /// walks, rests or fidgets.
  public var minTypicalRate = 5.0
  /// Without hits, the largest typical width at half the peak of a direction with swings, in s: gestures take
  /// longer.
  public var maxTypicalWidthS = 0.4
  /// Time before a burst's peak in which no impact may lie, in s.
  public var clearanceBeforeS = 0.1
  /// Time after a burst's peak in which no impact may lie, in s.
  public var clearanceAfterS = 0.15
  /// Time around a hit, and around a stronger burst, in which a burst does not count, in s.
  public var refractoryS = 0.3
  /// A burst this close to a faster burst in the opposite direction is its backswing or recovery, in s: see
  /// `BurstCheck`.
  public var recoveryS = 0.8
  /// The rules for the peak of a swing; duration and rotation are measured up to the peak.
  public var judge = SwingJudge(bounds: SwingBounds(duration: 0.02...1.2, rotation: 0.1...7))

  /// Makes a detector with the defaults that ``AirSwingDetector`` describes.
  public init() {}

  /// Finds swings without a clear impact, and rejected bursts.
  ///
  /// Bursts below `minRate`, and those near an impact, are not candidates at all.
  /// - Parameters:
  ///   - rotation: the rotation along gravity, in rad/s.
  ///   - found: all impacts of the recording, whether they became swings or not; weak ones may be included.
  ///   - hits: swings with an impact, used as a reference and kept apart from bursts.
  /// - Throws: errors from reading `rotation`.
  public func swings(
    in rotation: any Signal, impacts found: ImpactDetector.Found, hits: [Swing]
  ) throws -> SwingCandidates {
    // If the clock went back, the order of the samples is not that of the times.
    let impacts = found.impacts.sorted { $0.time < $1.time }
    let weak = found.weak.sorted { $0.time < $1.time }
    let near = Neighbours(impacts: impacts, weak: weak, hits: hits.compactMap { $0.impact == nil ? nil : span(of: $0) })
    let telling = telling(rateHz: rotation.timeBase.rate)
    let bursts = try InOrder.map(finder.peaks(in: rotation)) { _, peak in
      let burst = PeakStream.Found(peak: peak, time: try rotation.timeBase.time(at: peak.index))
      return try record(of: burst, near: near, rotation: rotation, telling)
    }
    let hits = try InOrder.map(hits.filter { $0.impact != nil }) { _, hit in
      (hit, try hit.facts.measures?.lobe ?? RotationLobe(of: hit, in: rotation))
    }
    return decided(BurstRecords(bursts), hits: hits.map(\.0), lobes: hits.compactMap(\.1))
  }

  /// Finds bursts: all peaks of the rotation of at least `minRate`.
  var finder: PeakFinder { PeakFinder(rotationFrom: minRate) }

  /// The impacts and hits around bursts, in order of time.
  struct Neighbours: Sendable {
    /// Impacts.
    var impacts: [Impact] = []
    /// Weak impacts.
    var weak: [Impact] = []
    /// The time around each impact that its swing may cover, taken separately: a superset of the hits' final
    /// times.
    var hits: [ClosedRange<Double>] = []
  }

  /// The times at which a burst belongs to a hit, in s.
  func span(of hit: Swing) -> ClosedRange<Double> {
    min(hit.startTime, hit.anchorTime - refractoryS)...hit.anchorTime + refractoryS
  }

  /// Measures everything about a burst that any decision needs.
  ///
  /// A lobe has several peaks if the rate is rough. The highest one decides whether it is a swing: lower ones count
  /// only if an impact or a hit's swing takes the highest, and are judged only then, which saves most of the time.
  /// - Throws: errors from reading `rotation`.
  func record(
    of burst: PeakStream.Found, near: Neighbours, rotation: any Signal, _ telling: SwingJudge.Telling
  ) throws -> BurstRecord {
    var top = burst.peak.index...burst.peak.index
    var record = BurstRecord(lobe: try RotationLobe(around: burst.peak.index, in: rotation, top: &top))
    record.hasImpact = hasImpact(burst.time, near)
    guard !record.hasImpact else { return record }
    let touching = self.near(burst.time, among: near.weak)
    record.isTouched = !touching.isEmpty
    if let summit = try summit(of: top, above: burst.peak, in: rotation) {
      let time = try rotation.timeBase.time(at: summit)
      guard hasImpact(time, near) || near.hits.contains(where: { $0.contains(time) }) else { return record }
    }
    record.judged = try judged(
      record.lobe, by: touching.max { abs($0.peak) < abs($1.peak) }, rotation: rotation, telling)
    return record
  }

  /// The verdicts on the bursts.
  func telling(rateHz: Double) -> SwingJudge.Telling {
    var judge = judge
    judge.finder.minPeakRate = minRate
    return SwingJudge.Telling(judge, rateHz: rateHz)
  }

  private func hasImpact(_ time: Double, _ near: Neighbours) -> Bool { !self.near(time, among: near.impacts).isEmpty }

  /// The highest sample of the lobe that contains a lower peak, less than the refractory period away; nil if the
  /// peak is the highest.
  ///
  /// - Parameter top: the lobe's samples above half of the peak.
  private func summit(of top: ClosedRange<Int>, above peak: Peak, in rotation: any Signal) throws -> Int? {
    let reach = Int(clamping: (refractoryS * rotation.timeBase.rate).rounded(.down))
    let first = max(top.lowerBound, peak.index - min(reach, peak.index))
    let last = min(top.upperBound, peak.index + min(reach, top.upperBound - peak.index))
    let place = peak.index - first
    var highest = place
    try rotation.visit(first..<last + 1) { rates in
      let sign: Float = peak.value < 0 ? -1 : 1
      rates.withUnsafeBufferPointer { rates in
        var height = sign * peak.value
        // From the peak outwards, so that the nearest of equal ones is found.
        for index in stride(from: place - 1, through: 0, by: -1) where sign * rates[index] > height {
          (highest, height) = (index, sign * rates[index])
        }
        for index in place + 1..<max(place + 1, rates.count) where sign * rates[index] > height {
          (highest, height) = (index, sign * rates[index])
        }
      }
    }
    return highest == place ? nil : first + highest
  }

  /// Judges a burst by itself: from its weak impact, if that ends a swing, or else from its peak.
  private func judged(
    _ lobe: RotationLobe, by weak: Impact?, rotation: any Signal, _ telling: SwingJudge.Telling
  ) throws -> JudgedCandidate {
    let judge = telling.judge
    var candidate = SwingJudge.Candidate(kind: .airSwing, time: lobe.time, end: lobe.sample + 1, impact: nil)
    let atPeak = candidate
    if let weak {
      candidate.impact = SharedValue(weak)
      candidate.time = weak.time
      candidate.end = try rotation.timeBase.firstIndex(atOrAfter: weak.time)
      if case .swing(var swing) = try judge.judged(candidate, rotation: rotation, telling) {
        swing.facts.burstSample = lobe.sample
        return .swing(swing)
      }
    }
    return try judge.judged(atPeak, rotation: rotation, telling)
  }

  /// The impacts near the peak of a burst; `impacts` are in order of time.
  private func near(_ time: Double, among impacts: [Impact]) -> ArraySlice<Impact> {
    let first = partitionPoint(impacts.indices) { impacts[$0].time < time - clearanceBeforeS }
    return impacts[first...].prefix { $0.time <= time + clearanceAfterS }
  }
}
