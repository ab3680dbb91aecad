/// The recordings of one session on one clock, and what became one of them.
public struct SessionTimeline: Sendable {
  /// One device on the reference's clock.
  public struct Device: Sendable {
    /// What it recorded, in order, plausible, on the reference's clock.
    public var recording: DeviceRecording
    /// How its clock was found to differ.
    public var lag: ClockLag
    /// What was left out of it.
    public var faults: [WorkoutFault]
  }

  /// The devices in the order in which they are believed; the first is the reference.
  public var devices: [Device]
  /// One recording made of all.
  public var merged: DeviceRecording
  /// Which devices each stream comes from, in the order in which they are believed.
  public var sources: [Quantity: [String]]
  /// Messages that came later than others of a later date.
  public var lateMessages: [DeviceDifference]

  /// Puts recordings on one clock; nil for none.
  ///
  /// The reference is the first device of the stated order that has states, or else the first. A sample of a later device
  /// counts only where the ones before it have a gap; distance comes from one device alone. Drinks of the same volume
  /// within a second, and events of the same kind within the devices' tolerance, are one, and the earlier device's counts.
  public init?(_ recordings: [DeviceRecording], rules: WorkoutRules = WorkoutRules()) {
    let ordered = Self.inOrder(recordings, rules.session)
    guard let first = ordered.first else { return nil }
    lateMessages = ordered.flatMap(LateMessages.find)
    let screened = ordered.map { recording in
      var screen = RecordingScreen(rules)
      return (recording: screen.screen(recording), faults: screen.faults)
    }
    let alignment = ClockAlignment(rules: rules)
    let reference = screened[0].recording
    devices = screened.enumerated().map { place, device in
      let lag = place == 0 ? ClockLag(method: .reference) : alignment.lag(of: device.recording, behind: reference)
      return Device(recording: device.recording.onClock(lag), lag: lag, faults: device.faults)
    }
    merged = DeviceRecording(device: first.device)
    sources = [:]
    let aligned = devices.map(\.recording)
    for quantity in Quantity.allCases {
      let merge = StreamMerge(quantity, rules: rules).merge(aligned)
      guard !merge.samples.isEmpty else { continue }
      merged.streams[quantity] = merge.samples
      sources[quantity] = merge.devices
    }
    merged.states = aligned.first { !$0.states.isEmpty }?.states ?? []
    merged.events = StreamMerge.events(aligned, toleranceS: rules.session.syncToleranceS)
    merged.lengths = aligned.first { !$0.lengths.isEmpty }?.lengths ?? []
    merged.laps = aligned.first { !$0.laps.isEmpty }?.laps ?? []
    merged.summary = aligned.first { $0.summary != nil }?.summary
  }

  private static func inOrder(_ recordings: [DeviceRecording], _ rules: SessionRules) -> [DeviceRecording] {
    func rank(_ recording: DeviceRecording) -> Int {
      (recording.states.isEmpty ? 1000 : 0)
        + (rules.deviceOrder.firstIndex(of: recording.device) ?? rules.deviceOrder.count)
    }
    return recordings.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }.map(
      \.element)
  }
}

extension DeviceRecording {
  /// The same on the reference's clock.
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
