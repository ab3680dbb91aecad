import SPBasics
import SPSignals

/// Collects the records within the workouts of an export of Apple Health.
final class HealthSamples: XMLVisitor {
  /// Counts of records that no stream stores, by type.
  private(set) var otherTypes: [String: Int] = [:]
  /// Counts of usable records outside of every workout, or only in workouts of another kind, by type.
  private(set) var outside: [String: Int] = [:]
  /// Counts of records that cannot be read, by type and cause.
  private(set) var unreadable: [String: Int] = [:]
  /// Why reading cannot go on; nil if it can.
  private(set) var refusal: String?
  /// An error that occurred while samples were stored.
  private(set) var failure: (any Error)?

  private let finder: WorkoutFinder
  private let workouts: [HealthWorkout?]
  private let spool: SampleSpool
  private var depth = 0
  private var workout = -1
  private var isInWorkout = false

  init(_ workouts: [HealthWorkout?], _ spool: SampleSpool) {
    self.workouts = workouts
    self.spool = spool
    finder = WorkoutFinder(workouts)
  }

  func began(_ name: String, _ values: XMLAttributes) {
    depth += 1
    guard failure == nil else { return }
    do {
      if depth == 2 { isInWorkout = name == "Workout" }
      // Records within a correlation are skipped, because the export repeats them outside of the correlation.
      if depth == 2, name == "Record" {
        try take(values)
      } else if depth == 2, name == "Workout" {
        workout += 1
      } else if depth == 4, isInWorkout, name == "Location" {
        try takeLocation(values)
      }
    } catch {
      failure = error
      refusal = "cannot be read on"
    }
  }

  func ended(_ name: String, _ text: String) { depth -= 1 }

  /// Counts a name. After 1,000 names, new names are counted together, because a file may have any number of names.
  private static func count(_ name: String, in counts: inout [String: Int]) {
    let key = counts[name] != nil || counts.count < 1000 ? name : "others"
    counts[key, default: 0] += 1
  }

  private func take(_ values: XMLAttributes) throws {
    // The repair of the XML has removed damaged attributes, and counted the record.
    guard !values.isEmpty else { return }
    guard let type = values["type"] else { return Self.count("records without a type", in: &unreadable) }
    let name = HealthQuantity.kept(HealthQuantity.shortName(type))
    guard let kind = HealthQuantity.types[type] else { return Self.count(name, in: &otherTypes) }
    guard let start = values["startDate"].flatMap({ UTCTime.seconds($0) }),
      let number = values["value"].flatMap(Double.init)
    else { return Self.count("\(name) without a date or number", in: &unreadable) }
    let unit = values["unit"] ?? ""
    guard let factor = kind.quantity.factor(of: unit), let value = HealthQuantity.finite(number * factor) else {
      return Self.count("\(name) in the unit \"\(unit.prefix(20))\"", in: &unreadable)
    }
    let end = max(start, values["endDate"].flatMap { UTCTime.seconds($0) } ?? start)
    // A sample with a duration that begins when a workout ends does not belong to this workout.
    let places = finder.workouts(at: start).filter { end == start || (workouts[$0]?.end ?? start) > start }
    guard !places.isEmpty else { return Self.count(name, in: &outside) }
    let source = spool.sourceIndex(values["sourceName"] ?? "")
    var isTaken = false
    for place in places {
      guard let workout = workouts[place], workout.takes(kind) else { continue }
      isTaken = true
      // A sample that extends beyond the workout is cut off at the workout's end. A distance is reduced in proportion,
      // and other values stay the same.
      let stop = min(end, max(start, workout.end))
      let fraction = kind.quantity == .distance && end > start ? (stop - start) / (end - start) : 1
      try spool.add(
        .init(
          workout: Int32(place), source: source, quantity: kind.quantity, type: kind.place, start: start, end: stop,
          value: value * fraction)
      )
    }
    if !isTaken { Self.count("\(name) in workouts of another kind", in: &outside) }
  }

  /// Takes a route point, in the form that exports had until 2018.
  private func takeLocation(_ values: XMLAttributes) throws {
    func degrees(_ name: String) -> Double? { values[name].flatMap(Double.init).flatMap(HealthQuantity.finite) }
    guard workouts.indices.contains(workout), workouts[workout] != nil,
      let time = values["date"].flatMap({ UTCTime.seconds($0) }), let latitude = degrees("latitude"),
      let longitude = degrees("longitude")
    else { return Self.count("Location without a date or place", in: &unreadable) }
    let source = spool.sourceIndex("")
    // All three quantities are stored for every point, so that their indexes agree.
    for (quantity, value) in [
      (HealthQuantity.latitude, latitude), (.longitude, longitude), (.altitude, degrees("altitude") ?? .nan),
    ] {
      try spool.add(
        .init(workout: Int32(workout), source: source, quantity: quantity, start: time, end: time, value: value))
    }
  }
}

/// Finds the workouts that contain a time.
struct WorkoutFinder {
  private let starts: [Double]
  private let ends: [Double]
  /// For each workout, the latest end of this workout and of all workouts that began before it.
  private let latestEnds: [Double]
  private let places: [Int]

  /// The most workouts that are checked for one time, and the most workouts that are found. Workouts overlap because
  /// several apps may record the same ride.
  private static let mostLooked = 1000
  private static let mostFound = 16

  init(_ workouts: [HealthWorkout?]) {
    let sorted = workouts.enumerated().compactMap { place, workout in workout.map { (place, $0.start, $0.end) } }
      .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    places = sorted.map(\.0)
    starts = sorted.map(\.1)
    ends = sorted.map(\.2)
    var latest = -Double.infinity
    latestEnds = ends.map {
      latest = max(latest, $0)
      return latest
    }
  }

  /// The indexes of the workouts that contain a time, ends included. The workout that began last comes first.
  func workouts(at time: Double) -> [Int] {
    var found: [Int] = []
    var place = partitionPoint(starts.indices) { starts[$0] <= time } - 1
    let last = max(-1, place - Self.mostLooked)
    while place > last, latestEnds[place] >= time, found.count < Self.mostFound {
      if ends[place] >= time { found.append(places[place]) }
      place -= 1
    }
    return found
  }
}
