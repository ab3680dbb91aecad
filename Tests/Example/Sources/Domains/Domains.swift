import Swingpipe

// A few lines of each library beside those of swings, as its documentation shows them.

/// Prints the power of a ride that a bike computer recorded.
public func printPower(of bytes: [UInt8]) throws {
  var reader = FITReader(bytes)
  while let message = try reader.next() {
    guard message.name == "record", let time = message.timestamp.flatMap(FITTime.unixS) else { continue }
    print(time, message["power"]?.value ?? .nan)
  }
}

/// Prints how long and how deep the dives of a recording were.
public func printDives(_ measurements: [DepthMeasurement], _ temperatures: [TemperatureSample]) throws {
  var engine = try SubmersionEngine(SubmersionRules(), streams: [.measurement, .temperature])
  engine.consume(measurements)
  engine.consume(temperatures)
  for dive in engine.finish().dives { print(dive.durationS, dive.maxDepthM ?? .nan) }
}

/// Prints the normalized power of a ride, and where the watch and the phone that recorded it disagree.
public func printRide(
  power: Samples, beats: Samples, drinks: Samples, states: [StateChange], mirrored: [StateChange]
) {
  let watch = DeviceRecording(device: "watch", streams: [.power: power, .heartRate: beats], states: states)
  let phone = DeviceRecording(device: "phone", streams: [.waterVolume: drinks], states: mirrored)
  guard let session = WorkoutSession([watch, phone]), let figures = session.analysis?.figures else { return }
  print(figures.normalizedPowerW ?? .nan, session.differences.map(\.reason))
}
