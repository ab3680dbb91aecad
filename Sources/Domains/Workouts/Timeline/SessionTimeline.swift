/// The recordings of one session on one clock, and their merged recording.
public struct SessionTimeline: Sendable {
  /// One device on the reference's clock.
  public struct Device: Sendable {
    /// Its plausible data, in order, on the reference's clock.
    public var recording: DeviceRecording
    /// The lag of its clock, and how it was found.
    public var lag: ClockLag
    /// The data left out.
    public var faults: [WorkoutFault]
  }

  /// The devices in the order in which they are trusted, but with the reference first.
  public var devices: [Device]
  /// One recording merged from all devices.
  public var merged: DeviceRecording
  /// The first timestamp of the reference's recording, in s; nil without timestamps.
  public let startTime: Double?
  /// Messages that arrived after messages with a later date.
  public var lateMessages: [DeviceDifference]

  /// Puts recordings on one clock; nil without recordings.
  ///
  /// Recordings of one device that follow each other are joined. The reference is the first device of the stated order
  /// that has states, or else the first device. A sample of a later device counts only in a gap of the previous
  /// devices; distance comes from a single device. Drinks of the same volume within a second, and events of the same
  /// kind within the devices' tolerance, count once, as the earlier device recorded them. Data dated far from the
  /// stream with the most samples of all devices is left out.
  public init?(_ recordings: [DeviceRecording], rules: WorkoutRules = WorkoutRules()) {
    let believed = DevicePart.joined(Self.inOrder(recordings, rules.session).map { DevicePart($0, rules) })
    guard let place = believed.firstIndex(where: { !$0.recording.states.isEmpty }) ?? believed.indices.first else {
      return nil
    }
    startTime = believed[place].startTime
    lateMessages = believed.flatMap(\.lateMessages)
    var aligned = Self.aligned(believed, reference: place, rules)
    let span = WorkoutSpan(aligned.map { $0.recording.onClock($0.lag) }, rules: rules)
    for index in aligned.indices {
      var screen = RecordingScreen(rules)
      let lag = aligned[index].lag
      aligned[index].recording = screen.inside(span.onClock(of: lag), aligned[index].recording).onClock(lag)
      aligned[index].faults += screen.faults
    }
    merged = Self.merged(aligned.map(\.recording), rules)
    devices = [aligned.remove(at: place)] + aligned
    merged.states = devices.first { !$0.recording.states.isEmpty }?.recording.states ?? []
  }

  private static func inOrder(_ recordings: [DeviceRecording], _ rules: SessionRules) -> [DeviceRecording] {
    func rank(_ recording: DeviceRecording) -> Int {
      rules.deviceOrder.firstIndex(of: recording.device) ?? rules.deviceOrder.count
    }
    return recordings.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }.map(
      \.element)
  }

  /// The recordings on their own clocks, with their lags.
  private static func aligned(_ parts: [DevicePart], reference: Int, _ rules: WorkoutRules) -> [Device] {
    let alignment = ClockAlignment(rules: rules)
    return parts.enumerated().map { place, device in
      let lag =
        place == reference
        ? ClockLag(method: .reference) : alignment.lag(of: device.recording, from: parts[reference].recording)
      return Device(recording: device.recording, lag: lag, faults: device.faults)
    }
  }

  /// Merges recordings on one clock, in the order in which they are trusted; without states.
  private static func merged(_ recordings: [DeviceRecording], _ rules: WorkoutRules) -> DeviceRecording {
    var merged = DeviceRecording(device: recordings.first?.device ?? "")
    for quantity in Quantity.allCases {
      let samples = StreamMerge(quantity, rules: rules).merge(recordings)
      if !samples.isEmpty { merged.streams[quantity] = samples }
    }
    merged.events = StreamMerge.events(recordings, toleranceS: rules.session.syncToleranceS)
    merged.lengths = recordings.first { !$0.lengths.isEmpty }?.lengths ?? []
    merged.laps = recordings.first { !$0.laps.isEmpty }?.laps ?? []
    merged.summary = recordings.first { $0.summary != nil }?.summary
    return merged
  }
}

extension DeviceRecording {
  /// The recording on the reference's clock.
  func onClock(_ lag: ClockLag) -> DeviceRecording {
    var moved = self
    moved.streams = streams.mapValues { $0.mapTimes(lag.referenceTime) }
    for place in events.indices { moved.events[place].time = lag.referenceTime(events[place].time) }
    for place in states.indices { moved.states[place].time = lag.referenceTime(states[place].time) }
    for place in lengths.indices { moved.lengths[place].startTime = lag.referenceTime(lengths[place].startTime) }
    moved.summary = summary?.onClock(lag)
    moved.laps = laps.map { $0.onClock(lag) }
    return moved
  }
}

extension DeviceFigures {
  fileprivate func onClock(_ lag: ClockLag) -> DeviceFigures {
    var moved = self
    moved.startTime = startTime.map(lag.referenceTime)
    moved.endTime = endTime.map(lag.referenceTime)
    return moved
  }
}
