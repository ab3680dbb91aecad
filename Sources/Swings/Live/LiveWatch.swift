import Signals

/// Looks at the newest samples of an engine for what is told at once.
///
/// The engine's own filter works in blocks of a second; here samples are summed up as they come, so that half a kernel is
/// all that has to follow one.
struct LiveWatch {
  /// A peak is told once no higher one has come for so long, in s, or for the refractory period if that is shorter.
  private static let patienceS = 0.3

  private var scanned: Int
  private var before: (Float, Float) = (0, 0)
  /// The highest peak that waits, and the last one that was told.
  private var highest: Peak?
  private var told: Peak?
  /// Impacts whose swings wait for device motion.
  private var waiting: [Seen] = []

  /// Something that was seen, with the sample of its peak; how long it took is known when it is told.
  typealias Seen = (update: SwingUpdate, sample: Int)

  /// The first sample that it still looks at.
  var neededFrom: Int { highest?.index ?? scanned }

  /// What is new since it was last asked.
  ///
  /// - Parameter isEnded: whether the stretch is over, so that nothing higher can come.
  mutating func updates(of engine: SwingEngine, isEnded: Bool) throws -> [Seen] {
    guard let filtered = engine.acceleration.newest else { return [] }
    let end = engine.acceleration.ring.count - engine.acceleration.halfLength
    var updates: [Seen] = []
    if end > scanned {
      try filtered.withSamples(scanned..<end) { samples in
        for place in samples.indices {
          if let peak = step(samples[place], scanned + place, engine) { try updates += tell(peak, engine, filtered) }
        }
      }
      scanned = end
    }
    if isEnded, let peak = highest {
      highest = nil
      updates += try tell(peak, engine, filtered)
    }
    let later = waiting
    waiting = []
    for (update, sample) in later { updates += try swing(of: update, at: sample, engine).map { [($0, sample)] } ?? [] }
    return updates
  }

  /// A watch of a stretch that begins with a sample.
  init(from sample: Int = 0) { scanned = sample }

  /// Takes a sample; the peak that is due by it.
  private mutating func step(_ sample: Float, _ index: Int, _ engine: SwingEngine) -> Peak? {
    let detector = engine.rules.impacts
    let (first, middle) = (abs(before.0), abs(before.1))
    if middle > first, middle >= abs(sample), Double(middle) >= engine.acceleration.peaks.threshold(detector.thresholdG)
    {
      let peak = Peak(index: index - 1, value: before.1, threshold: Float(detector.thresholdG), noiseSigma: 0)
      if middle > abs(highest?.value ?? 0) { highest = peak }
    }
    before = (before.1, sample)
    let rate = engine.acceleration.ring.prologue.rateHz
    guard let peak = highest, Double(index - peak.index) >= min(Self.patienceS, detector.refractoryS) * rate else {
      return nil
    }
    highest = nil
    // Ringing of what was told already.
    if let told, Double(peak.index - told.index) < detector.refractoryS * rate, abs(peak.value) <= abs(told.value) {
      return nil
    }
    told = peak
    return peak
  }

  private mutating func tell(_ peak: Peak, _ engine: SwingEngine, _ filtered: any Signal) throws -> [Seen] {
    let channel = Axis.allCases.firstIndex(of: engine.rules.impacts.axis) ?? 2
    let raw = engine.acceleration.ring.signal(channel)
    let impact = try engine.rules.impacts.impact(at: peak, filtered: filtered, raw: raw)
    let update = SwingUpdate(
      kind: .impact, impactTime: impact.time, onsetTime: impact.onsetTime, peakG: impact.peak, latencySamples: 0)
    waiting.append((update, peak.index))
    return [(update, peak.index)]
  }

  /// The swing that an impact ends; nil where it ends none, or where its motion has not come.
  private mutating func swing(of update: SwingUpdate, at sample: Int, _ engine: SwingEngine) throws -> SwingUpdate? {
    guard let starts = engine.rules.starts, let motion = engine.motion, let last = motion.ring.lastTime else {
      return nil
    }
    guard last >= update.impactTime else {
      waiting.append((update, sample))
      return nil
    }
    // The engine works it out a minute at a time.
    let rotation = try DotSignal.rotationAlongGravity(
      rotationRate: motion.signals.rotationRate, gravity: motion.signals.gravity)
    let impact = Impact(
      sample: 0, time: update.impactTime, subsampleTime: update.impactTime, onsetTime: update.onsetTime,
      peak: update.peakG, threshold: 0, noiseSigma: 0, isSaturated: false)
    guard
      case .swing(let swing) = try starts.judged(
        impact, rotation: rotation, SwingJudge.Telling(starts.judge, rateHz: rotation.timeBase.rate))
    else { return nil }
    var found = update
    found.kind = .swing(startTime: swing.startTime)
    return found
  }
}
