/// When the timer of a workout ran, and its laps. The source of the streams `workout_event` and `workout_state`.
struct WorkoutTimer {
  /// The kinds of moments.
  enum Kind { case start, stop, lap, marker }

  private var moments: [(time: Double, kind: Kind)] = []
  /// The times of the device's records, in the file's order.
  private var records: [Double] = []
  /// The time when the workout was ended, if stated, in s.
  var end: Double?

  /// The longest interval between records of one workout, in s. A longer interval is a jump of the clock.
  private static let longestGapS = ActivityPart.longestPauseS

  /// Codes of layout version 1.
  private enum Event {
    static let pause = 1.0
    static let resume = 2.0
    static let lap = 3.0
    static let marker = 4.0
  }
  private enum State {
    static let running = 2.0
    static let ended = 3.0
    static let paused = 4.0
    static let stopped = 6.0
  }

  /// Adds a moment, in any order.
  mutating func add(_ time: Double, _ kind: Kind) { moments.append((time, kind)) }

  /// Adds the time of a record, in any order.
  mutating func addRecord(_ time: Double) { records.append(time) }

  /// The moments, sorted by time. Moments of equal time keep the order in which they were added. Starts, stops and laps
  /// after the stated end do not belong to the workout.
  private var ordered: [(time: Double, kind: Kind)] {
    let early = earlyStart.map { [(time: $0, kind: Kind.start)] } ?? []
    let end = end ?? .infinity
    return (early + moments.filter { $0.kind == .marker || $0.time <= end }).enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }

  /// The first and the last known start or stop of the timer, in s; nil if it never started or stopped.
  private var switches: ClosedRange<Double>? {
    let times = moments.filter { $0.kind == .start || $0.kind == .stop }.map(\.time)
    guard let first = times.min(), let last = times.max() else { return nil }
    return first...last
  }

  /// The first record before the timer's first start or stop, in s; nil without such a record. A device records while
  /// its timer runs: the message about the start is late or lost.
  private var earlyStart: Double? {
    guard let first = switches?.lowerBound else { return nil }
    var start = first
    for time in records.filter({ $0 < first }).sorted(by: >) {
      guard start - time <= Self.longestGapS else { break }
      start = time
    }
    return start < first ? start : nil
  }

  /// How long before the timer's first start or stop the records begin, in s; nil if they begin later.
  var earlyRecordsS: Double? { earlyStart.flatMap { start in switches.map { $0.lowerBound - start } } }

  /// The stop that ended the workout, in s; nil if the last known moment of the timer is a start.
  ///
  /// Devices write a stop for a pause, and another when the wearer ends the workout. Some devices write another stop
  /// when the workout is saved.
  /// - Parameter expected: the end according to the device's elapsed time; the nearest of these stops counts. If it is
  ///   nil, the last stop counts.
  func finalStop(near expected: Double?) -> Double? {
    let lastStart = moments.filter { $0.kind == .start }.map(\.time).max() ?? -.infinity
    let stops = moments.filter { $0.kind == .stop && $0.time >= lastStart }.map(\.time).sorted()
    guard let expected else { return stops.last }
    return stops.min { abs($0 - expected) < abs($1 - expected) }
  }

  /// The time of the last record up to a time, in s; nil without such a record.
  func lastRecord(until end: Double) -> Double? { records.filter { $0 <= end }.max() }

  /// The end of the workout, in s: the stated end, or the timer's last start or stop, or without a timer the last lap.
  private var lastTime: Double { end ?? switches?.upperBound ?? moments.map(\.time).max() ?? -.infinity }

  /// The index of the timer's last stop in `ordered` if no start follows it. This stop ends the workout and is not a
  /// pause.
  private var finalStop: Int? {
    let ordered = ordered
    guard let last = ordered.lastIndex(where: { $0.kind == .start || $0.kind == .stop }) else { return nil }
    return ordered[last].kind == .stop ? last : nil
  }

  /// Rows of codes, with strictly increasing timestamps.
  struct Rows {
    private(set) var stream: ActivityStream
    /// How many rows were moved to 1 ms after the row before, because their timestamps were not later.
    private(set) var movedCount = 0
    private static let stepS = 0.001

    init(_ stream: ActivityStream) { self.stream = stream }

    mutating func add(_ time: Double, _ code: Double) {
      let last = stream.rows.times.last ?? -.infinity
      // The layout requires increasing timestamps, but devices write whole seconds.
      if time <= last { movedCount += 1 }
      stream.add(time > last ? time : last + Self.stepS, [code])
    }
  }

  /// Pauses, resumes, laps and markers. A lap that ends with the workout is left out.
  var events: Rows {
    var rows = Rows(ActivityStream("workout_event", ["type"]))
    var (isRunning, hasRun) = (false, false)
    let (finalStop, lastTime) = (finalStop, lastTime)
    for (index, (time, kind)) in ordered.enumerated() {
      switch kind {
      case .start:
        if hasRun, !isRunning { rows.add(time, Event.resume) }
        (isRunning, hasRun) = (true, true)
      case .stop:
        if isRunning, index != finalStop { rows.add(time, Event.pause) }
        isRunning = false
      case .lap: if time < lastTime { rows.add(time, Event.lap) }
      case .marker: rows.add(time, Event.marker)
      }
    }
    return rows
  }

  /// Running, paused, stopped and ended.
  var states: Rows {
    var rows = Rows(ActivityStream("workout_state", ["state"]))
    var isRunning = false
    let (finalStop, lastTime) = (finalStop, lastTime)
    for (index, (time, kind)) in ordered.enumerated() where kind == .start || kind == .stop {
      if kind == .start, !isRunning { rows.add(time, State.running) }
      // A final stop at the stated end of the workout adds no row, because the state `ended` follows at the same time.
      if index == finalStop, end == nil || time < lastTime {
        rows.add(time, State.stopped)
      } else if kind == .stop, index != finalStop, isRunning {
        rows.add(time, State.paused)
      }
      isRunning = kind == .start
    }
    if end != nil, rows.stream.rows.count > 0 { rows.add(lastTime, State.ended) }
    return rows
  }
}
