import SPSignals

/// Decides whether a recording contains play, and finds its swings without a clear impact: bursts of rotation that
/// resemble the recording's other swings.
///
/// Without evidence of play, see ``PlayEvidence``, nothing is a swing, not even a movement with an impact.
///
/// A burst is the highest peak of a lobe, see ``RotationLobe``. The lobe is one of the rotation along gravity, or of
/// the total rotation if the wrist hardly turns along gravity. A miss has no impact to search back from, so its anchor
/// is the peak of the rate. Backswings, recoveries, walking and checked swings rotate too: a burst counts if it repeats
/// the recording's strokes, or is similar to its hits in its direction, see `SwingLikeness`. If hits are too few to
/// exclude swings in the opposite direction, bursts in that direction are compared with the hits or with swings of
/// other recordings.
///
/// A burst with a weak impact near its peak becomes a swing with that impact; the classifier decides whether it
/// was a contact.
public struct AirSwingDetector: Hashable, Sendable {
  /// Smallest peak rate of a burst, in rad/s.
  public var minRate = 3.0
  /// Largest difference from the recording's swings, see `SwingLikeness` and `SwingReference.difference(of:)`.
  public var maxDifference = 2.5
  /// The least number of hits to use as a reference.
  public var minHits = 3
  /// Whether the user says that the recording is practice, so that it needs no other evidence of play.
  public var isPractice = false
  /// The model that gives the probability of a stroke.
  public var model = SwingModel.standard
  /// Smallest probability of a stroke of a burst that becomes a swing.
  public var minProbability = 0.05
  /// Whether a player's swings turn in either direction: then few hits in one direction do not exclude misses in the
  /// opposite direction.
  public var turnsInEitherDirection = false
  /// A reference for the subject's swings from other recordings, see `LearnedSwings.reference(subjectID:sport:)`: it
  /// replaces hits if there are fewer than `minHits`, and allows a direction that few hits do not show.
  public var learned: SwingReference?
  /// Time before a burst's peak in which no impact may lie, in s.
  public var clearanceBeforeS = 0.1
  /// Time after a burst's peak in which no impact may lie, in s.
  public var clearanceAfterS = 0.15
  /// Time around a hit, and around a stronger burst, in which another burst does not count, in s.
  public var refractoryS = 0.3
  /// A burst this close to a faster burst in the opposite direction is its backswing or recovery, in s: see
  /// `BurstCheck`.
  public var recoveryS = StrokePattern.recoveryS
  /// The rules for the peak of a swing; duration and rotation are measured up to the peak.
  public var judge = SwingJudge(bounds: SwingBounds(duration: 0.02...1.2, rotation: 0.1...7))

  /// Makes a detector with the defaults that ``AirSwingDetector`` describes.
  public init() {}

  /// Finds the swings of a recording, and rejected candidates.
  ///
  /// Bursts below `minRate`, and those near an impact, are not candidates at all.
  /// - Parameters:
  ///   - motion: The device motion.
  ///   - found: All impacts of the recording, whether they became swings or not. Weak impacts may be included.
  ///   - hits: Swings with an impact, used as a reference and kept apart from bursts.
  /// - Throws: errors from reading `motion`.
  public func swings(
    in motion: MotionSignals, impacts found: ImpactDetector.Found, hits: [Swing]
  ) throws -> DecidedSwings {
    let measured = try candidates(in: motion, impacts: found, hits: hits)
    return SwingDecision.airSwings(self).decide(measured.bursts, after: DecidedSwings(swings: measured.hits))
  }

  /// Measures the bursts of a recording, and the lobes of its hits.
  func candidates(
    in motion: MotionSignals, impacts found: ImpactDetector.Found, hits: [Swing]
  ) throws -> (bursts: [SwingCandidate], hits: [Swing]) {
    let rotation = try motion.rotationAlongGravity()
    var near = Neighbours()
    // If the clock went back, the samples are not in the order of their times.
    near.impacts = found.impacts.sorted { $0.time < $1.time }
    near.weak = found.weak.sorted { $0.time < $1.time }
    let hits = try InOrder.map(hits.filter { $0.impact != nil }) { _, hit in
      var hit = hit
      if !hit.candidate.turnsAside {
        hit.candidate.lobe = try hit.candidate.lobe ?? RotationLobe(of: hit.candidate, in: rotation)
      }
      return hit
    }
    near.hits = hits.map { span(of: $0.candidate) }
    let judges = judges(rateHz: rotation.timeBase.rate)
    var bursts = try finder.peaks(in: rotation).map { ($0, turnsAside: false) }
    if judge.countsTotalRotation { bursts += try asideFinder.peaks(in: motion.total).map { ($0, turnsAside: true) } }
    let candidates = try InOrder.map(bursts) { [near] _, burst -> SwingCandidate? in
      let found = PeakStream.Found(peak: burst.0, time: try rotation.timeBase.time(at: burst.0.index))
      return try candidate(of: Burst(found, turnsAside: burst.turnsAside), near: near, motion, judges)
    }
    return (candidates.compactMap(\.self).sorted { $0.sample < $1.sample }, hits)
  }

  /// A peak of the rotation.
  struct Burst: Sendable {
    var peak: Peak
    var time: Double
    /// Whether it is a peak of the total rotation.
    var turnsAside: Bool

    init(_ found: PeakStream.Found, turnsAside: Bool) {
      (peak, time, self.turnsAside) = (found.peak, found.time, turnsAside)
    }
  }

  /// Finds bursts: all peaks of the rotation along gravity of at least `minRate`.
  var finder: PeakFinder { PeakFinder(rotationFrom: minRate) }

  /// Finds peaks of the total rotation.
  var asideFinder: PeakFinder { PeakFinder(rotationFrom: max(minRate, SwingJudges.minTotalBurstRate)) }

  /// The verdicts on the bursts.
  func judges(rateHz: Double) -> SwingJudges {
    var judge = judge
    judge.finder.minPeakRate = minRate
    return SwingJudges(judge, rateHz: rateHz, minTotalRate: SwingJudges.minTotalBurstRate)
  }

  /// The impacts and hits around bursts, in order of time.
  struct Neighbours: Sendable {
    /// Impacts.
    var impacts: [Impact] = []
    /// Weak impacts.
    var weak: [Impact] = []
    /// The time around each impact that its swing may cover, for each impact by itself: a superset of the times of the
    /// final hits.
    var hits: [ClosedRange<Double>] = []

    /// Adds an impact, in order of time.
    static func insert(_ impact: Impact, into list: inout [Impact]) {
      list.insert(impact, at: partitionPoint(list.indices) { list[$0].time <= impact.time })
    }

    /// Drops impacts and hits before a time, in s.
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
  /// A lobe has several peaks if the rate is rough. The highest peak decides whether it is a swing. Lower peaks count
  /// only if an impact or a hit's swing contains the highest peak. They are judged only in that case, which saves most
  /// of the time.
  /// - Returns: nil for a peak of the total rotation that belongs to a burst along gravity.
  /// - Throws: errors from reading the signals.
  func candidate(
    of burst: Burst, near: Neighbours, _ motion: MotionSignals, _ judges: SwingJudges
  ) throws -> SwingCandidate? {
    let along = try motion.rotationAlongGravity()
    if burst.turnsAside, try hasBurst(beside: burst, in: along) { return nil }
    let rotation = burst.turnsAside ? motion.total : along
    var top = burst.peak.index...burst.peak.index
    var candidate = SwingCandidate(try RotationLobe(around: burst.peak.index, in: rotation, top: &top))
    candidate.turnsAside = burst.turnsAside
    candidate.stroke = try StrokeMotion(
      at: nil, peakIn: burst.time - StrokeMotion.nearBurstS...burst.time + StrokeMotion.nearBurstS, motion)
    candidate.isClaimed = hasImpact(burst.time, near)
    guard !candidate.isClaimed else { return candidate }
    let touching = self.near(burst.time, among: near.weak)
    candidate.isTouched = !touching.isEmpty
    if let summit = try summit(of: top, above: burst.peak, in: rotation) {
      let time = try rotation.timeBase.time(at: summit)
      guard hasImpact(time, near) || near.hits.contains(where: { $0.contains(time) }) else { return candidate }
    }
    try judge(&candidate, by: touching.max { abs($0.peak) < abs($1.peak) }, motion, judges)
    return candidate
  }

  /// Whether the rotation along gravity has a burst near a peak of the total rotation: both are the same movement.
  private func hasBurst(beside burst: Burst, in along: any Signal) throws -> Bool {
    let timeBase = along.timeBase
    let near = StrokeMotion.nearBurstS
    let segment = timeBase.segment(containing: burst.peak.index).samples
    let range = try timeBase.indices(in: burst.time - near...burst.time + near, around: burst.peak.index)
      .clamped(to: segment)
    var found = false
    try along.visit(range) { rates in
      guard rates.count > 2 else { return }
      for place in 1..<rates.count - 1 where abs(rates[place]) >= Float(minRate) {
        let sign: Float = rates[place] < 0 ? -1 : 1
        found =
          found || (sign * rates[place - 1] < sign * rates[place] && sign * rates[place + 1] <= sign * rates[place])
      }
    }
    return found
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
        // From the peak outwards, so that the nearest of equal samples is found.
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
    _ candidate: inout SwingCandidate, by weak: Impact?, _ motion: MotionSignals, _ judges: SwingJudges
  ) throws {
    let (isAside, timeBase) = (candidate.turnsAside, motion.total.timeBase)
    if let weak {
      candidate.impact = weak
      let end = try timeBase.firstIndex(atOrAfter: weak.time)
      try judges.judge(&candidate, before: end, at: weak.time, motion, startsAside: isAside)
      guard !candidate.isSwing else { return }
      candidate.impact = nil
    }
    guard let lobe = candidate.lobe else { return }
    candidate.turnsAside = isAside
    try judges.judge(&candidate, before: lobe.sample + 1, at: lobe.time, motion, startsAside: isAside)
  }

  /// The impacts near the peak of a burst; `impacts` are in order of time.
  private func near(_ time: Double, among impacts: [Impact]) -> ArraySlice<Impact> {
    let first = partitionPoint(impacts.indices) { impacts[$0].time < time - clearanceBeforeS }
    return impacts[first...].prefix { $0.time <= time + clearanceAfterS }
  }
}

/// The pace of swings that follow one another regularly, as in a rally or with a ball machine.
///
/// A swing is due one period after the previous swing. A burst at that time, with the next swing one period later, may
/// be a swing even if it is less similar to the recording's swings. An example is a swing that is slowed or stopped
/// because the ball is out of reach.
struct RallyPace: Hashable, Sendable {
  /// The median time from one swing to the next, in s.
  let periodS: Double
  private let moments: [Double]

  /// The least number of swings to determine a pace.
  static let minSwings = 6
  /// In a regular rally, at least `fraction` of the intervals between swings are near their median. `tolerance` is the
  /// largest difference from the median, as a fraction of it.
  static let regular = (fraction: 0.5, tolerance: 0.15)
  /// How far a burst may be from the time at which it is due, as a fraction of the period.
  static let tolerance = 0.1
  /// Factor by which a burst that is due may exceed the largest difference of other bursts.
  ///
  /// Of 384 real misses that were slowed, weakened or stopped by computation, 20 differ by more than 2.5. Of these 20,
  /// 15 are due and differ by at most 1.6 times 2.5. In 134 other recordings, of which 19 have a pace, the factor
  /// admits no false swing.
  static let widening = 1.6

  /// Determines the pace of swings from their times, in s and in order.
  ///
  /// - Returns: nil if the swings are too few or irregular.
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
