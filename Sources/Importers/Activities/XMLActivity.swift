import Dates
import Files
import Recordings
import XML

/// The streams of an activity in TCX or GPX.
///
/// Names of elements are those of Garmin's TrainingCenterDatabase v2 with ActivityExtension v2, those of GPX 1.1 with
/// TrackPointExtension, and some that other programs add (`power`).
final class XMLActivity: XMLVisitor {
  private var root: String?
  private var names: [String] = []
  private var point: Point?
  private var laps = TCXLaps()
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
  private var attributes = RecordingAttributes(recordingID: "")
  /// The sport of each activity or track so far; nil where none is stated.
  private var sports: [String?] = []
  private var left: [String: Int] = [:]
  /// How many times of points state no offset from UTC.
  private var zonelessCount = 0
  /// How many numbers have a decimal comma.
  private var commaCount = 0
  private(set) var refusal: String?
  /// Why the present activity is refused as soon as it has a point; nil for the first one.
  private var secondActivity: String?

  /// The measurements at one time.
  private struct Point {
    var time: Double?
    var latitude, longitude, altitude: Double?
    var power, cadence, speed, distance, heartRate: Double?
  }

  /// Whether a file begins as TCX or GPX do.
  /// - Throws: `FileError`; ``ImportError`` for files that `SourceKind` rejects.
  static func isOne(_ path: String) throws -> Bool {
    guard try SourceKind(path) == .xml else { return false }
    let head = String(decoding: try InputFile(path).read(0..<headLength), as: UTF8.self)
    return formats.keys.contains { head.contains("<\($0)") }
  }

  /// The formats by their root elements.
  private static let formats: [String: ImportFormat] = ["TrainingCenterDatabase": .tcx, "gpx": .gpx]
  /// How many bytes of a file are searched for the root element.
  private static let headLength = 1 << 12

  /// Reads a file.
  /// - Parameter advanced: called with the fraction of the bytes read.
  /// - Throws: ``ImportError`` if it is neither TCX nor GPX, or is not well-formed XML; `FileError`.
  static func read(_ path: String, advanced: (Double) -> Void = { _ in }) throws -> (Activity, ImportFormat) {
    let byteCount = try FileStamp(of: path).sizeBytes
    return try read(path) { isMoreWanted in
      var total = 0
      try WholeFile.read(path) { block in
        total += block.count
        advanced(Double(total) / Double(max(1, byteCount)))
        return try isMoreWanted(block)
      }
    }
  }

  /// Reads the bytes that a source delivers.
  static func read(_ path: String, from source: XMLFile.Source) throws -> (Activity, ImportFormat) {
    let visitor = XMLActivity()
    let repairs = try XMLFile.read(path, visitor, from: source)
    guard let format = visitor.root.flatMap({ formats[$0] }) else {
      throw ImportError(
        path: path, line: 1,
        "is XML with the root \(visitor.root.map { "\"\($0)\"" } ?? "missing"); expected TCX (TrainingCenterDatabase) or GPX (gpx)"
      )
    }
    var activity = visitor.finish()
    activity.repairs += repairs.replaced + repairs.emptied
    return (activity, format)
  }

  func began(_ name: String, _ values: XMLAttributes) {
    if root == nil {
      root = name
      attributes.software = values["creator"]
    }
    names.append(name)
    switch name {
    case "Trackpoint", "trkpt":
      point = Point(latitude: degrees(values["lat"]), longitude: degrees(values["lon"]))
    case "Activity": beginActivity("activity", Self.sport(values["Sport"]))
    case "trk": beginActivity("track", nil)
    case "Lap":
      laps.begin()
      if let start = values["StartTime"].flatMap({ UTCTime.seconds($0) }) { beginLap(start) }
      endedTrack?.isBehindLap = true
    case "Track", "trkseg": trackStart = nil
    default: break
    }
  }

  func ended(_ name: String, _ text: String) {
    names.removeLast()
    switch name {
    case "Trackpoint", "trkpt":
      if let point { add(point) }
      point = nil
    case "Track", "trkseg": endTrack()
    case "Lap": laps.end()
    // Only the type of a track is its sport: links have a type, too.
    case "type" where names.last == "trk": sports[sports.count - 1] = Self.sport(text)
    case "Name" where names.last == "Creator": attributes.deviceModel = attributes.deviceModel ?? text
    default:
      guard !text.isEmpty else { return }
      if point != nil { take(name, text) } else if laps.isInside { takeLap(name, text) }
    }
  }

  /// Begins an activity of TCX or a track of GPX. Each is a recording of its own, unless the file says that they are the
  /// sessions of one activity, such as a triathlon.
  private func beginActivity(_ what: String, _ sport: String?) {
    // One without points is none.
    if lastTime == nil { sports = [] }
    if let first = sports.first, !names.contains("MultiSportSession") {
      func named(_ sport: String?) -> String { sport.map { " (\($0))" } ?? "" }
      secondActivity =
        "has a second \(what)\(named(sport)), after the first\(named(first)); expected one, as each is a recording: split the "
        + "file here, and import both parts, with the same --session if they belong together"
    }
    sports.append(sport)
  }

  private static func sport(_ text: String?) -> String? {
    let known = ["biking": "cycling", "cycling": "cycling", "ride": "cycling", "1": "cycling"]
    return text.flatMap { $0.isEmpty ? nil : known[$0.lowercased()] ?? $0.lowercased() }
  }

  /// A number with a decimal point or, as some programs write it where the comma is usual, with a decimal comma; nil for
  /// any other text.
  private func number(_ text: String) -> Double? {
    let text = text.trimmingBlanks
    if let number = Double(text) { return number.isFinite ? number : nil }
    guard text.contains(","), let number = Double(text.replacing(",", with: ".")), number.isFinite else { return nil }
    commaCount += 1
    return number
  }

  /// A latitude or longitude of GPX; nil where none is stated.
  private func degrees(_ text: String?) -> Double? {
    guard let text else { return nil }
    let degrees = number(text)
    if degrees == nil { left["values that are no numbers", default: 0] += 1 }
    return degrees
  }

  /// The elements that state the position and height of a point.
  private static let measured: Set = ["LatitudeDegrees", "LongitudeDegrees", "AltitudeMeters", "DistanceMeters", "ele"]

  /// Takes a value of the present point.
  private func take(_ name: String, _ text: String) {
    if name.lowercased() == "time" {
      let time = UTCTime.seconds(text, needsZone: true)
      point?.time = time ?? UTCTime.seconds(text)
      if time == nil, point?.time != nil { zonelessCount += 1 }
      return
    }
    guard let number = number(text) else {
      if Self.measured.contains(name) { left["values that are no numbers", default: 0] += 1 }
      return
    }
    let parent = names.last
    switch name {
    case "LatitudeDegrees": point?.latitude = number
    case "LongitudeDegrees": point?.longitude = number
    case "AltitudeMeters", "ele": point?.altitude = number
    case "DistanceMeters", "distance": point?.distance = number
    case "Value" where parent == "HeartRateBpm": point?.heartRate = number
    case "hr", "heartrate": point?.heartRate = number
    case "Cadence", "RunCadence", "cad", "cadence": point?.cadence = number
    case "Speed", "speed": point?.speed = number
    case "Watts", "power", "PowerInWatts", "watts": point?.power = number
    default: left[name, default: 0] += 1
    }
  }

  /// Takes the start of the present lap. All laps but the first begin with an event.
  private func beginLap(_ start: Double) {
    laps.start = start
    if laps.hasEarlier { timer.add(start, .lap) }
  }

  private func takeLap(_ name: String, _ text: String) {
    guard let number = number(text) else { return }
    let own = name == "Value" ? names.last ?? "" : name
    if !laps.take(own, number) { left["Lap \(own)", default: 0] += 1 }
  }

  private func add(_ point: Point) {
    guard let time = point.time else {
      left["points without a timestamp", default: 0] += 1
      return
    }
    if trackStart == nil { beginTrack(time) } else if let lastTime { longestStep = max(longestStep, time - lastTime) }
    trackStart = trackStart ?? time
    lastTime = time
    if laps.isInside {
      if laps.start == nil { beginLap(time) }
      laps.add(time)
    }
    refusal = refusal ?? secondActivity
    attributes.startTime = attributes.startTime ?? UTCTime.text(nearest: time)
    cycling.add(time, [point.power, point.cadence, point.speed, point.distance])
    if let rate = point.heartRate {
      if rate > 0 { heartRate.add(time, [rate]) } else { left["heart rates of 0", default: 0] += 1 }
    }
    location.add(time, [point.latitude, point.longitude, point.altitude])
  }

  /// Adds the start of a track, and before it a stop if the timer was paused since the last track.
  ///
  /// Between two tracks of one lap the timer was paused. Between tracks of two laps it was paused if the gap is longer
  /// than any time between two points of one track so far, or if both the gap and the unexplained time of the last lap
  /// exceed 1 s.
  private func beginTrack(_ time: Double) {
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

  /// The time of the last lap that neither its timer nor the pauses between its tracks explain, in s; 0 if not known.
  private var unexplainedS: Double { laps.unexplainedS.map { $0 - pausedS } ?? 0 }

  private func endTrack() {
    guard trackStart != nil, let lastTime else { return }
    endedTrack = (lastTime, false)
    timer.end = lastTime
  }

  private func finish() -> Activity {
    if let endedTrack { timer.add(endedTrack.time, .stop) }
    var activity = Activity()
    activity.add(cycling)
    activity.add(heartRate)
    activity.add(location)
    activity.add(timer)
    activity.summaries = laps.summary.map { [$0] } ?? []
    attributes.sport = sports.lazy.compactMap(\.self).first
    attributes.timeOrigin = "unix"
    attributes.device = attributes.sport == "cycling" ? "bike" : nil
    activity.attributes = attributes
    if secondActivity == nil, sports.count > 1 { activity.notes.append(Listing.sessions(sports)) }
    if zonelessCount > 0 {
      activity.notes.append(MissingOffset.note(on: "times of \(counted(zonelessCount, "point"))"))
    }
    if commaCount > 0 {
      activity.notes.append("\(counted(commaCount, "number")) with a decimal comma, read as such")
    }
    if !left.isEmpty {
      activity.unused = ["elements without a stream: \(Listing.text(left))"]
    }
    return activity
  }
}
