import SPSignals

/// Finds bursts of rotation in the device motion of a graph, which may be swings without a clear impact.
package final class BurstSource: CandidateSource {
  let detector: AirSwingDetector
  private let motion: MotionWindow
  private let near: [CandidateFlow]
  let accelerations: [FlowStream]
  private let tree = CandidateTree()
  private let judges: SwingJudges
  private var bursts: PeakStream
  /// Peaks of the total rotation; nil if the total rotation does not count.
  private var asides: PeakStream?
  /// Bursts that wait for later samples, in order.
  private var pending: [AirSwingDetector.Burst] = []
  private var underWay: CandidateBatch?
  /// Impacts and their swings that later bursts may be near.
  private var recent = AirSwingDetector.Neighbours()
  /// How much later an impact may claim a burst, or a higher peak of its lobe: up to the length of a swing, in s.
  private let claimedS: Double

  /// Finds bursts, and notes whether an impact or its swing is near.
  ///
  /// - Parameters:
  ///   - impacts: the impacts.
  ///   - weak: weak impacts; nil for none.
  ///   - hits: the swings of impacts.
  package init(
    _ detector: AirSwingDetector, _ motion: MotionWindow, impacts: CandidateFlow, weak: CandidateFlow?,
    hits: CandidateFlow
  ) {
    (self.detector, self.motion) = (detector, motion)
    near = [impacts, hits] + [weak].compactMap(\.self)
    judges = detector.judges(rateHz: motion.stream.ring.prologue.rateHz)
    (bursts, asides) = Self.search(detector, motion)
    claimedS = detector.refractoryS + max(detector.clearanceAfterS, motion.reach.longestS)
    motion.keep(SwingReach(nil, detector))
    accelerations = near.flatMap(\.accelerations).reduce(into: []) { streams, stream in
      if !streams.contains(where: { $0 === stream }) { streams.append(stream) }
    }
    for stream in accelerations {
      stream.keep(History(beforeS: stream.history.beforeS + detector.clearanceBeforeS, afterS: 0))
    }
    motion.stream.flow.extendReach(byS: claimedS)
    motion.stream.flow.add(self)
    impacts.observe { [unowned self] candidate in
      if let impact = candidate.impact { AirSwingDetector.Neighbours.insert(impact, into: &recent.impacts) }
    }
    weak?.observe { [unowned self] candidate in
      if let impact = candidate.impact { AirSwingDetector.Neighbours.insert(impact, into: &recent.weak) }
    }
    hits.observe { [unowned self] candidate in
      if candidate.isSwing, candidate.impact != nil { recent.hits.append(self.detector.span(of: candidate)) }
    }
  }

  private static func search(_ detector: AirSwingDetector, _ motion: MotionWindow) -> (PeakStream, PeakStream?) {
    let rateHz = motion.stream.ring.prologue.rateHz
    return (
      PeakStream(detector.finder, rate: rateHz),
      detector.judge.countsTotalRotation ? PeakStream(detector.asideFinder, rate: rateHz) : nil
    )
  }

  /// The bursts.
  package var flow: CandidateFlow { CandidateFlow([self], [tree.root]) }

  // MARK: Node

  package func advance() throws {
    let isEnded = motion.stream.isOver
    try bursts.advance(over: motion.along.signal, isEnded: isEnded)
    let along = bursts.takePeaks().map { AirSwingDetector.Burst($0, turnsAside: false) }
    try asides?.advance(over: motion.total.signal, isEnded: isEnded)
    let aside = (asides?.takePeaks() ?? []).map { AirSwingDetector.Burst($0, turnsAside: true) }
    guard !along.isEmpty || !aside.isEmpty else { return }
    pending = (pending + along + aside).sorted { $0.time < $1.time }
  }

  package func collect() throws {
    guard let batch = underWay else { return }
    underWay = nil
    for records in try batch.records() where !records.isEmpty { tree.add(records) }
  }

  package func measure(leavesWork: Bool) throws -> Bool {
    let ready = takeReady()
    guard !ready.isEmpty else { return false }
    let prepared = try tree.prepared()
    let held = motion.frozen
    let passedS = accelerations.map(\.passedS).max() ?? -.infinity
    let batch = CandidateBatch(ready, firstTime: ready[0].time, blocksOf: 16) {
      [detector, recent, judges, passedS] burst in
      let recent = burst.time > passedS ? recent : .init()
      return try detector.candidate(of: burst, near: recent, held, judges).map { try prepared.records(of: $0) } ?? []
    }
    underWay = batch
    if !leavesWork || !batch.isHelped { try collect() }
    return true
  }

  private func isReady(_ burst: AirSwingDetector.Burst) -> Bool {
    let stream = motion.stream
    // An impact after the stretch waits for the next stretch. It cannot claim a burst of this stretch.
    if stream.isStretchOver { return true }
    guard stream.isOver || stream.covers(burst.time, afterS: stream.history.afterS) else { return false }
    let afterS = claimedS + (accelerations.map(\.history.afterS).max() ?? 0)
    let isThere = accelerations.allSatisfy { stream in
      stream.covers(burst.time, afterS: afterS)
        && ((try? stream.ring.index(atOrAfter: burst.time + afterS)).map { stream.covers(sample: $0) } ?? true)
    }
    guard isThere else { return false }
    // All impacts near it have to be known.
    return !near.contains { $0.isOpen(upTo: burst.time + afterS) }
  }

  private func takeReady() -> [AirSwingDetector.Burst] {
    // If a burst is ready, all earlier bursts are ready, too.
    assert(zip(pending, pending.dropFirst()).allSatisfy { $0.time <= $1.time }, "bursts are not in the order of time")
    let count = partitionPoint(pending.indices) { isReady(pending[$0]) }
    defer { pending.removeFirst(count) }
    return Array(pending.prefix(count))
  }

  func isOpen(upTo time: Double) -> Bool {
    if let pending = pending.first, pending.time <= time { return true }
    if let measured = underWay?.firstTime, measured <= time { return true }
    return !motion.stream.isOver && (openTime ?? -.infinity) <= time
  }

  private var openTime: Double? {
    let ring = motion.stream.ring
    guard !ring.held.isEmpty else { return nil }
    let open = min(bursts.firstOpen, asides?.firstOpen ?? .max)
    return try? ring.timeBase.time(at: min(max(open, ring.held.lowerBound), ring.held.upperBound - 1))
  }

  package var neededFrom: Double? {
    if let first = pending.first { return first.time }
    return motion.stream.isOver ? motion.stream.nextEventS : openTime
  }

  package func drop() {
    guard !motion.stream.isStretchOver, let time = neededFrom else { return }
    recent.drop(before: time - 5 - 2 * detector.refractoryS - detector.clearanceBeforeS)
  }

  package func restart(_ streams: [FlowStream]) {
    if streams.contains(where: { $0 === motion.stream }) { (bursts, asides) = Self.search(detector, motion) }
    // A search does not cross a step of the clock.
    if streams.contains(where: { stream in accelerations.contains { $0 === stream } }) { recent = .init() }
  }

  package var isWaiting: Bool { !pending.isEmpty }
  let axis: Int? = nil

  func wait(for stream: FlowStream) {}
  func sort() { tree.sort() }
}
