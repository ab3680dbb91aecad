/// Follows submersions and surfacings in the order of time.
struct DiveTracker: Sendable {
  /// A copy of a dive at a time at which it may have ended.
  private struct Kept: Sendable {
    var since: Double
    var dive: DiveMeter
    var closing: Dive.Closing
  }

  private let rules: SubmersionRules
  private var reader: DepthReader
  private var event = SubmersionEvent.State.unknown
  private var hasEvents = false
  private var lastMeasurement: Double?
  private var open: DiveMeter?
  /// The open dive at the beginning of the current surfacing.
  private var surfaced: Kept?
  /// The open dive at the first of the current depths at the surface.
  private var afloat: Kept?
  /// The open dive at the time its depth was lost; nil if the depth has come back.
  private var lost: Kept?
  /// Whether depths at the surface have ended a dive, and still continue.
  private var isAdrift = false
  private(set) var dives: [Dive] = []

  init(_ rules: SubmersionRules) {
    self.rules = rules
    reader = DepthReader(rules)
  }

  /// Takes an event.
  mutating func take(_ next: SubmersionEvent) {
    settle(at: next.time)
    if isForgotten(at: next.time) { pause() }
    event = next.state
    hasEvents = true
    switch next.state {
    case .submerged: submerge(at: next.time, by: .event)
    case .notSubmerged: surface(at: next.time, by: .event)
    case .unknown: break
    }
  }

  /// Takes a measurement and returns it with derived values.
  mutating func take(_ measurement: DepthMeasurement) -> Reading {
    let time = measurement.time
    settle(at: time)
    if isForgotten(at: time) { pause() }
    let reading = reader.read(measurement, after: event)
    let isFirst = lastMeasurement == nil && !hasEvents
    lastMeasurement = time
    endLost(reading)
    guard reading.isSubmerged else {
      isAdrift = false
      surface(at: time, by: measurement.ownState == .notSubmerged ? .ownState : .depth)
      return reading
    }
    if reading.isAtSurface, isAdrift { return reading }
    isAdrift = false
    submerge(at: time, by: isFirst ? .recordingStart : measurement.ownState.isSubmerged ? .ownState : .depth)
    noteSurface(reading)
    if reading.isLost, lost == nil, var then = open {
      then.advance(to: time)
      lost = Kept(since: time, dive: then, closing: .pause)
    }
    open?.take(reading)
    return reading
  }

  /// Takes a temperature.
  mutating func take(_ sample: TemperatureSample) {
    settle(at: sample.time)
    if surfaced == nil { open?.take(sample) }
  }

  /// Ends the open dive and returns the dives.
  /// - Parameter time: the last time of the recording with any data.
  mutating func finish(at time: Double) -> [Dive] {
    settle(at: time)
    if isForgotten(at: time) { pause() }
    if let kept = surfaced {
      close(kept.dive, by: kept.closing)
    } else if var last = open {
      last.advance(to: max(last.cursor, min(time, lastKnown(time))))
      close(last, by: .recordingEnd)
    }
    open = nil
    for index in dives.indices.dropFirst() {
      dives[index].surfaceIntervalBeforeS = dives[index].startTime - dives[index - 1].endTime
    }
    return dives
  }

  /// Without an event nothing shows that the watch is under water after its last measurement.
  private func lastKnown(_ time: Double) -> Double { event == .submerged ? time : lastMeasurement ?? time }

  /// Ends the dive if its surfacing has lasted long enough.
  private mutating func settle(at time: Double) {
    guard let kept = surfaced, time - kept.since >= rules.debounceS else { return }
    close(kept.dive, by: kept.closing)
    (open, surfaced, afloat, lost) = (nil, nil, nil, nil)
  }

  /// Whether no measurement has come for so long that the dive is over: the event that ended the dive may be lost.
  private func isForgotten(at time: Double) -> Bool {
    guard let lastMeasurement, time - lastMeasurement > rules.surfaceTimeS else { return false }
    // A dive known only from events has no measurements to wait for.
    return event == .unknown || event == .submerged && (open?.dive.measurementCount ?? 0) > 0
  }

  /// Ends a dive at its last measurement.
  private mutating func pause() {
    if let open, surfaced == nil { close(open, by: .pause) }
    (open, surfaced, afloat, lost, isAdrift) = (nil, nil, nil, nil, false)
    event = .unknown
  }

  private mutating func submerge(at time: Double, by opening: Dive.Opening) {
    guard open != nil else {
      open = DiveMeter(rules, from: time, by: opening)
      return
    }
    guard let kept = surfaced else { return }
    open?.advance(to: time)
    open?.bridge(from: kept.since, to: time)
    surfaced = nil
  }

  private mutating func surface(at time: Double, by closing: Dive.Closing) {
    guard open != nil, surfaced == nil else { return }
    open?.surface(at: time)
    if let open { surfaced = Kept(since: time, dive: open, closing: closing) }
  }

  /// Ends the dive with the first depth at the surface if such depths have continued for too long.
  private mutating func noteSurface(_ reading: Reading) {
    guard reading.isAtSurface, let current = open else {
      afloat = nil
      return
    }
    guard let kept = afloat else {
      var then = current
      then.advance(to: reading.time)
      afloat = Kept(since: reading.time, dive: then, closing: .surfaceTime)
      return
    }
    guard reading.time - kept.since > rules.surfaceTimeS else { return }
    close(kept.dive, by: kept.closing)
    (open, surfaced, afloat, lost) = (nil, nil, nil, nil)
    isAdrift = true
  }

  /// Ends a dive at the time its depth was lost, if it did not come back.
  private mutating func endLost(_ reading: Reading) {
    guard !reading.isLost, let kept = lost else { return }
    lost = nil
    guard !reading.isSubmerged, reading.time - kept.since > rules.surfaceTimeS else { return }
    close(kept.dive, by: kept.closing)
    (open, surfaced, afloat) = (nil, nil, nil)
  }

  private mutating func close(_ dive: DiveMeter, by closing: Dive.Closing) {
    // Depths near 0 without other evidence mean a watch or dive computer at the surface.
    if dive.isSure { dives.append(dive.closed(by: closing)) }
  }
}
