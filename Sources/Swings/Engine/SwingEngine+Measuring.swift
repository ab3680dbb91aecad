import Signals

/// Measures candidates that are ready, several at once, and drops the samples that no candidate needs any more.
extension SwingEngine {
  /// Measures all candidates that are ready.
  ///
  /// - Returns: whether there were any.
  func measure() throws -> Bool {
    // First, as all impacts near a burst must be known.
    let bursts = takeReadyBursts()
    let (known, peaks, early) = takeReadyPeaks()
    for record in known { add(record) }
    guard !peaks.isEmpty || !early.isEmpty || !bursts.isEmpty else { return !known.isEmpty }
    let times = (peaks.first.flatMap(time), bursts.first?.time)
    let (raw, filtered) = acceleration.frozen()
    let meter = try CandidateMeter(
      rules, SwingSignals(acceleration: raw, filtered: filtered, motion: motion?.frozen()), smoothing: motion?.smoothing
    )
    let batch = CandidateBatch(meter, peaks, early: early, bursts, near: recent, firstTimes: times)
    underWay = batch
    // Nobody else measures it meanwhile, and the samples are still in the processor's cache.
    if !batch.isHelped { try collect() }
    return true
  }

  /// Takes the measured records.
  func collect() throws {
    guard let batch = underWay else { return }
    underWay = nil
    let measured = try batch.measured()
    for record in measured.early { measuredEarly[record.impact.sample] = record }
    for record in measured.impacts { add(record) }
    for record in measured.bursts { records.bursts.append(record) }
  }

  private func add(_ record: ImpactRecord) {
    records.impacts.append(record)
    if let detector = rules.airSwings { recent.insert(record, detector) }
  }

  /// Whether a stream holds everything needed around a time in the other stream.
  func covers(_ time: Double, _ stream: Stream, afterS: Double) -> Bool {
    guard let last = ring(of: stream)?.lastTime else { return ended.contains(stream) }
    // The next stretch may contain it; if both wait, nothing more comes in this one.
    if waiting[stream] != nil { return time <= last || waiting.count == Stream.allCases.count }
    return ended.contains(stream) || last > time + afterS
  }

  private func isReady(_ peak: Peak) -> Bool {
    let after = Int(history.acceleration.afterS * acceleration.ring.prologue.rateHz) + acceleration.halfLength + 2
    guard isOver(.acceleration) || acceleration.scannedCount > peak.index + after else { return false }
    guard motion != nil, rules.starts != nil, let time = time(of: peak) else { return true }
    return covers(time, .motion, afterS: history.motion.afterS)
  }

  /// Takes the peaks that can be measured by now, with the records of those already measured, and some peaks that may
  /// still be removed.
  private func takeReadyPeaks() -> (known: [ImpactRecord], decided: [Peak], early: [Peak]) {
    if !measuredEarly.isEmpty {
      let open = Set(acceleration.peaks.waitingPeaks.map(\.peak.index)).union(peaks.map(\.index))
      measuredEarly = measuredEarly.filter { open.contains($0.key) }
    }
    var ready = peaks.filter(isReady)
    let early = waitingTooLong().filter { isReady($0) && measuredEarly[$0.index] == nil }
    let done = Set(ready.map(\.index))
    peaks.removeAll { done.contains($0.index) }
    let known = ready.compactMap { measuredEarly.removeValue(forKey: $0.index) }
    ready.removeAll { peak in known.contains { $0.impact.sample == peak.index } }
    return (known, ready, early)
  }

  /// Peaks that a higher one may still remove, but that have waited so long that the samples around them would have
  /// to be kept: this happens if peaks follow each other without a pause.
  private func waitingTooLong() -> [Peak] {
    let limit = acceleration.scannedCount - Int((rules.impacts.noiseWindowS + 20) * acceleration.ring.prologue.rateHz)
    return acceleration.peaks.waitingPeaks.lazy.map(\.peak).prefix { $0.index < limit }.map(\.self)
  }

  private func isReady(_ burst: PeakStream.Found, _ detector: AirSwingDetector) -> Bool {
    guard isOver(.motion) || covers(burst.time, .motion, afterS: history.motion.afterS) else { return false }
    // An impact up to the length of a swing later may claim a higher peak of its lobe.
    let claimedS = max(detector.clearanceAfterS, rules.starts?.judge.finder.maxDurationS ?? 0)
    let afterS = detector.refractoryS + claimedS + history.acceleration.afterS
    guard covers(burst.time, .acceleration, afterS: afterS) else { return false }
    // All impacts near it have to be known.
    return !isOpen(.acceleration, upTo: burst.time + afterS)
  }

  private func takeReadyBursts() -> [PeakStream.Found] {
    guard let detector = rules.airSwings else { return [] }
    // Those before one that is ready are ready, too.
    assert(zip(bursts, bursts.dropFirst()).allSatisfy { $0.time <= $1.time }, "bursts are not in the order of time")
    let count = partitionPoint(bursts.indices) { isReady(bursts[$0], detector) }
    defer { bursts.removeFirst(count) }
    return Array(bursts.prefix(count))
  }

  /// Drops samples that no present or future candidate needs.
  func drop() throws {
    let early = acceleration.peaks.waitingPeaks.first { measuredEarly[$0.peak.index] == nil }?.peak.index
    let open = min(early ?? acceleration.peaks.firstUnjudged, peaks.first?.index ?? .max, watch?.neededFrom ?? .max)
    guard let peakTime = earliestPeak(from: open),
      let burstTime = earliestBurst()
    else { return }
    let stretch = offset?.neededFrom ?? .infinity
    let beforeS = history.acceleration.beforeS
    let peakIndex = open - Int(beforeS * acceleration.ring.prologue.rateHz) - acceleration.halfLength - 2
    acceleration.drop(
      before: min(
        peakIndex,
        try acceleration.ring.index(atOrAfter: min(burstTime, stretch) - beforeS) - acceleration.halfLength - 2))
    guard let motion else { return }
    // The last sample before it stays, as it shows since when there is no motion.
    motion.drop(
      before: try motion.ring.index(atOrAfter: min(peakTime, burstTime, stretch) - history.motion.beforeS) - 1)
    let air = rules.airSwings
    recent.drop(before: burstTime - 5 - 2 * (air?.refractoryS ?? 0) - (air?.clearanceBeforeS ?? 0))
  }

  /// The time of the first sample that may still become an impact, or waits to be measured; nil before the first
  /// sample.
  private func earliestPeak(from open: Int) -> Double? {
    if peaks.isEmpty, watch?.isWaiting != true, isOver(.acceleration) { return .infinity }
    let held = acceleration.ring.held
    guard !held.isEmpty else { return nil }
    return try? acceleration.ring.timeBase.time(at: min(max(open, held.lowerBound), held.upperBound - 1))
  }

  /// The same for bursts.
  private func earliestBurst() -> Double? {
    if let first = bursts.first { return first.time }
    return motion == nil || isOver(.motion) ? .infinity : openTime(of: .motion)
  }
}
