import SPSignals

/// The swings of a recording, as far as they are decided.
public struct DecidedSwings: Hashable, Sendable {
  /// Swings, with and without an impact, by time.
  public var swings: [Swing]
  /// Candidates that were rejected, by time.
  public var rejected: [RejectedCandidate]
  /// The swings with a label, hit or miss, by time.
  public var labelled: [LabelledSwing]
  /// The evidence that the recording contains play; nil if no stage looked for it.
  public var evidence: PlayEvidence?
  /// Movements that would be swings with evidence of play, by time; empty with evidence.
  public var possible: [PossibleStroke] = []

  /// Makes a result.
  public init(swings: [Swing] = [], rejected: [RejectedCandidate] = [], labelled: [LabelledSwing] = []) {
    (self.swings, self.rejected, self.labelled) = (swings, rejected, labelled)
  }
}

/// A decision about the candidates of a recording: which are swings, and which of these hit the ball.
///
/// A decision compares candidates with each other, so it needs all candidates of the recording. It depends only on
/// their records. Stages, `findSwings`, live streams and evaluations all decide here.
package enum SwingDecision: Sendable {
  /// Impacts become swings.
  case starts(SwingStartDetector)
  /// Bursts of rotation without a clear impact become swings.
  case airSwings(AirSwingDetector)
  /// Swings are called hits or misses.
  case hitMiss(HitMissClassifier)

  /// Decides about candidates.
  ///
  /// - Parameters:
  ///   - candidates: the impacts, or the bursts, in the order of their samples. Labels ignore them, as each swing holds
  ///     its own measurements.
  ///   - earlier: the result of the previous decision.
  /// - Returns: the earlier result, with the decision applied.
  package func decide(_ candidates: [SwingCandidate], after earlier: DecidedSwings = DecidedSwings()) -> DecidedSwings {
    decide(Chunks(candidates), after: earlier)
  }

  func decide(_ candidates: Chunks<SwingCandidate> = Chunks(), after earlier: DecidedSwings) -> DecidedSwings {
    switch self {
    case .starts(let detector): return detector.decide(candidates)
    case .airSwings(let detector): return detector.decide(candidates, after: earlier)
    case .hitMiss(let classifier):
      var decided = classifier.decide(earlier.swings)
      (decided.evidence, decided.possible) = (earlier.evidence, earlier.possible)
      // Labelling rarely rejects a swing, and a day has tens of thousands of earlier rejections.
      decided.rejected =
        decided.rejected.isEmpty
        ? earlier.rejected : (earlier.rejected + decided.rejected).sorted { $0.time < $1.time }
      return decided
    }
  }
}

extension [LabelledSwing] {
  /// The number of swings with a label, counted without copying any.
  package func count(of label: SwingLabel) -> Int { indices.count { self[$0].label == label } }
}

extension [Swing] {
  /// Swings in the order of their anchors, from two lists in that order.
  fileprivate static func merged(_ first: [Swing], _ second: [Swing]) -> [Swing] {
    guard !second.isEmpty else { return first }
    return [Swing](unsafeUninitializedCapacity: first.count + second.count) { merged, count in
      var next = (0, 0)
      while count < merged.count {
        let isFirst =
          next.1 == second.count
          || (next.0 < first.count && first[next.0].anchorTime <= second[next.1].anchorTime)
        merged.initializeElement(at: count, to: isFirst ? first[next.0] : second[next.1])
        if isFirst { next.0 += 1 } else { next.1 += 1 }
        count += 1
      }
    }
  }

  /// The swings in the order of their anchors. Swings that are in order already are not copied: a day's swings need
  /// much memory.
  fileprivate var inOrder: [Swing] {
    let isOrdered = indices.dropFirst().allSatisfy { self[$0 - 1].anchorTime <= self[$0].anchorTime }
    return isOrdered ? self : sorted { $0.anchorTime < $1.anchorTime }
  }
}

// MARK: Impacts

extension SwingStartDetector {
  /// Compares the impacts that are swings by themselves with each other.
  fileprivate func decide(_ impacts: Chunks<SwingCandidate>) -> DecidedSwings {
    var found = DecidedSwings()
    // A growing list would take up to three times its memory for a moment.
    found.swings.reserveCapacity(impacts.indices.count { impacts[$0].isSwing })
    for place in impacts.indices {
      if impacts[place].isSwing {
        found.swings.append(Swing(impacts[place]))
      } else if let rejected = RejectedCandidate(impacts[place]) {
        found.rejected.append(rejected)
      }
    }
    compareWithPeers(&found)
    return found
  }

  /// Rejects candidates that are far slower than the recording's other swings, if there are enough of them.
  private func compareWithPeers(_ found: inout DecidedSwings) {
    // Rates along gravity and of the total rotation cannot be compared.
    for isAside in [false, true] {
      let places = found.swings.indices.filter { found.swings[$0].turnsAside == isAside }
      guard places.count > Self.minPeers else { continue }
      let typical = Statistics.median(places.map { abs(found.swings[$0].peakRate) })
      let peers = PeerComparison(fraction: minPeerFraction, typical: typical, count: places.count, isTotal: isAside)
      for place in places { found.swings[place].peers = peers }
    }
    let every = StrokePattern.step(found.swings.count)
    lazy var sample = stride(from: 0, to: found.swings.count, by: every).compactMap { place in
      found.swings[place].candidate.stroke.map { (place, $0.shape) }
    }
    /// Whether a swing is slower than its peers, and another movement: a player may hit softly, but does so with the
    /// same stroke.
    func isForeign(_ place: Int) -> Bool {
      guard let peers = found.swings[place].peers, !(abs(found.swings[place].peakRate) >= peers.needed) else {
        return false
      }
      guard let shape = found.swings[place].candidate.stroke?.shape else { return true }
      let alike = sample.count { $0 != place && $1.similarity(to: shape) >= StrokePattern.alike }
      return alike < StrokePattern.neighbours
    }
    let foreign = found.swings.indices.filter(isForeign)
    guard !foreign.isEmpty else { return }
    for place in foreign {
      let swing = found.swings[place]
      if let peers = swing.peers { found.rejected.append(RejectedCandidate(slow: swing, peers)) }
    }
    for place in foreign.reversed() { found.swings.remove(at: place) }
    found.rejected.sort { $0.time < $1.time }
  }
}

// MARK: Bursts

extension AirSwingDetector {
  /// The position of a burst, in 32 bits as the lists of positions are long.
  private typealias Place = Int32

  /// Looks for evidence of play, and compares the recording's bursts with its strokes.
  fileprivate func decide(_ bursts: Chunks<SwingCandidate>, after earlier: DecidedSwings) -> DecidedSwings {
    let hasImpacts = earlier.swings.allSatisfy { $0.impact != nil }
    let known = hasImpacts ? earlier.swings : earlier.swings.filter { $0.impact != nil }
    let (evidence, pattern) = PlayEvidence.gathered(
      contacts: known.compactMap(\.candidate.stroke), bursts: bursts.indices.compactMap { bursts[$0].stroke },
      isPractice: isPractice)
    var decided = DecidedSwings()
    if evidence.ground == nil {
      let places = quickBursts(bursts)
      decided.possible = possible(known, places, bursts, pattern)
      decided.rejected =
        earlier.rejected
        + (known + places.map { Swing(bursts[$0]) }).map { RejectedCandidate($0, without: evidence) }
    } else {
      let found = decide(bursts, beside: known, pattern)
      decided.swings = .merged(earlier.swings.inOrder, found.swings)
      for place in decided.swings.indices {
        guard let stroke = decided.swings[place].candidate.stroke else { continue }
        let likeness = decided.swings[place].comparison?.stroke ?? pattern.likeness(of: stroke)
        let traits = StrokeTraits(stroke, likeness)
        decided.swings[place].traits = traits
        decided.swings[place].probability = model.probability(traits)
      }
      decided.rejected = earlier.rejected + found.rejected
    }
    decided.rejected.sort { $0.time < $1.time }
    decided.evidence = evidence
    return decided
  }

  /// Quick bursts that could be swings by themselves, the highest of each movement.
  private func quickBursts(_ bursts: Chunks<SwingCandidate>) -> [Place] {
    highest(
      of: bursts.indices.map { Place($0) }.filter {
        !bursts[$0].isClaimed && bursts[$0].isSwing && bursts[$0].stroke?.isQuick == true
      }, bursts)
  }

  /// The movements that would be strokes: swings with an impact, and quick bursts.
  private func possible(
    _ known: [Swing], _ quick: [Place], _ bursts: Chunks<SwingCandidate>, _ pattern: StrokePattern
  ) -> [PossibleStroke] {
    func possible(_ kind: SwingCandidate.Kind, at time: Double, _ stroke: StrokeMotion) -> PossibleStroke {
      let traits = StrokeTraits(stroke, pattern.likeness(of: stroke))
      return PossibleStroke(kind, at: time, traits, probability: model.probability(traits))
    }
    let hits = known.compactMap { swing in
      swing.candidate.stroke.map { possible(.impact, at: swing.anchorTime, $0) }
    }
    let others = quick.compactMap { place in
      bursts[place].stroke.map { possible(.airSwing, at: bursts[place].time, $0) }
    }
    return (hits + others).sorted { $0.time < $1.time }
  }

  /// Compares the recording's bursts with each other, its strokes and its hits.
  ///
  /// - Parameters:
  ///   - known: swings with an impact, which bursts are kept apart from.
  ///   - pattern: the strokes that repeat.
  private func decide(
    _ bursts: Chunks<SwingCandidate>, beside known: [Swing], _ pattern: StrokePattern
  ) -> DecidedSwings {
    // Two numbers for each swing: a swing is expensive to copy.
    let hits = known.inOrder.map { (start: min($0.startTime, $0.anchorTime - refractoryS), anchor: $0.anchorTime) }
    // Positions, as records are expensive to copy. A day has many bursts, so each list is dropped after its last use.
    var free = bursts.indices.compactMap { place in
      // Lower peaks of a lobe were not judged: the highest peak decides about the lobe.
      bursts[place].isClaimed || !bursts[place].isJudged || isClaimed(bursts[place].time, by: hits) ? nil : Place(place)
    }
    let measure = BurstCheck.Measure(
      reference(known.compactMap(\.candidate.lobe), bursts, free: free), maxDifference: maxDifference, model: model,
      minProbability: minProbability)
    // Each burst is compared up to three times: by itself, at its time in a rally, and when its result is shown.
    @Sendable func likeness(_ place: Place) -> StrokeLikeness? { bursts[place].stroke.flatMap(pattern.likeness) }
    let compared = (try? InOrder.map(free, blocksOf: 512) { _, place in likeness(place) }) ?? free.map(likeness)
    var likenesses = [StrokeLikeness?](repeating: nil, count: bursts.count)
    for (place, likeness) in zip(free, compared) { likenesses[Int(place)] = likeness }
    let check: @Sendable (Place, Bool) -> BurstCheck = { [likenesses] place, isDue in
      BurstCheck(
        bursts[place].lobe, turnsAside: bursts[place].turnsAside, measure, likenesses[Int(place)],
        bursts[place].stroke, isDue: isDue,
        besideFaster: { fasterBurst(beside: place, bursts) { ($0.peakRate < 0) != ($1.peakRate < 0) } },
        besideOther: { fasterMovement(beside: place, bursts) })
    }
    var found = DecidedSwings()
    /// Adds the highest bursts that pass the checks. Bursts that fail stay in the list.
    func addPassed(of places: [Place], areDue: Bool) -> [Place] {
      // A cancelled run ends before its next stage. A day has too many bursts to keep all checks.
      let hasPassed =
        (try? InOrder.map(places, blocksOf: 512) { _, place in check(place, areDue).passed })
        ?? places.map { check($0, areDue).passed }
      let kept = highest(of: zip(places, hasPassed).compactMap { $1 ? $0 : nil }, bursts)
      found.swings.reserveCapacity(found.swings.count + kept.count)
      for place in kept { found.add(bursts[place], like: check(place, areDue)) }
      return zip(places, hasPassed).compactMap { $1 ? nil : $0 }
    }
    var others = addPassed(of: free, areDue: false)
    free = []
    var due: Set<Place> = []
    if let pace = RallyPace((hits.map(\.anchor) + found.swings.map(\.anchorTime)).sorted()) {
      // The difference of a burst that is not due is unchanged.
      let places = others.filter { pace.isDue(at: bursts[$0].time) }
      let left = Set(addPassed(of: places, areDue: true))
      due = Set(places)
      others.removeAll { due.contains($0) && !left.contains($0) }
    }
    let unlike = highest(of: others, bursts)
    others = []
    found.rejected.reserveCapacity(found.rejected.count + unlike.count)
    for place in unlike { found.rejected.append(RejectedCandidate(unlike: check(place, due.contains(place)))) }
    found.swings.sort { $0.anchorTime < $1.anchorTime }
    found.rejected.sort { $0.time < $1.time }
    return found
  }

  /// The time, in s, to the nearest burst that is faster along gravity and turns otherwise, within the time of a
  /// recovery.
  private func fasterBurst(
    beside place: Place, _ bursts: Chunks<SwingCandidate>, turns otherwise: (RotationLobe, RotationLobe) -> Bool
  ) -> Double? {
    let lobe = bursts.lobe(place)
    return nearest(beside: place, bursts) { other in
      guard !bursts[other].turnsAside else { return nil }
      let next = bursts.lobe(other)
      return otherwise(next, lobe) && abs(next.peakRate) > abs(lobe.peakRate) ? next.time - lobe.time : nil
    }
  }

  /// The time, in s, to the nearest faster movement that is not the same stroke, within the time of a recovery.
  private func fasterMovement(beside place: Place, _ bursts: Chunks<SwingCandidate>) -> Double? {
    guard let stroke = bursts[place].stroke else { return nil }
    return nearest(beside: place, bursts) { other in
      guard let next = bursts[other].stroke, stroke.isBeside(next) else { return nil }
      return next.peakTime - stroke.peakTime
    }
  }

  /// The smallest distance of the bursts within the time of a recovery.
  private func nearest(
    beside place: Place, _ bursts: Chunks<SwingCandidate>, _ distance: (Place) -> Double?
  ) -> Double? {
    var nearest: Double?
    for step: Place in [-1, 1] {
      var other = place + step
      while bursts.indices.contains(Int(other)), abs(bursts[other].time - bursts[place].time) <= recoveryS {
        if let found = distance(other), abs(found) < abs(nearest ?? .infinity) { nearest = found }
        other += step
      }
    }
    return nearest
  }

  /// The positions of the highest bursts among some, in order, none within the refractory period of another.
  ///
  /// Bursts along gravity come before bursts of the total rotation, as their rates cannot be compared.
  private func highest(of places: some Collection<Place>, _ bursts: Chunks<SwingCandidate>) -> [Place] {
    let along = separate(places.filter { !bursts[$0].turnsAside }, bursts)
    let times = along.map { bursts[$0].time }
    let aside = separate(places.filter { bursts[$0].turnsAside }, bursts).filter { place in
      let next = partitionPoint(times.indices) { times[$0] < bursts[place].time - refractoryS }
      return next == times.count || times[next] > bursts[place].time + refractoryS
    }
    return aside.isEmpty ? along : (along + aside).sorted()
  }

  private func separate(_ places: [Place], _ bursts: Chunks<SwingCandidate>) -> [Place] {
    var highest: [Place] = []
    // Suppression identifies peaks by numbers, which here are positions.
    PeakFinder.forEachHighest(of: places.count, within: refractoryS) { place in
      let lobe = bursts.lobe(places[place])
      let peak = Peak(index: Int(places[place]), value: Float(lobe.peakRate), threshold: 0, noiseSigma: 0)
      return PeakStream.Found(peak: peak, time: lobe.time)
    } body: {
      highest.append(Place($0.index))
    }
    return highest
  }

  /// The reference for bursts: the recording's hits, or swings of other recordings; nil if both are too few.
  ///
  /// If one direction has bursts near weak impacts, but no hits, all contacts on that side are weak.
  private func reference(
    _ hits: [RotationLobe], _ bursts: Chunks<SwingCandidate>, free: [Place]
  ) -> SwingReference? {
    guard var learned = SwingReference.learned(from: hits, minCount: minHits) else { return self.learned }
    let touched = free.filter { bursts[$0].isTouched && !bursts[$0].turnsAside }
    learned.open(with: highest(of: touched, bursts).map { bursts.lobe($0) })
    let isKnown = self.learned.map { learned.open(with: $0) } ?? false
    if turnsInEitherDirection, !isKnown { learned.openOtherWay() }
    return learned
  }

  /// Whether a burst at this time is part of a hit's swing.
  private func isClaimed(_ time: Double, by hits: [(start: Double, anchor: Double)]) -> Bool {
    // The swing that ends next contains the burst, or the previous one is still rotating.
    let swing = partitionPoint(hits.indices) { hits[$0].anchor < time }
    if swing < hits.count, hits[swing].start <= time { return true }
    return swing > 0 && time - hits[swing - 1].anchor < refractoryS
  }
}

extension Chunks<SwingCandidate> {
  /// A burst, without copying.
  fileprivate subscript(_ place: Int32) -> SwingCandidate {
    _read { yield self[Int(place)] }
  }

  fileprivate func lobe(_ place: Int32) -> RotationLobe {
    self[Int(place)].lobe ?? RotationLobe(time: .nan, peakRate: .nan, widthS: .nan, riseS: .nan)
  }
}

extension DecidedSwings {
  /// Adds a burst that resembles the recording's swings: to the swings, or to the rejected if it fails its own checks.
  fileprivate mutating func add(_ burst: SwingCandidate, like check: BurstCheck) {
    if burst.isSwing {
      var swing = Swing(burst)
      swing.comparison = check
      swings.append(swing)
    } else if let candidate = RejectedCandidate(burst, after: check) {
      rejected.append(candidate)
    }
  }
}

// MARK: Labels

extension HitMissClassifier {
  /// Labels swings, by time. It rejects swings with too little acceleration around them.
  ///
  /// Only a swing with an impact can be a hit: a burst below the detector's weakest threshold has no time of contact. A
  /// swing that is called a miss loses its impact, which ``LabelledSwing/consideredImpact`` keeps, and is anchored at
  /// its highest rate, before or after the impact.
  fileprivate func decide(_ swings: [Swing]) -> DecidedSwings {
    let classifier = AppliedClassifier(self)
    var decided = DecidedSwings(swings: swings)
    decided.labelled.reserveCapacity(swings.count)
    for swing in swings {
      switch swing.candidate.contact {
      case .measured(let evidence): decided.labelled.append(classifier.labelled(swing, by: evidence))
      case .tooLittle(let fraction):
        decided.rejected.append(RejectedCandidate(swing, withFractionOfAcceleration: fraction))
      case nil: break
      }
    }
    return decided
  }
}
