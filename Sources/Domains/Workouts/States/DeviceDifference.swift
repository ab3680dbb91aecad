/// A difference between two devices of a session.
public struct DeviceDifference: Hashable, Sendable {
  /// The kind of difference.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The devices are in different states.
    case state
    /// The companion's first state came too long after the reference's first `prepared` or `running`.
    case lateCompanion = "late_companion"
    /// The companion's session ended or stopped while the other continued: its later data is invalid.
    case mirrorStopped = "mirror_stopped"
    /// The companion received no more changes.
    case mirrorBroken = "mirror_broken"
    /// The companion recorded after its mirror stopped or broke.
    case dataAfterBreak = "data_after_break"
    /// A message arrived after others with a later date.
    case lateMessage = "late_message"
  }

  /// The kind of difference.
  public var kind: Kind
  /// The device, and the one that it is compared with.
  public var device, otherDevice: String
  /// From when to when, s, on the reference's clock.
  public var startTime, endTime: Double
  /// The states, for a difference of states.
  public var state, otherState: WorkoutState?
  /// Number of samples and events after a break.
  public var count: Int?
  /// Why, in a sentence.
  public var reason: String

  /// How long it lasted, s.
  public var durationS: Double { endTime - startTime }
}

/// Finds messages that arrived after others with a later date.
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
