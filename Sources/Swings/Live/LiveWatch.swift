import Signals

/// Searches the newest samples of an engine for events to report at once.
///
/// The engine's own filter works in blocks of a second; here samples are filtered as they come, so that a sample has
/// to be followed only by half a kernel.
struct LiveWatch {
  /// A peak is reported if no higher one comes within this time, in s, or within the refractory period if that is
  /// shorter.
  private static let patienceS = 0.3

  private var scanned: Int
  private var scanner: PeakScanner
  /// The highest waiting peak, and the last one reported.
  private var highest: PeakStream.Found?
  private var told: PeakStream.Found?
  /// Impacts whose swings wait for device motion.
  private var waiting: [(seen: Seen, impact: SharedValue<Impact>)] = []

  /// An event, with the sample of its peak; its latency is set when it is reported.
  typealias Seen = (update: SwingUpdate, sample: Int)

  /// The first sample still needed.
  var neededFrom: Int { highest?.peak.index ?? min(scanned, scanner.pendingIndex ?? scanned) }

  /// Whether an event was seen but not reported yet.
  var isWaiting: Bool { highest != nil || !waiting.isEmpty }

  /// Watches a stretch that begins at a sample.
  init(from sample: Int, _ detector: ImpactDetector) {
    scanned = sample
    scanner = Self.scanner(from: sample, detector)
  }

  private static func scanner(from sample: Int, _ detector: ImpactDetector) -> PeakScanner {
    PeakScanner(level: Float(detector.thresholdG), start: sample)
  }

  /// The new events since the last call.
  ///
  /// - Parameter isEnded: whether the stretch is over, so that nothing higher can come.
  mutating func updates(of engine: SwingEngine, isEnded: Bool) throws -> [Seen] {
    guard let filtered = engine.acceleration.newest else { return [] }
    var updates = try scan(filtered, engine, isEnded: isEnded).flatMap { try tell($0, engine, filtered) }
    let later = waiting
    waiting = []
    for (seen, impact) in later { updates += try swing(of: seen, with: impact, engine).map { [$0] } ?? [] }
    return updates
  }

  /// Scans the samples that can be filtered by now, segment by segment, as samples across a gap are not neighbours;
  /// returns the peaks that become due.
  private mutating func scan(_ filtered: any Signal, _ engine: SwingEngine, isEnded: Bool) throws -> [Peak] {
    let timeBase = filtered.timeBase
    let end = isEnded ? timeBase.count : timeBase.count - engine.acceleration.halfLength
    var peaks: [Peak] = []
    for segment in timeBase.segments.map(\.samples) where segment.upperBound > scanned && scanned < end {
      if scanned == segment.lowerBound { scanner = Self.scanner(from: scanned, engine.rules.impacts) }
      let part = scanned..<min(end, segment.upperBound)
      let level = Float(engine.rules.impacts.thresholdG)
      var found: [Peak] = []
      func add(_ index: Int, _ value: Float) {
        found.append(Peak(index: index, value: value, threshold: level, noiseSigma: 0))
      }
      try filtered.visit(part) { scanner.add($0, from: part.lowerBound, found: add) }
      if part.upperBound == segment.upperBound, isEnded || part.upperBound < timeBase.count {
        scanner.finish(found: add)
      }
      scanned = part.upperBound
      let threshold = engine.acceleration.peaks.threshold(engine.rules.impacts.thresholdG)
      for peak in found where Double(abs(peak.value)) >= threshold {
        let time = try timeBase.time(at: peak.index)
        peaks += due(by: time, peak.index, engine).map { [$0] } ?? []
        if abs(peak.value) > abs(highest?.peak.value ?? 0) { highest = PeakStream.Found(peak: peak, time: time) }
      }
    }
    guard highest != nil else { return peaks }
    // The end of a plateau in progress is not known yet.
    let open = scanner.pendingIndex ?? scanned - 1
    return try peaks + (due(by: isEnded ? .infinity : timeBase.time(at: open), open, engine).map { [$0] } ?? [])
  }

  /// The waiting peak, if a higher one at a time, in s, or at a sample could no longer replace it.
  private mutating func due(by time: Double, _ sample: Int, _ engine: SwingEngine) -> Peak? {
    let detector = engine.rules.impacts
    let patienceS = min(Self.patienceS, detector.refractoryS)
    guard let found = highest,
      // Counted in samples too: if timestamps stand still, no time passes.
      time - found.time >= patienceS
        || Double(sample - found.peak.index) >= patienceS * engine.acceleration.ring.prologue.rateHz
    else { return nil }
    highest = nil
    // Ringing of an event already reported.
    if let told, found.time - told.time < detector.refractoryS, abs(found.peak.value) <= abs(told.peak.value) {
      return nil
    }
    told = found
    return found.peak
  }

  private mutating func tell(_ peak: Peak, _ engine: SwingEngine, _ filtered: any Signal) throws -> [Seen] {
    let raw = engine.acceleration.ring.triaxial(from: 0)
    let impact = try engine.rules.impacts.impact(at: peak, filtered: filtered, raw: raw)
    let update = SwingUpdate(
      kind: .impact, impactTime: impact.time, onsetTime: impact.onsetTime, peakG: impact.peak, latencySamples: 0)
    waiting.append(((update, peak.index), SharedValue(impact)))
    return [(update, peak.index)]
  }

  /// The swing that an impact ends; nil if it ends none, or its motion has not arrived.
  private mutating func swing(
    of seen: Seen, with impact: SharedValue<Impact>, _ engine: SwingEngine
  ) throws -> Seen? {
    guard let starts = engine.rules.starts, let motion = engine.motion else { return nil }
    guard engine.covers(impact.value.time, .motion, afterS: 0) else {
      waiting.append((seen, impact))
      return nil
    }
    guard motion.ring.lastTime != nil else { return nil }
    // The engine computes it a minute at a time.
    let rotation = try DotSignal.rotationAlongGravity(
      rotationRate: motion.signals.rotationRate, gravity: motion.signals.gravity)
    let telling = SwingJudge.Telling(starts.judge, rateHz: rotation.timeBase.rate)
    do {
      guard case .swing(let swing) = try starts.judged(impact, rotation: rotation, telling) else { return nil }
      var found = seen
      found.update.kind = .swing(startTime: swing.startTime)
      return found
    } catch SignalError.left {
      // The clocks lie so far apart that there is no motion at that time.
      return nil
    }
  }
}
