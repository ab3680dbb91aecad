import Parallel
import Signals

extension AirSwingDetector {
  /// Decides the recording's bursts by comparing them with each other and with its hits.
  ///
  /// - Parameters:
  ///   - bursts: the bursts judged by themselves, in the order of the samples.
  ///   - hits: swings with an impact, which bursts are kept apart from.
  ///   - lobes: the lobes of the hits, for the reference.
  func decided(_ bursts: BurstRecords, hits: [Swing], lobes: [RotationLobe]) -> SwingCandidates {
    let hits = hits.inOrder
    // By position, as records are expensive to copy. Lists of a day's are dropped as soon as they are used.
    var free = bursts.indices.filter { !bursts[$0].hasImpact && !isClaimed(bursts[$0].lobe.time, by: hits) }
    guard let reference = reference(lobes, bursts, free: free) else { return SwingCandidates() }
    let measure = BurstCheck.Measure(reference, maxDifference: maxDifference)
    @Sendable func check(_ place: BurstRecords.Place, isDue: Bool) -> BurstCheck {
      BurstCheck(bursts[place].lobe, measure, isDue: isDue) { fasterOppositeBurst(place, bursts) }
    }
    var found = SwingCandidates()
    /// Adds the highest of those that pass; the others remain.
    func addPassed(of places: [BurstRecords.Place], areDue: Bool) -> [BurstRecords.Place] {
      // A cancelled run ends before its next stage. A day has too many bursts to keep all checks.
      let hasPassed =
        (try? InOrder.map(places, blocksOf: 512) { _, place in check(place, isDue: areDue).passed })
        ?? places.map { check($0, isDue: areDue).passed }
      let kept = highest(of: zip(places, hasPassed).compactMap { $1 ? $0 : nil }, bursts)
      found.swings.reserveCapacity(found.swings.count + kept.count)
      for place in kept { found.add(bursts.judged(place), like: check(place, isDue: areDue)) }
      return zip(places, hasPassed).compactMap { $1 ? nil : $0 }
    }
    var others = addPassed(of: free, areDue: false)
    free = []
    var due: Set<BurstRecords.Place> = []
    if let pace = RallyPace((hits.map(\.anchorTime) + found.swings.map(\.anchorTime)).sorted()) {
      // The difference of a burst that is not due is unchanged.
      let places = others.filter { pace.isDue(at: bursts[$0].lobe.time) }
      let left = Set(addPassed(of: places, areDue: true))
      due = Set(places)
      others.removeAll { due.contains($0) && !left.contains($0) }
    }
    let unlike = highest(of: others, bursts)
    others = []
    found.rejected.reserveCapacity(found.rejected.count + unlike.count)
    for place in unlike {
      found.rejected.append(RejectedCandidate(unlike: check(place, isDue: due.contains(place))))
    }
    found.swings.sort { $0.anchorTime < $1.anchorTime }
    found.rejected.sort { $0.time < $1.time }
    return found
  }

  /// The nearest burst within the time of a recovery that is faster and turns in the opposite direction, in s from
  /// it.
  private func fasterOppositeBurst(_ place: BurstRecords.Place, _ bursts: BurstRecords) -> Double? {
    let lobe = bursts[place].lobe
    var nearest: Double?
    for step: BurstRecords.Place in [-1, 1] {
      var other = place + step
      while bursts.indices.contains(other), abs(bursts[other].lobe.time - lobe.time) <= recoveryS {
        let rate = bursts[other].lobe.peakRate
        let distance = bursts[other].lobe.time - lobe.time
        if (rate < 0) != (lobe.peakRate < 0), abs(rate) > abs(lobe.peakRate), abs(distance) < abs(nearest ?? .infinity)
        {
          nearest = distance
        }
        other += step
      }
    }
    return nearest
  }

  /// The positions of the highest bursts among some, in order, none within the refractory period of another.
  private func highest(
    of places: some Collection<BurstRecords.Place>, _ bursts: BurstRecords
  ) -> [BurstRecords.Place] {
    let places = Array(places)
    var highest: [BurstRecords.Place] = []
    // Suppression identifies peaks by numbers, which here are positions.
    PeakFinder.forEachHighest(of: places.count, within: refractoryS) { place in
      let lobe = bursts[places[place]].lobe
      let peak = Peak(index: Int(places[place]), value: Float(lobe.peakRate), threshold: 0, noiseSigma: 0)
      return PeakStream.Found(peak: peak, time: lobe.time)
    } body: {
      highest.append(BurstRecords.Place($0.index))
    }
    return highest
  }

  /// The reference for bursts: the recording's hits, other recordings, or its strongest bursts; nil if it has no
  /// swings.
  ///
  /// A direction without hits but with bursts near weak impacts is that of a side whose contacts are all weak.
  private func reference(
    _ hits: [RotationLobe], _ bursts: BurstRecords, free: [BurstRecords.Place]
  ) -> SwingReference? {
    func separate(_ places: some Collection<BurstRecords.Place>) -> [RotationLobe] {
      highest(of: places, bursts).map { bursts[$0].lobe }
    }
    if var learned = SwingReference.learned(from: hits, minCount: minHits) {
      learned.open(with: separate(free.filter { bursts[$0].isTouched }))
      let isKnown = self.learned.map { learned.open(with: $0) } ?? false
      if turnsInEitherDirection, !isKnown { learned.openOtherWay() }
      return learned
    }
    if let learned { return learned }
    return SwingReference.guessed(
      from: separate(bursts.indices), minRate: minTypicalRate, maxWidthS: maxTypicalWidthS)
  }

  /// Whether a burst at this time is part of a hit's swing.
  private func isClaimed(_ time: Double, by hits: [Swing]) -> Bool {
    // The swing that ends next contains the burst, or the previous one is still rotating.
    let swing = partitionPoint(hits.indices) { hits[$0].anchorTime < time }
    if swing < hits.count, min(hits[swing].startTime, hits[swing].anchorTime - refractoryS) <= time { return true }
    return swing > 0 && time - hits[swing - 1].anchorTime < refractoryS
  }
}

extension [Swing] {
  /// The swings by their anchors. Mostly they come so, and are not copied: a day's take much memory.
  fileprivate var inOrder: [Swing] {
    let isOrdered = indices.dropFirst().allSatisfy { self[$0 - 1].anchorTime <= self[$0].anchorTime }
    return isOrdered ? self : sorted { $0.anchorTime < $1.anchorTime }
  }
}

extension SwingCandidates {
  /// Adds a burst that resembles the recording's swings, with the checks of the comparison before the others.
  fileprivate mutating func add(_ judged: JudgedCandidate?, like check: BurstCheck) {
    switch judged {
    case .swing(let swing):
      var facts = swing.facts
      facts.comparedWith = check.origin
      facts.history.burst = check
      swings.append(Swing(facts))
    case .rejected(let candidate):
      rejected.append(candidate.telling { check.checks + candidate.checks })
    case nil: break
    }
  }
}
