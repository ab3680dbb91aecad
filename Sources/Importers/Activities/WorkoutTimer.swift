/// When the timer of a workout ran, and its laps. The streams `workout_event` and `workout_state` are made from these.
struct WorkoutTimer {
  /// What happened at a moment.
  enum Kind { case start, stop, lap, marker }

  private var moments: [(time: Double, kind: Kind)] = []
  /// The time when the workout was ended, if stated, in s.
  var end: Double?

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

  /// The moments in the order of time; those of equal time in the order in which they were added.
  private var ordered: [(time: Double, kind: Kind)] {
    moments.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }

  /// The end of the workout, in s: the last moment or the stated end, whichever is later.
  private var lastTime: Double { max(moments.map(\.time).max() ?? -.infinity, end ?? -.infinity) }

  /// The index of the timer's last stop in ``ordered`` if no start follows it. It ends the workout and is no pause.
  private var finalStop: Int? {
    let ordered = ordered
    guard let last = ordered.lastIndex(where: { $0.kind == .start || $0.kind == .stop }) else { return nil }
    return ordered[last].kind == .stop ? last : nil
  }

  /// Rows of codes, with strictly increasing timestamps.
  struct Rows {
    private(set) var stream: ActivityStream
    /// How many rows were moved to 1 ms after the row before, since their timestamps were not later than its own.
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
      // A final stop at the stated end of the workout gives no row of its own: the state `ended` stands for it.
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
