/// When a workout began and ended, and when its timer ran.
public struct TimerTime: Hashable, Sendable {
  /// The source of the timer time.
  public enum Source: String, Hashable, Sendable, CaseIterable {
    /// The states of a device.
    case states
    /// Its pause and resume events.
    case events
    /// States and events are missing: time without a sample of any stream is a pause. Drinks do not count as samples.
    case gaps
  }

  /// The source.
  public var source: Source
  /// Start and end, s.
  public var start, end: Double
  /// The stretches of time that count, s, in order.
  public var running: [ClosedRange<Double>]

  /// Time from start to end, s.
  public var elapsedS: Double { end - start }
  /// Time that counts, s.
  public var timerS: Double { running.reduce(0) { $0 + $1.upperBound - $1.lowerBound } }

  /// The time that counts between two moments, s.
  package func timerS(from start: Double, to end: Double) -> Double {
    running.reduce(0) { $0 + max(0, min($1.upperBound, end) - max($1.lowerBound, start)) }
  }

  /// Determines the times of a device's recording, whose data are in order; nil for a recording without data.
  ///
  /// States take precedence over events, and events over gaps. States and events after the end of the device's own
  /// session, if any, are ignored. If the recording does not state when the timer stopped, the timer stopped one
  /// sampling interval after the last sample of any stream except water.
  public init?(_ recording: DeviceRecording, rules: WorkoutRules) {
    let limit = recording.summary?.endTime ?? .infinity
    let times = recording.measuredTimes
    let span = recording.sampleSpan
    let interval = recording.samplingIntervalS(gapLimitS: rules.gapLimitS)
    let lastSample = (times.last ?? span?.upperBound).map { $0 + interval }
    let states = recording.states.filter { $0.time <= limit }
    let switches = Self.switches(recording.events).filter { $0.time <= limit }
    if states.contains(where: { $0.state == .running }) {
      self.init(source: .states, switches: states.map { ($0.time, $0.state == .running) }, openEnd: lastSample)
      if let over = states.last(where: { $0.state == .ended || $0.state == .stopped }), over.time > end {
        end = over.time
      }
    } else if !switches.isEmpty {
      let first = min(span?.lowerBound ?? .infinity, recording.summary?.startTime ?? .infinity, switches[0].time)
      let begin = switches[0].isOn && switches[0].time - first < 1 ? [] : [(time: first, isOn: true)]
      self.init(
        source: .events, switches: begin + switches,
        openEnd: max(lastSample ?? -.infinity, switches[switches.count - 1].time))
    } else if let span, let lastSample {
      self.init(source: .gaps, start: span.lowerBound, end: lastSample, running: [])
      running = Self.stretches(times, interval: interval, gapLimitS: rules.gapLimitS)
    } else {
      return nil
    }
  }

  private init(source: Source, start: Double, end: Double, running: [ClosedRange<Double>]) {
    self.source = source
    self.start = start
    self.end = end
    self.running = running
  }

  private init(source: Source, switches: [(time: Double, isOn: Bool)], openEnd: Double?) {
    var running: [ClosedRange<Double>] = []
    var since: Double?
    for change in switches {
      if change.isOn {
        since = since ?? change.time
      } else if let begun = since {
        running.append(begun...max(begun, change.time))
        since = nil
      }
    }
    let last = switches.last?.time ?? 0
    var end = last
    if let begun = since {
      end = max(openEnd ?? last, begun)
      running.append(begun...end)
    }
    self.init(source: source, start: running.first?.lowerBound ?? last, end: end, running: running)
  }

  /// When events start and stop the timer.
  private static func switches(_ events: [WorkoutEvent]) -> [(time: Double, isOn: Bool)] {
    events.compactMap { event in
      switch event.kind {
      case .pause, .motionPaused: (event.time, false)
      case .resume, .motionResumed: (event.time, true)
      default: nil
      }
    }
  }

  private static func stretches(_ times: [Double], interval: Double, gapLimitS: Double) -> [ClosedRange<Double>] {
    var stretches: [ClosedRange<Double>] = []
    var start = times.first ?? 0
    for index in times.indices.dropFirst() where times[index] - times[index - 1] > max(gapLimitS, 1.5 * interval) {
      stretches.append(start...(times[index - 1] + interval))
      start = times[index]
    }
    if let last = times.last { stretches.append(start...(last + interval)) }
    return stretches
  }
}

extension DeviceRecording {
  /// The streams that are measured continuously: all but water.
  private var measured: [Samples] { streams.filter { $0.key != .waterVolume }.map(\.value) }

  /// The moments of all measured streams, in order.
  fileprivate var measuredTimes: [Double] {
    var merged: [Double] = []
    // Many devices write all streams at the same moments.
    for samples in measured where samples.times != merged { merged += samples.times }
    return merged.sorted()
  }

  /// The shortest sampling interval of a measured stream, s; 1 without a measured stream.
  fileprivate func samplingIntervalS(gapLimitS: Double) -> Double {
    measured.filter { $0.count > 1 }.map { SamplingInterval($0.times, gapLimitS: gapLimitS).medianS }.min() ?? 1
  }

  /// The time from the first sample of any measured stream to the last; of drinks without measured streams.
  var sampleSpan: ClosedRange<Double>? {
    let samples = measured.contains { !$0.isEmpty } ? measured : Array(streams.values)
    let firsts = samples.compactMap(\.times.first)
    let lasts = samples.compactMap(\.times.last)
    guard let first = firsts.min(), let last = lasts.max(), first <= last else { return nil }
    return first...last
  }
}
