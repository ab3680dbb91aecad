import SPRecordings
import SPSignals
import SPWorkouts

/// Collects one device's recording of a workout as it passes.
///
/// It is `@unchecked Sendable` because the stages of one run share it and run one after another.
final class WorkoutConsumer: StreamConsumer, @unchecked Sendable {
  /// The measured datasets by stream, each with its quantity.
  private static let quantities: [(stream: StreamName, datasets: [(name: String, quantity: Quantity)])] = [
    (.cycling, [("power", .power), ("cadence", .cadence), ("speed", .speed), ("distance", .distance)]),
    (.heartRate, [("heart_rate", .heartRate)]), (.location, [("altitude", .altitude)]),
    (.waterIntake, [("volume", .waterVolume)]),
  ]

  /// Latitude and longitude. The distance is computed from them if the recording lacks both distance and speed.
  private static let places = ["latitude", "longitude"]

  let selections: [StreamSelection]
  /// Whether the recording lacks both distance and speed.
  private let needsPlaces: Bool
  /// The recorded data; complete when all samples have passed.
  private(set) var device: DeviceRecording
  /// The number of events and states with an unknown code.
  private(set) var unknownCodeCount = 0
  /// The number of sessions that the device itself reports.
  let sessionCount: Int
  private var times: [[Double]]
  private var values: [[[Double]]]

  /// Selects the streams that the recording contains.
  ///
  /// - Parameter name: the device's name.
  /// - Throws: `HDF5Error` if the device's own results cannot be read.
  init(_ recording: Recording, name: String) throws {
    device = DeviceRecording(device: name)
    device.recordingIDs = [recording.attributes.recordingID]
    device.sport = recording.attributes.sport
    device.clockZeroS = try recording.startTime().flatMap { first in
      // A start that cannot be read is ignored.
      (try? recording.attributes.start(firstTimestampS: first)).flatMap { $0 }.map { $0 - first }
    }
    device.utcOffsetS = recording.attributes.utcOffsetS
    sessionCount = device.take(try recording.deviceSummaries())
    var selections: [StreamSelection] = []
    let cycling = Set(recording.streams[.cycling]?.datasetNames ?? [])
    needsPlaces = cycling.isDisjoint(with: ["distance", "speed"])
    for (stream, datasets) in Self.quantities {
      let known = Set(recording.streams[stream]?.datasetNames ?? [])
      var names = datasets.map(\.name).filter(known.contains)
      if stream == .location, needsPlaces, known.isSuperset(of: Self.places) { names += Self.places }
      if !names.isEmpty { selections.append(StreamSelection(stream, names)) }
    }
    for (stream, dataset) in [(StreamName.workoutEvent, "type"), (.workoutState, "state")]
    where recording.streams[stream] != nil {
      selections.append(StreamSelection(stream, [dataset]))
    }
    self.selections = selections
    times = selections.map { _ in [] }
    values = selections.map { $0.datasets.map { _ in [] } }
  }

  func consume(_ block: SampleBlock, of place: Int) {
    times[place] += block.times
    for (index, channel) in block.channels.enumerated() {
      for row in 0..<block.count {
        values[place][index].append(Double(channel.values[channel.first + row * channel.step]))
      }
    }
  }

  func finish() {
    for (place, selection) in selections.enumerated() {
      switch selection.name {
      case .workoutEvent:
        device.events = codes(place) { time, code in
          WorkoutEventKind(rawValue: code).map { WorkoutEvent(time: time, kind: $0) }
        }
      case .workoutState:
        device.states = codes(place) { time, code in
          WorkoutState(rawValue: code).map { StateChange(time: time, state: $0) }
        }
      default:
        let quantities = Self.quantities.first { $0.stream == selection.name }?.datasets ?? []
        for (name, values) in zip(selection.datasets, values[place]) {
          guard let quantity = quantities.first(where: { $0.name == name })?.quantity else { continue }
          device.streams[quantity] = Samples(times: times[place], values: values)
        }
        if let first = selection.datasets.firstIndex(of: Self.places[0]),
          let second = selection.datasets.firstIndex(of: Self.places[1])
        {
          device.streams[.distance] = GreatCircle.distance(
            times: times[place], latitudes: values[place][first], longitudes: values[place][second])
        }
      }
    }
    times = []
    values = []
  }

  /// The rows whose codes have a meaning. Rows with an unknown code are counted.
  private func codes<Row>(_ place: Int, _ row: (Double, UInt8) -> Row?) -> [Row] {
    zip(times[place], values[place][0]).compactMap { time, value in
      let made = UInt8(exactly: value).flatMap { row(time, $0) }
      if made == nil { unknownCodeCount += 1 }
      return made
    }
  }
}

extension DeviceRecording {
  /// Adds the device's own results, by the names of their fields in FIT: its combined sessions, laps and lengths.
  ///
  /// - Returns: the number of its sessions.
  fileprivate mutating func take(_ tables: [DeviceSummary]) -> Int {
    var sessionCount = 0
    for table in tables {
      switch table.name {
      case "session":
        sessionCount = table.figures.count
        summary = sessionCount > 0 ? DeviceFigures(joining: table.figures) : nil
      case "lap": laps = table.figures
      case "length": lengths = table.swimLengths
      default: break
      }
    }
    return sessionCount
  }
}

extension DeviceSummary {
  private var rowCount: Int {
    columns.map { column in
      switch column.values {
      case .numbers(let numbers, let width): numbers.count / max(1, width)
      case .codes(let codes, _): codes.count
      case .texts(let texts): texts.count
      }
    }.max() ?? 0
  }

  private func number(_ column: String, _ row: Int) -> Double? {
    guard let numbers = numbers(column), row < numbers.count, numbers[row].isFinite else {
      return nil
    }
    return numbers[row]
  }

  /// The figures of each row.
  fileprivate var figures: [DeviceFigures] {
    (0..<rowCount).map { row in
      var figures = DeviceFigures(
        startTime: number("start_time", row), endTime: number("timestamp", row))
      if figures.endTime == nil, let start = figures.startTime,
        let elapsed = number("total_elapsed_time", row) ?? number("total_timer_time", row)
      {
        figures.endTime = start + elapsed
      }
      figures.timerTimeS = number("total_timer_time", row)
      figures.elapsedTimeS = number("total_elapsed_time", row)
      figures.distanceM = number("total_distance", row)
      figures.meanPowerW = number("avg_power", row)
      figures.maxPowerW = number("max_power", row)
      figures.normalizedPowerW = number("normalized_power", row)
      figures.meanHeartRateBpm = number("avg_heart_rate", row)
      figures.maxHeartRateBpm = number("max_heart_rate", row)
      figures.meanCadenceRpm = number("avg_cadence", row)
      figures.trainingStressScore = number("training_stress_score", row)
      figures.intensityFactor = number("intensity_factor", row)
      figures.ascentM = number("total_ascent", row)
      figures.poolLengthM = number("pool_length", row)
      return figures
    }
  }

  fileprivate var swimLengths: [SwimLength] {
    let kinds = meanings("length_type") ?? []
    return (0..<rowCount).compactMap { row in
      guard let start = number("start_time", row), let time = number("total_timer_time", row) else {
        return nil
      }
      return SwimLength(
        startTime: start, durationS: time,
        strokes: number("total_strokes", row).flatMap { Int(exactly: $0.rounded()) },
        isActive: row < kinds.count ? kinds[row] == "active" : true)
    }
  }
}
