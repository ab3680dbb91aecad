/// A recording of a device, screened on its own clock. Several recordings that follow each other are joined.
struct DevicePart {
  /// Its plausible data, in order.
  var recording: DeviceRecording
  /// The data left out.
  var faults: [WorkoutFault]
  /// The first timestamp as recorded, s; nil without data.
  var startTime: Double?
  /// Messages that arrived after messages with a later date.
  var lateMessages: [DeviceDifference]

  /// Screens a recording.
  init(_ recording: DeviceRecording, _ rules: WorkoutRules) {
    var screen = RecordingScreen(rules)
    self.recording = screen.screen(recording)
    faults = screen.faults
    startTime = recording.firstTime
    lateMessages = LateMessages.find(recording)
  }

  /// Devices write dates to the second: a recording may seem to begin that much before the end of the previous
  /// recording, s.
  private static let toleranceS = 1.0

  /// One part for each device, in the order of the first recording of each.
  ///
  /// Recordings with the same name that overlap come from several devices, which are numbered from the second device
  /// on.
  static func joined(_ parts: [DevicePart]) -> [DevicePart] {
    let places = Dictionary(grouping: parts.indices) { parts[$0].recording.device }.values.sorted { $0[0] < $1[0] }
    return places.flatMap { places in
      var devices: [DevicePart] = []
      for part in places.map({ parts[$0] }).sorted(by: { $0.begin < $1.begin }) {
        if let place = devices.firstIndex(where: { $0.end - toleranceS <= part.begin }) {
          devices[place].append(part)
        } else {
          devices.append(part)
        }
      }
      for place in devices.indices.dropFirst() { devices[place].rename("\(devices[0].recording.device) \(place + 1)") }
      return devices
    }
  }

  /// The first and the last time of its samples, or else of its states and events, s.
  private var begin: Double { recording.sampleSpan?.lowerBound ?? recording.markers.first?.time ?? .infinity }
  private var end: Double { recording.sampleSpan?.upperBound ?? recording.markers.last?.time ?? -.infinity }

  private mutating func rename(_ name: String) {
    recording.device = name
    for place in lateMessages.indices { (lateMessages[place].device, lateMessages[place].otherDevice) = (name, name) }
  }

  private mutating func append(_ later: DevicePart) {
    recording.append(later.recording, from: later.begin, after: end)
    faults += later.faults
    startTime = startTime ?? later.startTime
    lateMessages += later.lateMessages
  }
}

extension DeviceRecording {
  /// Adds a later recording of the same device.
  ///
  /// - Parameters:
  ///   - later: the recording; the data of both are in order.
  ///   - begin: when it begins, s.
  ///   - end: when this one ends, s.
  fileprivate mutating func append(_ later: DeviceRecording, from begin: Double, after end: Double) {
    recordingIDs += later.recordingIDs
    sport = sport ?? later.sport
    clockZeroS = clockZeroS ?? later.clockZeroS
    utcOffsetS = utcOffsetS ?? later.utcOffsetS
    for (quantity, samples) in later.streams {
      var joined = self[quantity]
      let last = joined.times.last ?? -.infinity
      var added = samples.filter { time, _ in time > last }
      if quantity == .distance, let covered = joined.values.last(where: { !$0.isNaN }),
        let first = added.values.first(where: { !$0.isNaN }), first < covered
      {
        // The later distance counts from 0 again.
        added.values = added.values.map { covered + $0 }
      }
      joined.times += added.times
      joined.values += added.values
      streams[quantity] = joined
    }
    states = joinedStates(later, from: begin, after: end)
    events = (events + later.events).sorted { $0.time < $1.time }
    lengths += later.lengths
    laps += later.laps
    summary = summary.flatMap { first in later.summary.map { DeviceFigures(joining: [first, $0]) } }
  }

  /// The states of both: when the earlier recording ends, a pause begins, until the later recording runs.
  private func joinedStates(_ later: DeviceRecording, from begin: Double, after end: Double) -> [StateChange] {
    guard begin.isFinite, !states.isEmpty || !later.states.isEmpty else { return states }
    var joined = states
    var paused: Double?
    while let last = joined.last, last.state == .ended || last.state == .stopped {
      paused = last.time
      joined.removeLast()
    }
    // A recording without states runs as long as it has samples.
    if states.isEmpty, let first = sampleSpan?.lowerBound {
      joined = [StateChange(time: first, state: .running)]
      paused = end
    }
    let next = later.states.drop { $0.state == .notStarted || $0.state == .prepared }
    if let paused {
      joined.append(StateChange(time: min(paused, begin, next.first?.time ?? begin), state: .paused))
    }
    joined += later.states.isEmpty ? [StateChange(time: begin, state: .running)] : Array(next)
    return joined.sorted { $0.time < $1.time }
  }
}
