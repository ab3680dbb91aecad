import Signals

/// Looks at the newest samples of an engine for what is told at once.
///
/// The engine's own filter works in blocks of a second; here samples are summed up as they come, so that half a kernel
/// is all that has to follow one.
struct LiveWatch {
  /// A peak is told once no higher one has come for so long, in s, or for the refractory period if that is shorter.
  private static let patienceS = 0.3

  private var scanned: Int
  private var scanner: PeakScanner
  /// The highest peak that waits, and the last one that was told.
  private var highest: PeakStream.Found?
  private var told: PeakStream.Found?
  /// Impacts whose swings wait for device motion.
  private var waiting: [Seen] = []

  /// Something that was seen, with the sample of its peak; how long it took is known when it is told.
  typealias Seen = (update: SwingUpdate, sample: Int)

  /// The first sample that it still looks at.
  var neededFrom: Int { highest?.peak.index ?? min(scanned, scanner.pendingIndex ?? scanned) }

  /// Whether an event was seen but not reported yet.
  var isWaiting: Bool { highest != nil || !waiting.isEmpty }

  /// A watch of a stretch that begins with a sample.
  init(from sample: Int, _ detector: ImpactDetector) {
    scanned = sample
    scanner = Self.scanner(from: sample, detector)
  }

  private static func scanner(from sample: Int, _ detector: ImpactDetector) -> PeakScanner {
    PeakScanner(level: Float(detector.thresholdG), start: sample)
  }

  /// What is new since it was last asked.
  ///
  /// - Parameter isEnded: whether the stretch is over, so that nothing higher can come.
  mutating func updates(of engine: SwingEngine, isEnded: Bool) throws -> [Seen] {
    guard let filtered = engine.acceleration.newest else { return [] }
    var updates = try scan(filtered, engine, isEnded: isEnded).flatMap { try tell($0, engine, filtered) }
    let later = waiting
    waiting = []
    for (update, sample) in later { updates += try swing(of: update, at: sample, engine).map { [($0, sample)] } ?? [] }
    return updates
  }

  /// Looks at the samples that can be filtered by now, segment by segment, as nothing is a neighbour across a gap; the
  /// peaks that are due by them.
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
    // The sides of a plateau under way are not both known.
    let open = scanner.pendingIndex ?? scanned - 1
    return try peaks + (due(by: isEnded ? .infinity : timeBase.time(at: open), open, engine).map { [$0] } ?? [])
  }

  /// The peak that waits, where a higher one at a time, in s, or at a sample could not take its place.
  private mutating func due(by time: Double, _ sample: Int, _ engine: SwingEngine) -> Peak? {
    let detector = engine.rules.impacts
    let patienceS = min(Self.patienceS, detector.refractoryS)
    guard let found = highest,
      // By samples, too: where timestamps stand still, no time passes.
      time - found.time >= patienceS
        || Double(sample - found.peak.index) >= patienceS * engine.acceleration.ring.prologue.rateHz
    else { return nil }
    highest = nil
    // Ringing of what was told already.
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
    waiting.append((update, peak.index))
    return [(update, peak.index)]
  }

  /// The swing that an impact ends; nil where it ends none, or where its motion has not come.
  private mutating func swing(of update: SwingUpdate, at sample: Int, _ engine: SwingEngine) throws -> SwingUpdate? {
    guard let starts = engine.rules.starts, let motion = engine.motion else { return nil }
    guard engine.covers(update.impactTime, .motion, afterS: 0) else {
      waiting.append((update, sample))
      return nil
    }
    guard motion.ring.lastTime != nil else { return nil }
    // The engine works it out a minute at a time.
    let rotation = try DotSignal.rotationAlongGravity(
      rotationRate: motion.signals.rotationRate, gravity: motion.signals.gravity)
    let impact = Impact(
      sample: 0, time: update.impactTime, subsampleTime: update.impactTime, onsetTime: update.onsetTime,
      peak: update.peakG, threshold: 0, noiseSigma: 0, isSaturated: false)
    let telling = SwingJudge.Telling(starts.judge, rateHz: rotation.timeBase.rate)
    do {
      guard case .swing(let swing) = try starts.judged(Shared(impact), rotation: rotation, telling) else { return nil }
      var found = update
      found.kind = .swing(startTime: swing.startTime)
      return found
    } catch SignalError.left {
      // The clocks lie so far apart that there is no motion at that time.
      return nil
    }
  }
}
