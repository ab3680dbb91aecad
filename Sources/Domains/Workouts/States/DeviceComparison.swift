/// A difference between two devices of a session.
public struct DeviceDifference: Hashable, Sendable {
  /// The kind of difference.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The devices are in different states.
    case state
    /// The companion's first state came too long after the reference's first `prepared` or `running`.
    case lateCompanion = "late_companion"
    /// The companion's session ended or stopped while the reference's session continued: the companion's later data are
    /// invalid.
    case mirrorStopped = "mirror_stopped"
    /// The companion received no more changes.
    case mirrorBroken = "mirror_broken"
    /// The companion recorded after its mirror stopped or broke.
    case dataAfterBreak = "data_after_break"
    /// A message arrived after messages with a later date.
    case lateMessage = "late_message"
  }

  /// The kind of difference.
  public var kind: Kind
  /// The device, and the device with which it is compared.
  public var device, otherDevice: String
  /// Start and end of the difference, s, on the reference's clock.
  public var startTime, endTime: Double
  /// The states, for a difference of states.
  public var state, otherState: WorkoutState?
  /// Number of samples and events after a break.
  public var count: Int?
  /// The reason, in a sentence.
  public var reason: String

  /// How long it lasted, s.
  public var durationS: Double { endTime - startTime }
}

/// Compares the states of companions with the reference's states.
struct DeviceComparison {
  let rules: SessionRules

  /// The differences of a session's devices, by time.
  func differences(_ timeline: SessionTimeline) -> [DeviceDifference] {
    guard let primary = timeline.devices.first?.recording, !primary.states.isEmpty else { return timeline.lateMessages }
    var differences = timeline.devices.dropFirst().map(\.recording).filter { !$0.states.isEmpty }
      .flatMap { compare($0, with: primary) }
    // Late messages are dated on their own device's clock.
    for message in timeline.lateMessages {
      let lag = timeline.devices.first { $0.recording.device == message.device }?.lag
      var moved = message
      moved.startTime = lag?.referenceTime(message.startTime) ?? message.startTime
      moved.endTime = lag?.referenceTime(message.endTime) ?? message.endTime
      differences.append(moved)
    }
    return differences.enumerated().sorted { ($0.element.startTime, $0.offset) < ($1.element.startTime, $1.offset) }
      .map(\.element)
  }

  private func compare(_ companion: DeviceRecording, with primary: DeviceRecording) -> [DeviceDifference] {
    let end = max(primary.states.last?.time ?? 0, companion.states.last?.time ?? 0)
    let mirror = brokenMirror(companion, primary, end: end)
    return late(companion, primary) + states(companion, primary, until: mirror?.firstMissed ?? end)
      + [mirror?.difference, mirror.flatMap { after($0.difference, companion) }].compactMap { $0 }
  }

  private func late(_ companion: DeviceRecording, _ primary: DeviceRecording) -> [DeviceDifference] {
    guard let began = primary.states.first(where: { $0.state == .prepared || $0.state == .running })?.time,
      let ready = companion.states.first?.time, ready - began > rules.companionLimitS
    else { return [] }
    return [
      DeviceDifference(
        kind: .lateCompanion, device: companion.device, otherDevice: primary.device, startTime: began, endTime: ready,
        reason:
          "the first state of \(companion.device) came \(Words.number(ready - began)) s after the session began on "
          + "\(primary.device); a companion has \(Words.number(rules.companionLimitS)) s")
    ]
  }

  /// The stretches longer than the tolerance in which both devices have a state, but not the same state.
  private func states(
    _ companion: DeviceRecording, _ primary: DeviceRecording, until end: Double
  ) -> [DeviceDifference] {
    let ours = companion.changes
    let theirs = primary.changes
    var differences: [DeviceDifference] = []
    var one = 0
    var other = 0
    var since: (time: Double, state: WorkoutState, other: WorkoutState)?
    func close(_ time: Double) {
      if let begun = since, time - begun.time > rules.syncToleranceS {
        differences.append(
          DeviceDifference(
            kind: .state, device: companion.device, otherDevice: primary.device, startTime: begun.time, endTime: time,
            state: begun.state, otherState: begun.other,
            reason: "\(companion.device) was \(begun.state.name) and \(primary.device) \(begun.other.name) for "
              + "\(Words.number(time - begun.time)) s"))
      }
      since = nil
    }
    while one < ours.count || other < theirs.count {
      let time = min(
        one < ours.count ? ours[one].time : .infinity, other < theirs.count ? theirs[other].time : .infinity)
      guard time < end else { break }
      while one < ours.count, ours[one].time <= time { one += 1 }
      while other < theirs.count, theirs[other].time <= time { other += 1 }
      close(time)
      guard one > 0, other > 0, ours[one - 1].state != theirs[other - 1].state else { continue }
      since = (time, ours[one - 1].state, theirs[other - 1].state)
    }
    close(end)
    return differences
  }

  /// A mirror that ended before the session did, or that received no change from some time to the end. A state that
  /// repeats the previous state counts as received: the change between them was lost, but the mirror continued.
  private func brokenMirror(
    _ companion: DeviceRecording, _ primary: DeviceRecording, end: Double
  ) -> (difference: DeviceDifference, firstMissed: Double)? {
    guard let over = primary.changes.last, over.state == .ended, let last = companion.states.last,
      over.time - last.time > rules.syncToleranceS
    else { return nil }
    if last.state == .ended || last.state == .stopped {
      let difference = DeviceDifference(
        kind: .mirrorStopped, device: companion.device, otherDevice: primary.device, startTime: last.time, endTime: end,
        reason: "\(companion.device) was \(last.state.name) \(Words.number(over.time - last.time)) s before "
          + "\(primary.device) ended; what it says after that is invalid")
      return (difference, last.time)
    }
    guard let missed = primary.changes.first(where: { $0.time > last.time + rules.syncToleranceS }) else { return nil }
    let difference = DeviceDifference(
      kind: .mirrorBroken, device: companion.device, otherDevice: primary.device, startTime: last.time, endTime: end,
      reason:
        "\(companion.device) heard nothing after \(last.state.name); the first that it missed is "
        + "\(primary.device)'s to \(missed.state.name) \(Words.number(missed.time - last.time)) s later")
    return (difference, missed.time)
  }

  private func after(_ mirror: DeviceDifference, _ companion: DeviceRecording) -> DeviceDifference? {
    let samples = companion.streams.values.map { $0.times.count { $0 > mirror.startTime } }.reduce(0, +)
    let events = companion.events.count { $0.time > mirror.startTime }
    guard samples + events > 0 else { return nil }
    let drinks = companion.waterML(after: mirror.startTime) ?? 0
    var after = mirror
    after.kind = .dataAfterBreak
    after.count = samples + events
    after.reason =
      "\(companion.device) recorded \(samples) samples and \(events) events after its mirror stopped or broke"
      + (drinks > 0 ? ", among them \(Words.number(drinks)) mL of water" : "")
    return after
  }
}

/// Finds messages that arrived after messages with a later date.
enum LateMessages {
  /// The late events and states of a recording in the order of arrival; its own clock.
  static func find(_ recording: DeviceRecording) -> [DeviceDifference] {
    let events = recording.events.map { (time: $0.time, what: $0.kind.name) }
    let states = recording.states.map { (time: $0.time, what: $0.state.name) }
    return late(events, recording.device) + late(states, recording.device)
  }

  private static func late(_ items: [(time: Double, what: String)], _ device: String) -> [DeviceDifference] {
    var newest = -Double.infinity
    var late: [DeviceDifference] = []
    for item in items {
      if item.time < newest {
        late.append(
          DeviceDifference(
            kind: .lateMessage, device: device, otherDevice: device, startTime: item.time, endTime: newest,
            reason: "\(item.what) came after a message dated \(Words.number(newest - item.time)) s later; "
              + "it is put where its date belongs"))
      }
      newest = max(newest, item.time)
    }
    return late
  }
}
