import Signals

/// The highest rate of a swing, whether it comes before or after its impact, and the start searched from there.
struct HighestRate: Hashable, Sendable {
  /// The time of its sample, in s.
  var time: Double
  /// The start.
  var start: SwingStartFinder.Start
}

extension Swing {
  /// How long after an impact the rate of its swing may still rise, in s: an impact that lies further before a burst is
  /// not part of it either.
  static let riseAfterImpactS = 0.1

  /// The swing for a label: a miss has no contact.
  ///
  /// - Parameter highestRate: gives the highest rate of a miss with an impact; nil if unknown.
  func `as`(_ label: SwingLabel, highestRate: (Swing) throws -> HighestRate?) rethrows -> Swing {
    label == .hit || impact == nil ? self : inTheAir(anchoredAt: try highestRate(self))
  }

  /// The same swing without contact: without its impact, and anchored at its highest rate, from which its start is
  /// searched again.
  ///
  /// - Parameter highest: the highest rate; nil to use the highest one shortly before the impact.
  func inTheAir(anchoredAt highest: HighestRate?) -> Swing {
    var facts = facts
    facts.history = SwingHistory(asJudged: unmeasured)
    facts.impact = nil
    guard let highest else {
      facts.anchorTime = peakTime
      facts.accumulatedRotation = rotationToPeak
      return Swing(facts)
    }
    let start = highest.start
    (facts.startTime, facts.anchorTime, facts.rateThreshold) = (start.time, highest.time, start.rateThreshold)
    (facts.peakRate, facts.peakTime) = (start.peakRate, start.peakTime)
    (facts.accumulatedRotation, facts.rotationToPeak) = (start.accumulatedRotation, start.rotationToPeak)
    return Swing(facts)
  }

  /// The highest rate of a swing with an impact; nil if no start is found from there, or nothing has judged the swing.
  /// - Throws: errors from reading `rotation`.
  func highestRate(in rotation: any Signal) throws -> HighestRate? {
    guard let finder = facts.history.judge?.judge.finder,
      let sample = try facts.burstSample ?? highestSample(in: rotation)
    else { return nil }
    let time = try rotation.timeBase.time(at: sample)
    guard case .found(let start) = try finder.start(before: sample + 1, at: time, in: rotation) else { return nil }
    return HighestRate(time: time, start: start)
  }

  /// The sample with the highest rate in the swing's direction, from its start until it ends after the impact, or the
  /// samples do; nil without any.
  private func highestSample(in rotation: any Signal) throws -> Int? {
    let timeBase = rotation.timeBase
    let range = try timeBase.indices(in: startTime...anchorTime + Self.riseAfterImpactS)
    guard !range.isEmpty else { return nil }
    let swing = range.clamped(to: timeBase.segment(containing: range.lowerBound).samples)
    let impact = try timeBase.firstIndex(atOrAfter: anchorTime) - swing.lowerBound
    let sign: Double = peakRate < 0 ? -1 : 1
    var highest: (place: Int, rate: Double)?
    try rotation.visit(swing) { rates in
      for place in rates.indices where rates[place].isFinite {
        let rate = sign * Double(rates[place])
        if place >= impact, rate < rateThreshold { break }
        if rate > highest?.rate ?? -.infinity { highest = (place, rate) }
      }
    }
    return highest.map { swing.lowerBound + $0.place }
  }
}
