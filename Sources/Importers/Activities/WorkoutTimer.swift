/// When the timer of a workout ran, and its laps: from these come the streams `workout_event` and `workout_state`.
struct WorkoutTimer {
  /// Something that happened.
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

  /// The moments in order; those of one time as they came.
  private var ordered: [(time: Double, kind: Kind)] {
    moments.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }

  /// The last moment of the workout: the timer's last, or when it was said to have ended.
  private var lastTime: Double { max(moments.map(\.time).max() ?? -.infinity, end ?? -.infinity) }

  /// The last stop of the timer is not a pause if nothing follows.
  private var finalStop: Int? {
    let ordered = ordered
    guard let last = ordered.lastIndex(where: { $0.kind == .start || $0.kind == .stop }) else { return nil }
    return ordered[last].kind == .stop ? last : nil
  }

  /// Rows of codes, whose timestamps are made to differ.
  struct Rows {
    private(set) var stream: ActivityStream
    /// How many rows were put behind the one before, whose timestamp they had.
    private(set) var movedCount = 0
    private static let stepS = 0.001

    init(_ stream: ActivityStream) { self.stream = stream }

    mutating func add(_ time: Double, _ code: Double) {
      let last = stream.rows.times.last ?? -.infinity
      // The layout has timestamps increase, and devices write whole seconds.
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
      // If both end at the same time, the timer was not stopped before.
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
