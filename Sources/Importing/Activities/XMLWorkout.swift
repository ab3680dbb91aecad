import SPBasics
import SPRecordings

/// A workout of a TCX or GPX file while its points are read.
struct XMLWorkout {
  /// The measurements at one time.
  struct Point {
    var time: Double?
    var latitude, longitude, altitude: Double?
    var power, cadence, speed, distance, heartRate: Double?
  }

  /// The sport; nil if the file states none.
  var sport: String?
  var laps = TCXLaps()
  /// How many elements have no place in a recording, by their name.
  var left: [String: Int] = [:]
  /// How many times of points state no offset from UTC.
  var zonelessCount = 0
  /// How many numbers have a decimal comma.
  var commaCount = 0
  /// How long the timer was paused before it, in s; nil if it does not follow such a pause.
  private var pauseS: Double?
  private var lastTime: Double?
  private var trackStart: Double?
  /// The track that ended last, until it is known whether the timer was paused after it.
  private var endedTrack: (time: Double, isBehindLap: Bool)?
  /// The longest time between two points of one track so far, at least 1, in s.
  private var longestStep = 1.0
  /// How long the timer was paused between the tracks of the present lap, in s.
  private var pausedS = 0.0
  private var timer = WorkoutTimer()
  private var cycling = ActivityStream("cycling", ["power", "cadence", "speed", "distance"])
  private var heartRate = ActivityStream("heart_rate", ["heart_rate"])
  private var location = ActivityStream("location", ["latitude", "longitude", "altitude"])
  private var startTime: String?

  init(_ sport: String? = nil) { self.sport = sport }

  /// Whether it has no point with a time.
  var isEmpty: Bool { lastTime == nil }

  /// Whether a point follows the last point of the same track after a gap that may end a workout.
  func isBehindGap(_ point: Point) -> Bool {
    guard trackStart != nil, let lastTime, let time = point.time else { return false }
    return ActivityPart.gapsS.contains(time - lastTime)
  }

  /// The workout that begins with a point after a pause of more than `ActivityPart.longestPauseS`; nil for other
  /// points.
  /// - Parameter isInTrack: whether the point and the last point may be in one track.
  mutating func next(for point: Point, isInTrack: Bool = false) -> XMLWorkout? {
    guard isInTrack || trackStart == nil, let lastTime, let time = point.time,
      time - lastTime > ActivityPart.longestPauseS
    else { return nil }
    // The timer ran up to the gap.
    if isInTrack { endTrack() }
    var next = XMLWorkout(sport)
    next.pauseS = time - lastTime
    guard laps.isInside else { return next }
    if laps.start ?? time > lastTime {
      next.laps.goOn(with: laps.takePresent())
    } else {
      // The results of the lap cover both workouts.
      _ = laps.takePresent()
      left["laps that go on after a pause of over 12 h", default: 0] += 1
    }
    return next
  }

  /// Adds the counts of another workout, from before the first point.
  mutating func take(countsOf other: XMLWorkout) {
    left.merge(other.left) { $0 + $1 }
    zonelessCount += other.zonelessCount
    commaCount += other.commaCount
  }

  mutating func beginLap() {
    laps.begin()
    endedTrack?.isBehindLap = true
  }

  /// Takes the start of the present lap. All laps but the first begin with an event.
  mutating func startLap(_ start: Double) {
    laps.start = start
    if laps.hasEarlier { timer.add(start, .lap) }
  }

  mutating func add(_ point: Point) {
    guard let time = point.time else {
      left["points without a timestamp", default: 0] += 1
      return
    }
    if trackStart == nil { startTrack(time) } else if let lastTime { longestStep = max(longestStep, time - lastTime) }
    trackStart = trackStart ?? time
    lastTime = time
    if laps.isInside {
      if laps.start == nil { startLap(time) }
      laps.add(time)
    }
    startTime = startTime ?? UTCTime.text(nearest: time)
    cycling.add(time, [point.power, point.cadence, point.speed, point.distance])
    if let rate = point.heartRate {
      if rate > 0 { heartRate.add(time, [rate]) } else { left["heart rates of 0", default: 0] += 1 }
    }
    location.add(time, [point.latitude, point.longitude, point.altitude])
  }

  mutating func beginTrack() { trackStart = nil }

  /// Adds the start of a track, and before it a stop if the timer was paused since the last track.
  ///
  /// Between two tracks of one lap the timer was paused. Between tracks of two laps it was paused if the gap is longer
  /// than any time between two points of one track so far. It was also paused if both the gap and the unexplained time
  /// of the last lap exceed 1 s.
  private mutating func startTrack(_ time: Double) {
    defer { endedTrack = nil }
    if let endedTrack {
      let hole = time - endedTrack.time
      if endedTrack.isBehindLap {
        let stood = unexplainedS
        pausedS = 0
        guard hole > longestStep || min(hole, stood) > 1 else { return }
      } else {
        pausedS += hole
      }
      timer.add(endedTrack.time, .stop)
    }
    timer.add(time, .start)
  }

  /// The time of the last lap without the time on its timer and the pauses between its tracks, in s; 0 if not known.
  private var unexplainedS: Double { laps.unexplainedS.map { $0 - pausedS } ?? 0 }

  mutating func endTrack() {
    guard trackStart != nil, let lastTime else { return }
    endedTrack = (lastTime, false)
    timer.end = lastTime
    trackStart = nil
  }

  /// The workout with the facts of the whole file.
  consuming func finish(software: String?, device: String?) -> Activity {
    if let endedTrack { timer.add(endedTrack.time, .stop) }
    var activity = Activity()
    activity.add(cycling)
    activity.add(heartRate)
    activity.add(location)
    activity.add(timer)
    activity.summaries = laps.summary.map { [$0] } ?? []
    activity.attributes.software = software
    activity.attributes.deviceModel = device
    activity.attributes.startTime = startTime
    activity.attributes.sport = sport
    activity.attributes.timeOrigin = "unix"
    activity.attributes.device = sport == "cycling" ? "bike" : nil
    if let pauseS { activity.notes.append(ActivityPart.note(onPauseS: pauseS)) }
    if zonelessCount > 0 {
      activity.notes.append(MissingOffset.note(on: "times of \(counted(zonelessCount, "point"))"))
    }
    if commaCount > 0 {
      activity.notes.append("\(counted(commaCount, "number")) with a decimal comma, read as such")
    }
    if !left.isEmpty { activity.unused = ["elements without a stream: \(Listing.text(left))"] }
    return activity
  }
}
