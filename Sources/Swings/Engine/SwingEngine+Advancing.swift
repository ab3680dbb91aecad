import Parallel
import Signals

/// Takes samples into the streams, and begins a new stretch if a clock goes back.
extension SwingEngine {
  /// Whether a stream has ended in the current stretch.
  func isOver(_ stream: Stream) -> Bool { ended.contains(stream) || waiting[stream] != nil }

  /// Whether a stream has ended altogether.
  private func isAtEnd(_ stream: Stream) -> Bool { ended.contains(stream) && waiting[stream] == nil }

  func append(_ piece: Piece, to stream: Stream, advancing: Bool = true) throws {
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
    // The other stream may be ready to continue before both wait.
    if advancing { try advance() }
    waiting[stream] = [Piece(block: piece.block, first: step, isBehindStep: true, borders: borders)]
    if advancing { try advance() }
  }

  /// From now on searches the newest samples for events to report at once.
  func startWatching() { watch = LiveWatch(from: acceleration.ring.held.lowerBound, rules.impacts) }

  /// Ends both streams.
  func endAll() throws {
    try guarded {
      ended = Set(Stream.allCases)
      try advance()
    }
  }

  /// The events since the last call.
  func takeUpdates() -> [SwingUpdate] {
    defer { updates = [] }
    return updates.map { seen in
      var update = seen.update
      update.latencySamples = acceleration.ring.count - 1 - seen.sample
      return update
    }
  }

  func look() throws {
    guard var watch else { return }
    updates += try watch.updates(of: self, isEnded: isOver(.acceleration))
    self.watch = watch
  }

  /// Processes the new samples: finds, measures, and drops what is no longer needed.
  ///
  /// - Parameter leavesWork: whether candidates may still wait for a spare worker to measure them when this returns.
  func advance(leavesWork: Bool = false) throws {
    repeat {
      sinceAdvance = 0
      try look()
      peaks += try acceleration.advance(isEnded: isOver(.acceleration))
      bursts += try motion?.advance(isEnded: isOver(.motion)) ?? []
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

  func measureAll() throws { repeat { try collect() } while try measure() }

  /// Begins the next stretch of waiting streams, once their last one is complete.
  private func beginStretches() throws -> Bool {
    let ready = Stream.allCases.filter { waiting[$0] != nil && isThrough($0) }
    // Each continues only up to its next step, which waits for the next round.
    for stream in ready {
      let pieces = waiting.removeValue(forKey: stream) ?? []
      if stream == .acceleration {
        acceleration.restart()
        if watch != nil { startWatching() }
        // Nothing is searched across a step.
        recent = AirSwingDetector.Neighbours()
      } else {
        motion?.restart()
      }
      for piece in pieces { try append(piece, to: stream, advancing: false) }
    }
    return !ready.isEmpty
  }

  /// Whether all work that needs a stream up to its last sample is complete.
  private func isThrough(_ stream: Stream) -> Bool {
    guard let last = ring(of: stream)?.lastTime else { return true }
    switch stream {
    case .acceleration: return peaks.isEmpty && !isOpen(.motion, upTo: last)
    case .motion: return bursts.isEmpty && !isOpen(.acceleration, upTo: last)
    }
  }

  /// Whether something may still be found in a stream at or before a time, or waits to be measured.
  func isOpen(_ stream: Stream, upTo time: Double) -> Bool {
    let pending = stream == .acceleration ? peaks.first.flatMap(self.time) : bursts.first?.time
    if let pending, pending <= time { return true }
    let measured = stream == .acceleration ? underWay?.firstPeakTime : underWay?.firstBurstTime
    if let measured, measured <= time { return true }
    return !isOver(stream) && (openTime(of: stream) ?? -.infinity) <= time
  }

  func time(of peak: Peak) -> Double? { try? acceleration.ring.timeBase.time(at: peak.index) }

  /// The time from which something may still be found in a stream; nil before its first sample.
  func openTime(of stream: Stream) -> Double? {
    guard let ring = ring(of: stream), !ring.held.isEmpty else { return nil }
    let open = stream == .acceleration ? acceleration.peaks.firstOpen : motion?.scannedCount ?? 0
    return try? ring.timeBase.time(at: min(max(open, ring.held.lowerBound), ring.held.upperBound - 1))
  }
}
