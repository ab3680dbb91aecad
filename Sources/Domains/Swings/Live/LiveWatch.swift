import SPSignals

/// Searches the newest samples of a graph for events to report at once.
///
/// The graph's own filter works in blocks of a second. The watch filters samples as they come, so that a sample has to
/// be followed only by half a kernel.
final class LiveWatch: Dataflow.Node {
  /// A peak is reported if no higher peak comes within this time, in s, or within the refractory period if that is
  /// shorter.
  private static let patienceS = 0.3

  private unowned let graph: SwingGraph
  private let detector: ImpactDetector
  private let judges: SwingJudges?
  private var scanned = 0
  private var scanner: PeakScanner
  /// The highest waiting peak, and the last reported peak.
  private var highest: PeakStream.Found?
  private var told: PeakStream.Found?
  /// Impacts whose swings wait for device motion.
  private var waiting: [(seen: Seen, impact: Impact)] = []
  private var updates: [Seen] = []

  /// An event, with the sample of its peak; its latency is set when it is reported.
  typealias Seen = (update: SwingUpdate, sample: Int)

  /// Watches a graph from its start.
  init(_ graph: SwingGraph) {
    (self.graph, detector) = (graph, graph.rules.impacts)
    scanner = Self.scanner(from: 0, detector)
    judges = graph.rules.starts.map {
      SwingJudges($0.judge, rateHz: graph.motion?.stream.ring.prologue.rateHz ?? 0)
    }
    graph.flow.add(self)
  }

  /// The events since the last call.
  func takeUpdates() -> [SwingUpdate] {
    defer { updates = [] }
    return updates.map { seen in
      var update = seen.update
      update.latencySamples = stream.ring.count - 1 - seen.sample
      return update
    }
  }

  private var stream: FlowStream { graph.acceleration.stream }

  // MARK: Node

  func look() throws {
    let axes = (0..<3).compactMap { graph.filtered.newest($0) }
    guard axes.count == 3 else { return }
    let vector = Triaxial(x: axes[0], y: axes[1], z: axes[2])
    updates += try scan(vector[detector.axis], isEnded: stream.isOver).flatMap { try tell($0, vector) }
    let later = waiting
    waiting = []
    for (seen, impact) in later { updates += try swing(of: seen, with: impact).map { [$0] } ?? [] }
  }

  func firstNeeded(of stream: FlowStream) -> Int {
    guard stream === self.stream, !stream.isOver || isReporting else { return .max }
    let beforeS = stream.history.beforeS + detector.doubleContactS
    return open - Int(beforeS * stream.ring.prologue.rateHz) - stream.reach - 2
  }

  var neededFrom: Double? {
    guard isReporting || !stream.isOver else { return .infinity }
    let held = stream.ring.held
    guard !held.isEmpty else { return nil }
    let time = try? stream.ring.timeBase.time(at: min(max(open, held.lowerBound), held.upperBound - 1))
    return time.map { $0 - detector.doubleContactS }
  }

  /// The first sample still needed.
  private var open: Int { highest?.peak.index ?? min(scanned, scanner.pendingIndex ?? scanned) }

  /// Whether an event was seen but not reported yet.
  private var isReporting: Bool { highest != nil || !waiting.isEmpty }

  func restart(_ streams: [FlowStream]) {
    guard streams.contains(where: { $0 === stream }) else { return }
    scanned = stream.ring.held.lowerBound
    scanner = Self.scanner(from: scanned, detector)
    (highest, told, waiting) = (nil, nil, [])
  }

  // MARK: Search

  private static func scanner(from sample: Int, _ detector: ImpactDetector) -> PeakScanner {
    PeakScanner(level: Float(detector.thresholdG), start: sample)
  }

  /// Scans the samples that can be filtered by now, segment by segment, as samples across a gap are not neighbours;
  /// returns the peaks that become due.
  private func scan(_ filtered: any Signal, isEnded: Bool) throws -> [Peak] {
    let timeBase = filtered.timeBase
    let end = isEnded ? timeBase.count : timeBase.count - graph.filtered.reach
    var peaks: [Peak] = []
    for segment in timeBase.segments.map(\.samples) where segment.upperBound > scanned && scanned < end {
      if scanned == segment.lowerBound { scanner = Self.scanner(from: scanned, detector) }
      let part = scanned..<min(end, segment.upperBound)
      let level = Float(detector.thresholdG)
      var found: [Peak] = []
      func add(_ index: Int, _ value: Float) {
        found.append(Peak(index: index, value: value, threshold: level, noiseSigma: 0))
      }
      try filtered.visit(part) { scanner.add($0, from: part.lowerBound, found: add) }
      if part.upperBound == segment.upperBound, isEnded || part.upperBound < timeBase.count {
        scanner.finish(found: add)
      }
      scanned = part.upperBound
      let threshold = graph.thresholdG
      for peak in found where Double(abs(peak.value)) >= threshold {
        let time = try timeBase.time(at: peak.index)
        peaks += due(by: time, peak.index).map { [$0] } ?? []
        if abs(peak.value) > abs(highest?.peak.value ?? 0) { highest = PeakStream.Found(peak: peak, time: time) }
      }
    }
    guard highest != nil else { return peaks }
    // The end of a plateau in progress is not known yet.
    let open = scanner.pendingIndex ?? scanned - 1
    return try peaks + (due(by: isEnded ? .infinity : timeBase.time(at: open), open).map { [$0] } ?? [])
  }

  /// The waiting peak, if a higher peak at the given time, in s, or sample could no longer replace it.
  private func due(by time: Double, _ sample: Int) -> Peak? {
    let patienceS = min(Self.patienceS, detector.refractoryS)
    guard let found = highest,
      // Counted in samples too: if timestamps do not increase, no time passes.
      time - found.time >= patienceS
        || Double(sample - found.peak.index) >= patienceS * stream.ring.prologue.rateHz
    else { return nil }
    highest = nil
    // The peak is ringing of an event already reported.
    if let told, found.time - told.time < detector.refractoryS, abs(found.peak.value) <= abs(told.peak.value) {
      return nil
    }
    told = found
    return found.peak
  }

  private func tell(_ peak: Peak, _ filtered: Triaxial) throws -> [Seen] {
    let impact = try detector.impact(at: peak, filtered: filtered, raw: stream.ring.triaxial(from: 0))
    let update = SwingUpdate(
      kind: .impact, impactTime: impact.time, onsetTime: impact.onsetTime, peakG: impact.peak, latencySamples: 0)
    waiting.append(((update, peak.index), impact))
    return [(update, peak.index)]
  }

  /// The swing that an impact ends; nil if it does not end a swing, or its motion has not arrived.
  private func swing(of seen: Seen, with impact: Impact) throws -> Seen? {
    guard let starts = graph.rules.starts, let judges, let motion = graph.motion else { return nil }
    guard motion.stream.covers(impact.time, afterS: 0) else {
      waiting.append((seen, impact))
      return nil
    }
    guard motion.stream.ring.lastTime != nil, impact.time > motion.stream.passedS else { return nil }
    var candidate = SwingCandidate(impact)
    do {
      // The graph computes the rotation a minute at a time.
      let held = motion.signals
      try starts.measure(
        &candidate, impact, MotionSignals(rotationRate: held.rotationRate, gravity: held.gravity), judges)
    } catch SignalError.left {
      // The clocks differ so much that the motion has no samples at that time.
      return nil
    }
    guard candidate.isSwing, let start = candidate.found else { return nil }
    var found = seen
    found.update.kind = .swing(startTime: start.time)
    return found
  }
}
