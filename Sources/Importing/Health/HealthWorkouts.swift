import SPBasics

/// Collects the workouts of an export of Apple Health, and counts the parts left out.
final class HealthWorkouts: XMLVisitor {
  /// The workouts, in the file's order; nil for workouts that were left out.
  private(set) var workouts: [HealthWorkout?] = []
  /// The parts left out, with counts.
  private(set) var left: [String: Int] = [:]
  /// Why reading cannot go on; nil if it can.
  private(set) var refusal: String?
  private var names: [String] = []
  private var workout: HealthWorkout?
  private var eventCount = 0

  /// Limits that no person reaches: 1,000,000 events are nearly 30 a day for 100 years.
  private static let mostWorkouts = 100_000
  private static let mostEvents = 1_000_000
  private static let mostRoutes = 100
  /// The longest path within the export, in bytes, and the part of HealthKit's description of a device that is kept, in
  /// characters.
  private static let longestPath = 1_000, mostOfDevice = 1_000
  /// A week, in s: longer workouts are left out, and longer events shortened to this.
  private static let longestS = 604_800.0
  /// Codes of events, by HealthKit's names without their prefix.
  private static let codes = [
    "Pause": 1.0, "Resume": 2, "Lap": 3, "Marker": 4, "MotionPaused": 5, "MotionResumed": 6, "Segment": 7,
    "PauseOrResumeRequest": 8,
  ]

  func began(_ name: String, _ values: XMLAttributes) {
    names.append(name)
    if names.count == 1, name != "HealthData" {
      refusal = "is XML with the root \"\(name)\"; expected HealthData, as Apple Health exports it"
    } else if names.count == 2, name == "Workout" {
      begin(values)
    } else if workout != nil {
      take(name, values)
    }
  }

  func ended(_ name: String, _ text: String) {
    names.removeLast()
    guard names.count == 1, name == "Workout" else { return }
    workouts.append(workout)
    workout = nil
    if workouts.count > Self.mostWorkouts {
      refusal = "has more than \(Self.mostWorkouts) workouts; expected the export of one person"
    }
  }

  private func begin(_ values: XMLAttributes) {
    guard let start = values["startDate"].flatMap({ UTCTime.seconds($0) }),
      let end = values["endDate"].flatMap({ UTCTime.seconds($0) }), start <= end, end - start <= Self.longestS
    else {
      left["workouts without a start, an end, or of over a week", default: 0] += 1
      return
    }
    let type = values["workoutActivityType"] ?? ""
    let prefix = "HKWorkoutActivityType"
    var workout = HealthWorkout(
      activity: HealthQuantity.kept(type.hasPrefix(prefix) ? String(type.dropFirst(prefix.count)) : type), start: start,
      end: end)
    workout.timerS = HealthQuantity.seconds(values["duration"], unit: values["durationUnit"] ?? "min")
    workout.sourceName = values["sourceName"].map(HealthQuantity.kept)
    workout.sourceVersion = values["sourceVersion"].map(HealthQuantity.kept)
    workout.device = values["device"].map { String($0.prefix(Self.mostOfDevice)) }
    if let distance = values["totalDistance"].flatMap(Double.init), distance > 0,
      let factor = HealthQuantity.distance.factor(of: values["totalDistanceUnit"] ?? "")
    {
      workout.distanceM = HealthQuantity.finite(distance * factor)
    }
    self.workout = workout
  }

  /// Takes an element within a workout. Only direct children count, because the workout itself repeats the content of
  /// its activities. Files of routes count everywhere.
  private func take(_ name: String, _ values: XMLAttributes) {
    let isChild = names.count == 3
    switch name {
    case "WorkoutEvent" where isChild: takeEvent(values)
    case "WorkoutStatistics" where isChild: takeStatistics(values)
    case "MetadataEntry" where isChild:
      guard let value = values["value"] else { return }
      switch values["key"] {
      case "HKLapLength": workout?.poolLengthM = HealthQuantity.metres(value)
      case "HKElevationAscended": workout?.ascentM = HealthQuantity.metres(value)
      default: break
      }
    case "FileReference":
      if let path = values["path"] { takeRoute(path) }
    default: break
    }
  }

  /// Takes a route's file, which may be named more than once.
  private func takeRoute(_ path: String) {
    guard workout?.routes.contains(path) == false else { return }
    guard path.utf8.count <= Self.longestPath, (workout?.routes.count ?? 0) < Self.mostRoutes else {
      left["routes with a long path, or beyond \(Self.mostRoutes) of a workout", default: 0] += 1
      return
    }
    workout?.routes.append(path)
  }

  private func takeEvent(_ values: XMLAttributes) {
    let prefix = "HKWorkoutEventType"
    let type = values["type"] ?? ""
    guard type.hasPrefix(prefix), let code = Self.codes[String(type.dropFirst(prefix.count))],
      let start = values["date"].flatMap({ UTCTime.seconds($0) })
    else {
      left["workout events of an unknown type or without a date", default: 0] += 1
      return
    }
    eventCount += 1
    guard eventCount <= Self.mostEvents else {
      refusal = "has more than \(Self.mostEvents) workout events; expected the export of one person"
      return
    }
    let duration = HealthQuantity.seconds(values["duration"], unit: values["durationUnit"] ?? "min") ?? 0
    workout?.events.append(.init(code: code, start: start, durationS: min(max(0, duration), Self.longestS)))
  }

  private func takeStatistics(_ values: XMLAttributes) {
    guard let type = values["type"], let kind = HealthQuantity.types[type],
      let factor = kind.quantity.factor(of: values["unit"] ?? "")
    else { return }
    func number(_ name: String) -> Double? {
      values[name].flatMap(Double.init).flatMap { HealthQuantity.finite($0 * factor) }
    }
    workout?.statistics[type] = .init(average: number("average"), maximum: number("maximum"), sum: number("sum"))
  }
}
