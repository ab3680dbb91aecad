import Signals
import XML

/// Takes the records of an export of Apple Health that lie within its workouts.
final class HealthSamples: XMLVisitor {
  /// Unusable records, with counts by type.
  private(set) var otherTypes: [String: Int] = [:]
  /// Records of types that recordings have, outside of every workout.
  private(set) var outside: [String: Int] = [:]
  /// Records that cannot be read, by type and cause.
  private(set) var unreadable: [String: Int] = [:]
  /// Why reading cannot go on.
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
      // Records of a correlation stand beside it, too.
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

  /// Counts something by its name. A file may have any number of names.
  private static func count(_ name: String, in counts: inout [String: Int]) {
    let key = counts[name] != nil || counts.count < 1000 ? name : "others"
    counts[key, default: 0] += 1
  }

  private func take(_ values: XMLAttributes) throws {
    guard let type = values["type"] else { return Self.count("records without a type", in: &unreadable) }
    let name = HealthQuantity.kept(HealthQuantity.shortName(type))
    guard let kind = HealthQuantity.types[type] else { return Self.count(name, in: &otherTypes) }
    guard let start = values["startDate"].flatMap({ InstantText.seconds($0) }),
      let number = values["value"].flatMap(Double.init)
    else { return Self.count("\(name) without a date or number", in: &unreadable) }
    let unit = values["unit"] ?? ""
    guard let factor = kind.quantity.factor(of: unit), let value = HealthQuantity.finite(number * factor) else {
      return Self.count("\(name) in the unit \"\(unit.prefix(20))\"", in: &unreadable)
    }
    let end = max(start, values["endDate"].flatMap { InstantText.seconds($0) } ?? start)
    // A sample that begins when one workout ends and the next one begins belongs to the next one.
    let places = finder.workouts(at: start).filter { end == start || (workouts[$0]?.end ?? start) > start }
    guard !places.isEmpty else { return Self.count(name, in: &outside) }
    let source = spool.sourceIndex(values["sourceName"] ?? "")
    var isTaken = false
    for place in places {
      guard let workout = workouts[place], workout.takes(kind) else { continue }
      isTaken = true
      // A sample that extends beyond the workout counts as far as it lies in it: a distance in proportion, others
      // unchanged.
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

  /// Takes a route point in the form of exports until 2018.
  private func takeLocation(_ values: XMLAttributes) throws {
    func degrees(_ name: String) -> Double? { values[name].flatMap(Double.init).flatMap(HealthQuantity.finite) }
    guard workouts.indices.contains(workout), workouts[workout] != nil,
      let time = values["date"].flatMap({ InstantText.seconds($0) }), let latitude = degrees("latitude"),
      let longitude = degrees("longitude")
    else { return Self.count("Location without a date or place", in: &unreadable) }
    let source = spool.sourceIndex("")
    // Each place has all three, so that they go together.
    for (quantity, value) in [
      (HealthQuantity.latitude, latitude), (.longitude, longitude), (.altitude, degrees("altitude") ?? .nan),
    ] {
      try spool.add(
        .init(workout: Int32(workout), source: source, quantity: quantity, start: time, end: time, value: value))
    }
  }
}

/// Finds the workouts that a moment lies in.
struct WorkoutFinder {
  private let starts: [Double]
  private let ends: [Double]
  /// The latest end of this and all that began before.
  private let latestEnds: [Double]
  private let places: [Int]

  /// How many are checked for one time, and found at most: a ride is recorded once by every app that has it.
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

  /// The places of the workouts that a moment lies in, the last begun first.
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
