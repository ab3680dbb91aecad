import SPSignals

/// The highest rate of a swing, whether it comes before or after its impact, and the start searched from there.
struct HighestRate: Hashable, Sendable {
  /// The time of its sample, in s.
  var time: Double
  /// The start.
  var start: SwingStartFinder.Start

  /// How long after an impact the rate of its swing may still rise, in s. An impact that comes longer before a burst is
  /// not part of the burst either.
  static let riseAfterImpactS = 0.1

  /// Finds the highest rate of a swing with an impact; nil if no start is found from there, or the swing was not
  /// judged.
  /// - Throws: errors from reading the signals.
  init?(of candidate: SwingCandidate, in motion: MotionSignals) throws {
    guard case .found(let start, let judge?) = candidate.start else { return nil }
    let rotation = try candidate.rotation(in: motion)
    // A burst's own peak, or the highest rate of a swing detected from its impact.
    let peak = candidate.kind == .airSwing ? candidate.lobe?.sample : nil
    guard let sample = try peak ?? Self.highestSample(start, candidate.anchorTime, in: rotation) else { return nil }
    time = try rotation.timeBase.time(at: sample)
    guard case .found(var found) = try judge.judge.finder.start(before: sample + 1, at: time, in: rotation) else {
      return nil
    }
    if candidate.turnsAside {
      try found.measureAlongGravity(before: sample + 1, until: time, in: motion.rotationAlongGravity())
    }
    self.start = found
  }

  /// The sample with the highest rate in the swing's direction, from its start until the rate falls below the threshold
  /// after the impact, or the samples end; nil without samples.
  private static func highestSample(
    _ start: SwingStartFinder.Start, _ anchorTime: Double, in rotation: any Signal
  ) throws -> Int? {
    let timeBase = rotation.timeBase
    let range = try timeBase.indices(in: start.time...anchorTime + riseAfterImpactS)
    guard !range.isEmpty else { return nil }
    let swing = range.clamped(to: timeBase.segment(containing: range.lowerBound).samples)
    let impact = try timeBase.firstIndex(atOrAfter: anchorTime) - swing.lowerBound
    let sign: Double = start.peakRate < 0 ? -1 : 1
    var highest: (place: Int, rate: Double)?
    try rotation.visit(swing) { rates in
      for place in rates.indices where rates[place].isFinite {
        let rate = sign * Double(rates[place])
        if place >= impact, rate < start.rateThreshold { break }
        if rate > highest?.rate ?? -.infinity { highest = (place, rate) }
      }
    }
    return highest.map { swing.lowerBound + $0.place }
  }
}
