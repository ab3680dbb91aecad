import Parallel
import Signals

/// Finds the swings of a recording in one pass over its samples, from blocks in the order of time.
///
/// It holds the last seconds of both streams, as far as candidates under way need them, and one record a candidate. A file
/// and a live source feed the same engine: with the same rules and prologues the same samples give the same findings, to
/// the last bit, however they are cut into blocks, as long as neither stream is so far ahead that a clock's step back
/// cannot be told from a lag.
///
/// Where the clock of a stream goes back, a new stretch begins once the other stream has followed, or has shown that it
/// does not; nothing is looked for across it. To be used by one task at a time.
public final class SwingEngine {
  /// One of the two streams.
  public enum Stream: Hashable, Sendable, CaseIterable {
    /// The acceleration: x, y and z in g, gravity included.
    case acceleration
    /// The device motion, as ``MotionLayout`` has it.
    case motion
  }

  /// The rules.
  public let rules: SwingRules

  var acceleration: AccelerationTrack
  var motion: MotionTrack?
  private var records = SwingRecords()
  private var offset: OffsetTrack?
  private let history: (acceleration: History, motion: History)

  /// Peaks and bursts that wait for what lies around them, in order.
  private var peaks: [Peak] = []
  private var bursts: [PeakStream.Found] = []
  /// What was measured already of peaks that a higher one may still remove, by their samples.
  private var measuredEarly: [Int: ImpactRecord] = [:]
  /// Impacts and their swings that bursts may still lie near.
  private var recent = AirSwingDetector.Neighbours()
  /// What is being measured while more comes.
  private var underWay: CandidateBatch?
  private var ended: Set<Stream> = []
  /// What has come of a stream since its clock went back, until its next stretch begins.
  private var waiting: [Stream: [Piece]] = [:]
  private var sinceAdvance = 0

  /// Looks at the newest samples, where somebody wants to be told at once.
  private var watch: LiveWatch?
  private var updates: [LiveWatch.Seen] = []
  /// What has gone wrong: from then on the samples are not whole, and nothing more can be found in them.
  private var failure: (any Error)?

  /// Rows of a block, from one on, with its borders.
  private struct Piece {
    var block: SampleBlock
    var first = 0
    /// Whether it goes on behind a step of the clock.
    var isBehindStep = false
    var borders: (gaps: [Int], backward: [Int])?
  }

  /// Does something unless something has failed before.
  private func guarded<Result>(_ body: () throws -> Result) throws -> Result {
    if let failure { throw failure }
    do {
      return try body()
    } catch {
      failure = error
      throw error
    }
  }

  /// An engine at the start of a recording.
  ///
  /// - Parameters:
  ///   - rules: what is looked for.
  ///   - acceleration: what is known of the acceleration ahead.
  ///   - motion: the same of the device motion; nil where there is none.
  ///   - motionOffsetS: how late the stamps of the device motion are, in s: it is subtracted from them.
  ///   - layout: the channels of the device motion.
  /// - Throws: `FilterDesignError` for a filter that does not suit the rate, or `FFTWError`.
  public init(
    _ rules: SwingRules, acceleration: Prologue, motion: Prologue? = nil, motionOffsetS: Double = 0,
    layout: MotionLayout = MotionLayout()
  ) throws {
    self.rules = rules
    history = rules.history
    self.acceleration = try AccelerationTrack(rules, acceleration)
    self.motion = motion.map { MotionTrack(rules, $0, layout, shiftS: -motionOffsetS) }
    if let motion, layout.hasUserAcceleration {
      offset = OffsetTrack(
        OffsetEstimator(), delayed: motion.shifted(bySeconds: -motionOffsetS), reference: acceleration)
    }
    if motion == nil { ended.insert(.motion) }
  }

  /// Samples of the acceleration between two looks at what has come, where nobody waits for updates.
  private static let stride = 65_536

  /// Takes the samples that come next in a stream.
  ///
  /// - Throws: `TimeBaseError` for a stamp that is not finite, `CancellationError`.
  public func consume(_ block: SampleBlock, of stream: Stream) throws {
    try guarded {
      try append(Piece(block: block), to: stream)
      sinceAdvance += stream == .acceleration ? block.count : 4 * block.count
      if sinceAdvance >= Self.stride { try advance(leavesWork: true) } else { try look() }
    }
  }

  /// Says that nothing more comes of a stream.
  /// - Throws: as ``consume(_:of:)``.
  public func end(_ stream: Stream) throws {
    try guarded {
      ended.insert(stream)
      try advance()
    }
  }

  /// Ends both streams and decides.
  /// - Throws: as ``consume(_:of:)``.
  public func finish() throws -> SwingFindings {
    try endAll()
    defer { records = SwingRecords() }
    return findings
  }

  /// What can be decided from what has come so far; a stream that breaks off has these.
  public var findings: SwingFindings {
    // What has failed before has left what was measured until then.
    try? guarded { try advance() }
    // Whether a worker measures or not, all that is ready is measured.
    try? measureAll()
    return SwingFindings(records, rules: rules)
  }

  /// How late the stamps of the device motion are against those of the acceleration, as recorded; nil where it cannot be
  /// told so far.
  public var motionOffset: OffsetEstimate? {
    offset?.estimate.map {
      OffsetEstimate(
        seconds: $0.seconds - (motion?.ring.shiftS ?? 0), correlation: $0.correlation, spread: $0.spread)
    }
  }

  /// The stream itself: its stamps, and what is held of it.
  public func ring(of stream: Stream) -> StreamRing? {
    stream == .acceleration ? acceleration.ring : motion?.ring
  }
}

extension SwingEngine {
  /// Whether nothing more comes of a stream in the present stretch.
  private func isOver(_ stream: Stream) -> Bool { ended.contains(stream) || waiting[stream] != nil }

  /// Whether nothing more comes of a stream at all.
  private func isAtEnd(_ stream: Stream) -> Bool { ended.contains(stream) && waiting[stream] == nil }

  private func append(_ piece: Piece, to stream: Stream, advancing: Bool = true) throws {
    guard let ring = ring(of: stream), !piece.block.times.isEmpty else { return }
    var piece = piece
    piece.borders = try piece.borders ?? ring.look(at: piece.block)
    guard waiting[stream] == nil else {
      waiting[stream]?.append(piece)
      return
    }
    guard let borders = piece.borders else { return }
    guard let step = borders.backward.first(where: { piece.isBehindStep ? $0 > piece.first : true }) else {
      return ring.append(piece.first..<piece.block.count, of: piece.block, gaps: borders.gaps)
    }
    ring.append(piece.first..<step, of: piece.block, gaps: borders.gaps)
    // Before both wait, the other one may be ready to go on.
    if advancing { try advance() }
    waiting[stream] = [Piece(block: piece.block, first: step, isBehindStep: true, borders: borders)]
    if advancing { try advance() }
  }

  /// From now on looks at the newest samples for what can be told at once.
  func startWatching() { watch = LiveWatch(from: acceleration.ring.held.lowerBound, rules.impacts) }

  /// Ends both streams.
  func endAll() throws {
    try guarded {
      ended = Set(Stream.allCases)
      try advance()
    }
  }

  /// What can be told since this was last asked.
  func takeUpdates() -> [SwingUpdate] {
    defer { updates = [] }
    return updates.map { seen in
      var update = seen.update
      update.latencySamples = acceleration.ring.count - 1 - seen.sample
      return update
    }
  }

  private func look() throws {
    guard var watch else { return }
    updates += try watch.updates(of: self, isEnded: isOver(.acceleration))
    self.watch = watch
  }

  /// Looks at what has come: finds, measures, lets go.
  ///
  /// - Parameter leavesWork: whether a spare worker may still be measuring once this returns.
  func advance(leavesWork: Bool = false) throws {
    repeat {
      sinceAdvance = 0
      try look()
      peaks += try acceleration.advance(isEnded: isOver(.acceleration))
      bursts += try motion?.advance(isEnded: isOver(.motion)) ?? []
      peaks.sort { $0.index < $1.index }
      try offset?.advance(
        acceleration: acceleration.ring, isAccelerationEnded: isAtEnd(.acceleration), motion: motion,
        isMotionEnded: isAtEnd(.motion))
      let mayLeave = leavesWork && waiting.isEmpty && SpareWorkers.current != nil
      if mayLeave {
        try collect()
        _ = try measure()
      } else {
        try measureAll()
      }
      try drop()
    } while try beginStretches()
  }

  private func measureAll() throws { repeat { try collect() } while try measure() }

  /// Begins the next stretch of streams that wait for it, once nothing of their last one is under way.
  private func beginStretches() throws -> Bool {
    let ready = Stream.allCases.filter { waiting[$0] != nil && isThrough($0) }
    // Each goes on up to its next step alone, which waits for the next round.
    for stream in ready {
      let pieces = waiting.removeValue(forKey: stream) ?? []
      if stream == .acceleration {
        acceleration.restart()
        if watch != nil { startWatching() }
        // Nothing is looked for across a step.
        recent = AirSwingDetector.Neighbours()
      } else {
        motion?.restart()
      }
      for piece in pieces { try append(piece, to: stream, advancing: false) }
    }
    return !ready.isEmpty
  }

  /// Whether nothing is under way any more that needs a stream up to its last sample.
  private func isThrough(_ stream: Stream) -> Bool {
    guard let last = ring(of: stream)?.lastTime else { return true }
    switch stream {
    case .acceleration: return peaks.isEmpty && !isOpen(.motion, upTo: last)
    case .motion: return bursts.isEmpty && !isOpen(.acceleration, upTo: last)
    }
  }

  /// Whether something may still be found in a stream at or before a time, or waits to be measured.
  private func isOpen(_ stream: Stream, upTo time: Double) -> Bool {
    let pending = stream == .acceleration ? peaks.first.flatMap(self.time) : bursts.first?.time
    if let pending, pending <= time { return true }
    let measured = stream == .acceleration ? underWay?.firstPeakTime : underWay?.firstBurstTime
    if let measured, measured <= time { return true }
    return !isOver(stream) && (openTime(of: stream) ?? -.infinity) <= time
  }

  private func time(of peak: Peak) -> Double? { try? acceleration.ring.timeBase.time(at: peak.index) }

  /// The time from which on something may still be found in a stream; nil before its first sample.
  private func openTime(of stream: Stream) -> Double? {
    guard let ring = ring(of: stream), !ring.held.isEmpty else { return nil }
    let open = stream == .acceleration ? acceleration.peaks.firstOpen : motion?.scannedCount ?? 0
    return try? ring.timeBase.time(at: min(max(open, ring.held.lowerBound), ring.held.upperBound - 1))
  }
}

// Measuring: what is ready is measured by itself, so that several may be at once.
extension SwingEngine {
  /// Has all measured that is ready.
  ///
  /// - Returns: whether there was anything.
  private func measure() throws -> Bool {
    // First, as all impacts near a burst have to be known.
    let bursts = takeReadyBursts()
    let (known, peaks, early) = takeReadyPeaks()
    for record in known { add(record) }
    guard !peaks.isEmpty || !early.isEmpty || !bursts.isEmpty else { return !known.isEmpty }
    let times = (peaks.first.flatMap(time), bursts.first?.time)
    let (raw, filtered) = acceleration.frozen()
    let meter = try CandidateMeter(
      rules, SwingSignals(acceleration: raw, filtered: filtered, motion: motion?.frozen()))
    underWay = CandidateBatch(meter, peaks, early: early, bursts, near: recent, firstTimes: times)
    return true
  }

  /// Takes what was measured.
  private func collect() throws {
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

  /// Whether a stream holds all that is looked at around a moment of the other one.
  func covers(_ time: Double, _ stream: Stream, afterS: Double) -> Bool {
    guard let last = ring(of: stream)?.lastTime else { return ended.contains(stream) }
    // In the next stretch it may be there; where both wait, nothing more comes in this one.
    if waiting[stream] != nil { return time <= last || waiting.count == Stream.allCases.count }
    return ended.contains(stream) || last > time + afterS
  }

  private func isReady(_ peak: Peak) -> Bool {
    let after = Int(history.acceleration.afterS * acceleration.ring.prologue.rateHz) + acceleration.halfLength + 2
    guard isOver(.acceleration) || acceleration.scannedCount > peak.index + after else { return false }
    guard motion != nil, rules.starts != nil, let time = time(of: peak) else { return true }
    return covers(time, .motion, afterS: history.motion.afterS)
  }

  /// Takes the peaks that can be measured by now, with the records of those that were already, and gives some that may
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

  /// Peaks that a higher one may still remove, but that have waited for it for so long that the samples around them would
  /// have to be held: where peaks follow each other without a pause.
  private func waitingTooLong() -> [Peak] {
    let limit = acceleration.scannedCount - Int((rules.impacts.noiseWindowS + 20) * acceleration.ring.prologue.rateHz)
    return acceleration.peaks.waitingPeaks.lazy.map(\.peak).prefix { $0.index < limit }.map(\.self)
  }

  private func isReady(_ burst: PeakStream.Found, _ detector: AirSwingDetector) -> Bool {
    guard isOver(.motion) || covers(burst.time, .motion, afterS: history.motion.afterS) else { return false }
    // A higher peak of its lobe may be claimed by an impact as far behind that one as a swing is long.
    let claimedS = max(detector.clearanceAfterS, rules.starts?.judge.finder.maxDurationS ?? 0)
    let afterS = detector.refractoryS + claimedS + history.acceleration.afterS
    guard covers(burst.time, .acceleration, afterS: afterS) else { return false }
    // All impacts near it have to be known.
    return !isOpen(.acceleration, upTo: burst.time + afterS)
  }

  private func takeReadyBursts() -> [PeakStream.Found] {
    guard let detector = rules.airSwings else { return [] }
    let ready = Array(bursts.prefix { isReady($0, detector) })
    bursts.removeFirst(ready.count)
    return ready
  }

  /// Lets go of what no candidate needs, now or to come.
  private func drop() throws {
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
    // The last sample before it stays, as it tells since when there is no motion.
    motion.drop(
      before: try motion.ring.index(atOrAfter: min(peakTime, burstTime, stretch) - history.motion.beforeS) - 1)
    let air = rules.airSwings
    recent.drop(before: burstTime - 5 - 2 * (air?.refractoryS ?? 0) - (air?.clearanceBeforeS ?? 0))
  }

  /// The time of the first sample that may still become an impact, or waits to be measured; nil before the first of all.
  private func earliestPeak(from open: Int) -> Double? {
    if peaks.isEmpty, watch?.isWaiting != true, isOver(.acceleration) { return .infinity }
    let held = acceleration.ring.held
    guard !held.isEmpty else { return nil }
    return try? acceleration.ring.timeBase.time(at: min(max(open, held.lowerBound), held.upperBound - 1))
  }

  /// The same of bursts.
  private func earliestBurst() -> Double? {
    if let first = bursts.first { return first.time }
    return motion == nil || isOver(.motion) ? .infinity : openTime(of: .motion)
  }
}
