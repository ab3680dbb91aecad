import Recordings
import Signals
import Workouts

/// Takes one device's recording of a workout as it passes.
///
/// It is `@unchecked Sendable` because the stages of one run, which share it, run one after another.
final class WorkoutConsumer: StreamConsumer, @unchecked Sendable {
  /// The measured datasets by stream, each with its quantity.
  private static let quantities: [(stream: StreamName, datasets: [(name: String, quantity: Quantity)])] = [
    (.cycling, [("power", .power), ("cadence", .cadence), ("speed", .speed), ("distance", .distance)]),
    (.heartRate, [("heart_rate", .heartRate)]), (.location, [("altitude", .altitude)]),
    (.waterIntake, [("volume", .waterVolume)]),
  ]

  /// Latitude and longitude, from which the distance is computed if the recording has neither distance nor speed.
  private static let places = ["latitude", "longitude"]

  let selections: [StreamSelection]
  /// Whether the recording has neither distance nor speed.
  private let needsPlaces: Bool
  /// The recorded data; complete when all samples have passed.
  private(set) var device: DeviceRecording
  /// The number of events and states whose code has no meaning.
  private(set) var unknownCodeCount = 0
  /// The number of sessions that the device itself reports.
  let sessionCount: Int
  private var times: [[Double]]
  private var values: [[[Double]]]

  /// Takes the streams that a recording has.
  ///
  /// - Parameter name: the device's name.
  /// - Throws: `HDF5Error` if the device's own results cannot be read.
  init(_ recording: Recording, name: String) throws {
    device = DeviceRecording(device: name)
    device.recordingIDs = [recording.attributes.recordingID]
    device.sport = recording.attributes.sport
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

  /// The rows whose codes have a meaning; the others are counted.
  private func codes<Row>(_ place: Int, _ row: (Double, UInt8) -> Row?) -> [Row] {
    zip(times[place], values[place][0]).compactMap { time, value in
      let made = UInt8(exactly: value).flatMap { row(time, $0) }
      if made == nil { unknownCodeCount += 1 }
      return made
    }
  }
}
