/// Finds the dives of a recording in one pass over its rows, from blocks in the order of time.
///
/// The engine merges the rows of the three streams by their timestamps. A row waits until each other stream has reached
/// its timestamp or has ended. So the same rows give the same findings, to the last bit, however they are cut into
/// blocks. Memory holds only the waiting rows, one record per dive and one per state.
public struct SubmersionEngine: Sendable {
  /// A stream of a recording.
  public enum Stream: Hashable, Sendable, CaseIterable {
    /// `submersion_event`.
    case event
    /// `submersion_measurement`.
    case measurement
    /// `water_temperature`.
    case temperature
  }

  private var events = Queue<SubmersionEvent>()
  private var measurements = Queue<DepthMeasurement>()
  private var temperatures = Queue<TemperatureSample>()
  private var tracker: DiveTracker
  private var track: StateTrack
  private var lastTime = -Double.infinity

  /// Makes an engine at the start of a recording.
  /// - Parameters:
  ///   - rules: what to look for.
  ///   - streams: the streams that the recording has; the engine does not wait for rows of other streams.
  /// - Throws: ``SubmersionError`` for invalid rules.
  public init(
    _ rules: SubmersionRules = SubmersionRules(), streams: Set<Stream> = Set(Stream.allCases)
  ) throws(SubmersionError) {
    try rules.validate()
    tracker = DiveTracker(rules)
    track = StateTrack(rules)
    events.hasEnded = !streams.contains(.event)
    measurements.hasEnded = !streams.contains(.measurement)
    temperatures.hasEnded = !streams.contains(.temperature)
  }

  /// Takes the next events.
  public mutating func consume(_ rows: some Sequence<SubmersionEvent>) {
    for row in rows { events.append(row, at: row.time) }
    advance()
  }

  /// Takes the next measurements.
  public mutating func consume(_ rows: some Sequence<DepthMeasurement>) {
    for row in rows { measurements.append(row, at: row.time) }
    advance()
  }

  /// Takes the next temperatures.
  public mutating func consume(_ rows: some Sequence<TemperatureSample>) {
    for row in rows { temperatures.append(row, at: row.time) }
    advance()
  }

  /// Marks a stream as ended.
  public mutating func end(_ stream: Stream) {
    switch stream {
    case .event: events.hasEnded = true
    case .measurement: measurements.hasEnded = true
    case .temperature: temperatures.hasEnded = true
    }
    advance()
  }

  /// Ends all streams and returns the findings.
  public consuming func finish() -> SubmersionFindings {
    for stream in Stream.allCases { end(stream) }
    track.finish()
    return SubmersionFindings(
      dives: lastTime.isFinite ? tracker.finish(at: lastTime) : [], states: track.intervals,
      ignoredRows: events.ignored + measurements.ignored + temperatures.ignored)
  }

  /// Processes all rows that no later row of another stream can precede.
  private mutating func advance() {
    while true {
      let next = min(events.nextTime, measurements.nextTime, temperatures.nextTime)
      guard next < .infinity, events.isComplete(to: next), measurements.isComplete(to: next),
        temperatures.isComplete(to: next)
      else { return }
      // Among rows at the same time the event comes first: it determines the meaning of the measurement and the
      // temperature.
      lastTime = next
      if events.nextTime == next {
        tracker.take(events.removeFirst())
      } else if measurements.nextTime == next {
        track.take(tracker.take(measurements.removeFirst()))
      } else {
        tracker.take(temperatures.removeFirst())
      }
    }
  }
}

/// The results of a recording.
public struct SubmersionFindings: Hashable, Sendable {
  /// The dives, in the order of time.
  public internal(set) var dives: [Dive]
  /// The states, in the order of time.
  public internal(set) var states: [DepthStateInterval]
  /// Rows left out because their timestamps are not finite or not after the previous ones.
  public internal(set) var ignoredRows: Int

  /// The times between the dives.
  public var surfaceIntervals: [SurfaceInterval] {
    zip(dives.indices, zip(dives, dives.dropFirst())).map { index, pair in
      SurfaceInterval(startTime: pair.0.endTime, endTime: pair.1.startTime, diveBefore: index)
    }
  }
}

/// The time between two dives.
public struct SurfaceInterval: Hashable, Sendable {
  /// When the previous dive ended, in s on the recording's clock.
  public internal(set) var startTime: Double
  /// When the next dive began, in s on the recording's clock.
  public internal(set) var endTime: Double
  /// Position of the previous dive in the recording, from 0.
  public internal(set) var diveBefore: Int

  /// From start to end, in s.
  public var durationS: Double { endTime - startTime }
}

/// Rows of a stream that wait for rows of other streams.
private struct Queue<Row: Sendable>: Sendable {
  private var rows: [(time: Double, row: Row)] = []
  private var first = 0
  private var lastTime = -Double.infinity
  /// Rows that were left out.
  private(set) var ignored = 0
  var hasEnded = false

  /// The time of the next row; infinite if no row waits.
  var nextTime: Double { first < rows.count ? rows[first].time : .infinity }

  /// Whether all rows up to a time have arrived.
  func isComplete(to time: Double) -> Bool { hasEnded || lastTime >= time }

  mutating func append(_ row: Row, at time: Double) {
    guard time.isFinite, time > lastTime else {
      ignored += 1
      return
    }
    lastTime = time
    rows.append((time, row))
  }

  mutating func removeFirst() -> Row {
    let row = rows[first].row
    first += 1
    // Removed rarely, so that each row is moved about once.
    if first >= 1024, 2 * first >= rows.count {
      rows.removeSubrange(..<first)
      first = 0
    }
    return row
  }
}
