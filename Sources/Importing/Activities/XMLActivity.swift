import SPBasics

/// The workouts in a TCX or GPX file: its activities or tracks, and the parts after long pauses.
///
/// Element names are from Garmin's TrainingCenterDatabase v2 with ActivityExtension v2, and from GPX 1.1 with
/// TrackPointExtension. Other programs add some names (`power`).
final class XMLActivity: XMLVisitor {
  private var root: String?
  private var names: [String] = []
  private var point: XMLWorkout.Point?
  /// Points after a long gap within a track, until enough of them show that the clock is right.
  private var held: [XMLWorkout.Point] = []
  private var workout = XMLWorkout()
  private var finished: [XMLWorkout] = []
  private var software: String?
  private var device: String?
  private(set) var refusal: String?

  /// The most workouts of a file.
  private static let mostWorkouts = 10_000

  /// Whether a file begins like a TCX file, a GPX file or a log of dives.
  /// - Throws: `FileError`; `ImportError` for files that `SourceKind` rejects.
  static func isOne(_ path: String) throws -> Bool {
    try SourceKind(path) == .xml && isOne(head: InputFile(path).read(0..<XMLFile.headLength))
  }

  /// Whether the first bytes of a file are the beginning of such a file.
  static func isOne(head: [UInt8]) -> Bool {
    let head = String(decoding: head, as: UTF8.self)
    return (formats.keys + [UDDFLog.root, SubsurfaceLog.root]).contains { head.contains("<\($0)") }
  }

  /// The formats by their root elements.
  private static let formats: [String: ImportFormat] = ["TrainingCenterDatabase": .tcx, "gpx": .gpx]

  /// Reads a file.
  /// - Parameter advanced: called with the fraction of the bytes read.
  /// - Throws: `ImportError` if the file is not TCX or GPX, or is not well-formed XML; `FileError`.
  static func read(_ path: String, advanced: (Double) -> Void = { _ in }) throws -> ([Activity], ImportFormat) {
    let visitor = XMLActivity()
    return try visitor.activities(path, XMLFile.read(path, visitor, advanced: advanced))
  }

  /// Reads the bytes that a source delivers.
  static func read(_ path: String, from source: XMLFile.Source) throws -> ([Activity], ImportFormat) {
    let visitor = XMLActivity()
    return try visitor.activities(path, XMLFile.read(path, visitor, from: source))
  }

  private func activities(_ path: String, _ repairs: XMLFile.Repairs) throws -> ([Activity], ImportFormat) {
    guard let format = root.flatMap({ Self.formats[$0] }) else {
      throw ImportError(
        path: path, line: 1,
        "is XML with the root \(root.map { "\"\($0)\"" } ?? "missing"); expected TCX (TrainingCenterDatabase), GPX (gpx), "
          + "UDDF (uddf) or Subsurface (divelog)")
    }
    var activities = finish()
    activities[0].repairs += repairs.replaced + repairs.emptied
    return (activities, format)
  }

  func began(_ name: String, _ values: XMLAttributes) {
    if Self.bounds.contains(name) { releaseHeld() }
    if root == nil {
      root = name
      software = values["creator"]
    }
    names.append(name)
    switch name {
    case "Trackpoint", "trkpt":
      point = XMLWorkout.Point(latitude: degrees(values["lat"]), longitude: degrees(values["lon"]))
    case "Activity": begin(XMLWorkout(Self.sport(values["Sport"])))
    case "trk": begin(XMLWorkout())
    case "Lap", "Transition":
      // Between two sports of a triathlon, there may be a separate lap.
      if name == "Transition" { begin(XMLWorkout("transition")) }
      workout.beginLap()
      if let start = values["StartTime"].flatMap({ UTCTime.seconds($0) }) { workout.startLap(start) }
    case "Track", "trkseg": workout.beginTrack()
    default: break
    }
  }

  func ended(_ name: String, _ text: String) {
    names.removeLast()
    switch name {
    case "Trackpoint", "trkpt":
      if let point { add(point) }
      point = nil
    case "Track", "trkseg":
      releaseHeld()
      workout.endTrack()
    case "Lap", "Transition": workout.laps.end()
    // Only the type of a track is its sport: links have a type, too.
    case "type" where names.last == "trk": workout.sport = Self.sport(text)
    case "Name" where names.last == "Creator": device = device ?? text
    default:
      guard !text.isEmpty else { return }
      if point != nil { take(name, text) } else if workout.laps.isInside { takeLap(name, text) }
    }
  }

  /// The elements whose start ends a run of points.
  private static let bounds: Set = ["Activity", "trk", "Lap", "Transition", "Track", "trkseg"]

  /// Adds a point to the workout that it belongs to.
  private func add(_ point: XMLWorkout.Point) {
    guard let time = point.time else { return workout.add(point) }
    if let first = held.first?.time {
      held.append(point)
      // The clock jumped back: it was wrong in the points before.
      if first - time > ActivityPart.longestPauseS { return releaseHeld() }
      guard held.count == ActivityPart.fewestBehindGap else { return }
      if let next = workout.next(for: held[0], isInTrack: true) { begin(next) }
      return releaseHeld()
    }
    if workout.isBehindGap(point) { return held.append(point) }
    if let next = workout.next(for: point) { begin(next) }
    workout.add(point)
  }

  /// Adds the points after a gap to the present workout.
  private func releaseHeld() {
    for point in held { workout.add(point) }
    held = []
  }

  /// Begins another workout. The present workout is dropped if it has no points or laps.
  private func begin(_ next: XMLWorkout) {
    var next = next
    if workout.isEmpty, workout.laps.summary == nil {
      next.take(countsOf: workout)
    } else {
      finished.append(workout)
    }
    workout = next
    if finished.count >= Self.mostWorkouts {
      refusal = "has more than \(Self.mostWorkouts) activities or tracks; expected a file with fewer"
    }
  }

  private static func sport(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : SportNames.sport($0) } }

  /// A number with a decimal point or, as programs write it in some languages, with a decimal comma; nil for any other
  /// text.
  private func number(_ text: String) -> Double? {
    let text = text.trimmingBlanks
    if let number = Double(text) { return number.isFinite ? number : nil }
    guard text.contains(","), let number = Double(text.replacing(",", with: ".")), number.isFinite else { return nil }
    workout.commaCount += 1
    return number
  }

  /// A latitude or longitude of GPX; nil if the file does not state it.
  private func degrees(_ text: String?) -> Double? {
    guard let text else { return nil }
    let degrees = number(text)
    if degrees == nil { workout.left["values that are no numbers", default: 0] += 1 }
    return degrees
  }

  /// The elements that state the position and height of a point.
  private static let measured: Set = ["LatitudeDegrees", "LongitudeDegrees", "AltitudeMeters", "DistanceMeters", "ele"]

  /// Takes a value of the present point.
  private func take(_ name: String, _ text: String) {
    if name.lowercased() == "time" {
      let time = UTCTime.seconds(text, needsZone: true)
      point?.time = time ?? UTCTime.seconds(text)
      if time == nil, point?.time != nil { workout.zonelessCount += 1 }
      return
    }
    guard let number = number(text) else {
      if Self.measured.contains(name) { workout.left["values that are no numbers", default: 0] += 1 }
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
    default: workout.left[name, default: 0] += 1
    }
  }

  private func takeLap(_ name: String, _ text: String) {
    guard let number = number(text) else { return }
    let own = name == "Value" ? names.last ?? "" : name
    if !workout.laps.take(own, number) { workout.left["Lap \(own)", default: 0] += 1 }
  }

  /// The workouts; at least one, which may have no streams.
  private func finish() -> [Activity] {
    releaseHeld()
    let isNone = workout.isEmpty && workout.laps.summary == nil
    let all = isNone && !finished.isEmpty ? finished : finished + [workout]
    return all.map { $0.finish(software: software, device: device) }
  }
}
