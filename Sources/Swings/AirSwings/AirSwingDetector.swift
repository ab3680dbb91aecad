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
  ) throws -> DecidedSwings {
    var near = Neighbours()
    // If the clock went back, the order of the samples is not that of the times.
    near.impacts = found.impacts.sorted { $0.time < $1.time }
    near.weak = found.weak.sorted { $0.time < $1.time }
    let hits = try InOrder.map(hits.filter { $0.impact != nil }) { _, hit in
      var hit = hit
      hit.candidate.lobe = try hit.candidate.lobe ?? RotationLobe(of: hit.candidate, in: rotation)
      return hit
    }
    near.hits = hits.map { span(of: $0.candidate) }
    let applied = applied(rateHz: rotation.timeBase.rate)
    let bursts = try InOrder.map(finder.peaks(in: rotation)) { [near] _, peak in
      let burst = PeakStream.Found(peak: peak, time: try rotation.timeBase.time(at: peak.index))
      return try candidate(of: burst, near: near, rotation: rotation, applied)
    }
    let found = SwingDecision.airSwings(self).decide(bursts, after: DecidedSwings(swings: hits))
    return DecidedSwings(swings: found.swings.filter { $0.candidate.kind == .airSwing }, rejected: found.rejected)
  }

  /// Finds bursts: all peaks of the rotation of at least `minRate`.
  var finder: PeakFinder { PeakFinder(rotationFrom: minRate) }

  /// The verdicts on the bursts.
  func applied(rateHz: Double) -> AppliedJudge {
    var judge = judge
    judge.finder.minPeakRate = minRate
    return AppliedJudge(judge, rateHz: rateHz)
  }

  /// The impacts and hits around bursts, in order of time.
  struct Neighbours: Sendable {
    /// Impacts.
    var impacts: [Impact] = []
    /// Weak impacts.
    var weak: [Impact] = []
    /// The time around each impact that its swing may cover, taken separately: a superset of the hits' final
    /// times.
    var hits: [ClosedRange<Double>] = []

    /// Adds an impact, in order of time.
    static func insert(_ impact: Impact, into list: inout [Impact]) {
      list.insert(impact, at: partitionPoint(list.indices) { list[$0].time <= impact.time })
    }

    /// Drops what is before a time, in s.
    mutating func drop(before time: Double) {
      impacts.removeFirst(partitionPoint(impacts.indices) { impacts[$0].time < time })
      weak.removeFirst(partitionPoint(weak.indices) { weak[$0].time < time })
      hits.removeAll { $0.upperBound < time }
    }
  }

  /// The times at which a burst belongs to a hit, in s.
  func span(of hit: SwingCandidate) -> ClosedRange<Double> {
    let anchor = hit.anchorTime
    return min(hit.found?.time ?? anchor, anchor - refractoryS)...anchor + refractoryS
  }

  /// Measures everything about a burst that any decision needs.
  ///
  /// A lobe has several peaks if the rate is rough. The highest one decides whether it is a swing: lower ones count
  /// only if an impact or a hit's swing takes the highest, and are judged only then, which saves most of the time.
  /// - Throws: errors from reading `rotation`.
  func candidate(
    of burst: PeakStream.Found, near: Neighbours, rotation: any Signal, _ applied: AppliedJudge
  ) throws -> SwingCandidate {
    var top = burst.peak.index...burst.peak.index
    var candidate = SwingCandidate(try RotationLobe(around: burst.peak.index, in: rotation, top: &top))
    candidate.isClaimed = hasImpact(burst.time, near)
    guard !candidate.isClaimed else { return candidate }
    let touching = self.near(burst.time, among: near.weak)
    candidate.isTouched = !touching.isEmpty
    if let summit = try summit(of: top, above: burst.peak, in: rotation) {
      let time = try rotation.timeBase.time(at: summit)
      guard hasImpact(time, near) || near.hits.contains(where: { $0.contains(time) }) else { return candidate }
    }
    try judge(&candidate, by: touching.max { abs($0.peak) < abs($1.peak) }, rotation: rotation, applied)
    return candidate
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
  private func judge(
    _ candidate: inout SwingCandidate, by weak: Impact?, rotation: any Signal, _ applied: AppliedJudge
  ) throws {
    let finder = applied.judge.finder
    if let weak {
      candidate.impact = weak
      let end = try rotation.timeBase.firstIndex(atOrAfter: weak.time)
      candidate.start = applied.start(try finder.start(before: end, at: weak.time, in: rotation))
      guard !candidate.isSwing else { return }
      candidate.impact = nil
    }
    guard let lobe = candidate.lobe else { return }
    candidate.start = applied.start(try finder.start(before: lobe.sample + 1, at: lobe.time, in: rotation))
  }

  /// The impacts near the peak of a burst; `impacts` are in order of time.
  private func near(_ time: Double, among impacts: [Impact]) -> ArraySlice<Impact> {
    let first = partitionPoint(impacts.indices) { impacts[$0].time < time - clearanceBeforeS }
    return impacts[first...].prefix { $0.time <= time + clearanceAfterS }
  }
}

/// The pace of swings that follow one another regularly, as in a rally or with a ball machine.
///
/// A swing is due one period after the last. A burst at that time, with the next swing one period later, is a swing
/// even if it is less like the others, such as one slowed or stopped because the ball is out of reach.
struct RallyPace: Hashable, Sendable {
  /// The median time from one swing to the next, in s.
  let periodS: Double
  private let moments: [Double]

  /// The least number of swings to determine a pace.
  static let minSwings = 6
  /// In a regular rally this fraction of the intervals between swings is within the tolerance of their median, a
  /// fraction of it.
  static let regular = (fraction: 0.5, tolerance: 0.15)
  /// How far a burst may be from the time at which it is due, as a fraction of the period.
  static let tolerance = 0.1
  /// Factor by which a burst that is due may exceed the largest difference of other bursts.
  ///
  /// Of 384 real misses that were slowed, weakened or stopped by computation, 20 differ by more than 2.5; of these 15
  /// are within 1.6 times that and at their time. In 134 other recordings, of which 19 have a pace, the factor admits
  /// no false swing.
  static let widening = 1.6

  /// Determines the pace of swings from their times, in s and in order.
  ///
  /// - Returns: nil if they are too few or irregular.
  init?(_ moments: [Double]) {
    guard moments.count >= Self.minSwings else { return nil }
    let intervals = zip(moments.dropFirst(), moments).map { $0 - $1 }
    let period = Statistics.median(intervals)
    let near = intervals.count { abs($0 - period) < Self.regular.tolerance * period }
    guard period > 0, Double(near) >= Self.regular.fraction * Double(intervals.count) else { return nil }
    periodS = period
    self.moments = moments
  }

  /// Whether the previous and the next swing are each one period away from a time.
  func isDue(at time: Double) -> Bool {
    let next = partitionPoint(moments.indices) { moments[$0] < time }
    guard next > 0, next < moments.count else { return false }
    func isOnePeriod(_ interval: Double) -> Bool { abs(interval - periodS) <= Self.tolerance * periodS }
    return isOnePeriod(time - moments[next - 1]) && isOnePeriod(moments[next] - time)
  }
}
