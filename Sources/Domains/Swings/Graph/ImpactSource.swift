import SPSignals

/// Finds impacts in the acceleration of a graph.
package final class ImpactSource: CandidateSource {
  let detector: ImpactDetector
  let filtered: any VectorWindow
  let raw: any VectorWindow
  private let tree = CandidateTree()
  private let signal: (() -> RingSignal)?
  private(set) var peaks: PeakStream
  /// Peaks that wait for later samples, in order.
  private var pending: [Peak] = []
  /// Records of peaks that a higher peak may still remove, by their samples.
  private var measuredEarly: [Int: [SwingCandidate]] = [:]
  private var underWay: CandidateBatch?
  /// The samples of the peaks that may still be removed: the first peaks of the batch under way.
  private var early: [Int] = []
  private var motion: [FlowStream] = []

  /// Finds impacts in the filtered acceleration, and their onsets in the acceleration as it was recorded.
  /// - Throws: errors of preparing the filter.
  package init(_ detector: ImpactDetector, filtered: any VectorWindow, raw: any VectorWindow) throws {
    (self.detector, self.filtered, self.raw) = (detector, filtered, raw)
    signal = try filtered.track(detector.channel)
    peaks = PeakStream(detector.finder, rate: filtered.stream.ring.prologue.rateHz)
    for stream in [filtered.stream, raw.stream] { stream.keep(SwingReach().acceleration(detector.onset)) }
    filtered.hold(detector.channel) { [unowned self] in peaks.firstNeeded }
    // A peak is decided once its noise window is complete, and no higher peak can come.
    filtered.stream.flow.extendReach(byS: detector.noiseWindowS + detector.refractoryS + detector.doubleContactS)
    filtered.stream.flow.add(self)
  }

  /// Impacts that reach their threshold.
  package var impacts: CandidateFlow { CandidateFlow([self], [tree.root], .strong) }
  /// Impacts that reach only the weak threshold.
  package var weakImpacts: CandidateFlow { CandidateFlow([self], [tree.root], .weak) }

  var accelerations: [FlowStream] { raw.stream === stream ? [stream] : [stream, raw.stream] }

  var axis: Int? { detector.channel }

  func wait(for stream: FlowStream) {
    if !motion.contains(where: { $0 === stream }) { motion.append(stream) }
  }

  private var stream: FlowStream { filtered.stream }
  private var rateHz: Double { stream.ring.prologue.rateHz }

  func time(of peak: Peak) -> Double? { try? stream.ring.timeBase.time(at: peak.index) }

  // MARK: Node

  package func advance() throws {
    guard let signal else { return }
    try peaks.advance(over: signal(), isEnded: stream.isOver)
    pending += peaks.takePeaks().map(\.peak)
  }

  package func collect() throws {
    guard let batch = underWay else { return }
    underWay = nil
    for (place, records) in try batch.records().enumerated() {
      if place < early.count {
        measuredEarly[early[place]] = records
      } else {
        tree.add(records)
      }
    }
    early = []
  }

  package func measure(leavesWork: Bool) throws -> Bool {
    let (known, ready, early) = takeReady()
    for records in known { tree.add(records) }
    guard !ready.isEmpty || !early.isEmpty else { return !known.isEmpty }
    let prepared = try tree.prepared()
    let (filtered, raw) = (filtered.frozen(tracked: detector.channel), raw.frozen(tracked: nil))
    self.early = early.map(\.index)
    let batch = CandidateBatch(early + ready, firstTime: ready.first.flatMap(time), blocksOf: 8) { [detector] peak in
      let impact = try detector.impact(at: peak, filtered: filtered, raw: raw)
      return try prepared.records(of: SwingCandidate(impact, isWeak: detector.isWeak(peak)))
    }
    underWay = batch
    // No worker measures the batch, and its samples are still in the processor's cache.
    if !leavesWork || !batch.isHelped { try collect() }
    return true
  }

  private func isReady(_ peak: Peak) -> Bool {
    guard accelerations.allSatisfy({ $0.covers(sample: peak.index) }) else { return false }
    guard !motion.isEmpty, let time = time(of: peak) else { return true }
    return motion.allSatisfy { $0.covers(time, afterS: $0.history.afterS) }
  }

  /// Takes the peaks that can be measured now, the records of peaks already measured, and some peaks that may still be
  /// removed.
  private func takeReady() -> (known: [[SwingCandidate]], decided: [Peak], early: [Peak]) {
    if !measuredEarly.isEmpty {
      let open = Set(peaks.waitingPeaks.map(\.peak.index)).union(pending.map(\.index))
      measuredEarly = measuredEarly.filter { open.contains($0.key) }
    }
    var ready = pending.filter(isReady)
    let early = waitingTooLong().filter { isReady($0) && measuredEarly[$0.index] == nil }
    let done = Set(ready.map(\.index))
    pending.removeAll { done.contains($0.index) }
    var known: [[SwingCandidate]] = []
    ready.removeAll { peak in
      guard let records = measuredEarly.removeValue(forKey: peak.index) else { return false }
      known.append(records)
      return true
    }
    return (known, ready, early)
  }

  /// Peaks that a higher peak may still remove, but that are about to lose the samples around them. There are such
  /// peaks only if peaks follow each other without a pause.
  private func waitingTooLong() -> [Peak] {
    let limit = filtered.count - Int((detector.noiseWindowS + 20) * rateHz)
    return peaks.waitingPeaks.lazy.map(\.peak).prefix { $0.index < limit }.map(\.self)
  }

  func isOpen(upTo time: Double) -> Bool {
    // The first burst of a double contact may come that long before its peak.
    let time = time + detector.doubleContactS
    if let pending = pending.first.flatMap(self.time), pending <= time { return true }
    if let measured = underWay?.firstTime, measured <= time { return true }
    return !stream.isOver && (openTime(from: peaks.firstOpen) ?? -.infinity) <= time
  }

  /// The time of a sample that may still become an impact; nil before the first sample.
  private func openTime(from sample: Int) -> Double? {
    let held = stream.ring.held
    guard !held.isEmpty else { return nil }
    return try? stream.ring.timeBase.time(at: min(max(sample, held.lowerBound), held.upperBound - 1))
  }

  /// The first sample that may still become an impact, or waits to be measured.
  private var firstOpen: Int {
    let early = peaks.waitingPeaks.first { measuredEarly[$0.peak.index] == nil }?.peak.index
    return min(early ?? peaks.firstUnjudged, pending.first?.index ?? .max)
  }

  package var neededFrom: Double? {
    pending.isEmpty && stream.isOver
      ? stream.nextEventS : openTime(from: firstOpen).map { $0 - detector.doubleContactS }
  }

  package func firstNeeded(of stream: FlowStream) -> Int {
    guard stream === self.stream || stream === raw.stream, !(pending.isEmpty && stream.isOver) else { return .max }
    return firstOpen - Int((stream.history.beforeS + detector.doubleContactS) * rateHz) - stream.reach - 2
  }

  package func restart(_ streams: [FlowStream]) {
    guard streams.contains(where: { $0 === stream }) else { return }
    peaks = PeakStream(detector.finder, rate: rateHz)
  }

  package var isWaiting: Bool { !pending.isEmpty }

  func sort() { tree.sort() }
}

extension ImpactDetector {
  /// The number of its axis.
  var channel: Int { axis.position }
}

extension Axis {
  /// The position among x, y and z, from 0; 3 for the length of the vector.
  package var position: Int { Axis.allCases.firstIndex(of: self) ?? 2 }
}
