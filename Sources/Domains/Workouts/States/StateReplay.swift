/// A change of state, or a request for one, as recorded by a device, and whether it is valid.
public struct WorkoutStateRow: Hashable, Sendable {
  /// The kind of row.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A change from one state to another.
    case transition
    /// A pause or its end was requested.
    case request
  }

  /// Whether it is valid.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// The first state of a recording.
    case initial
    /// A change that the system makes.
    case legal
    /// A change that is allowed, but worth checking.
    case flagged
    /// A change that the system never makes.
    case illegal
    /// A request followed by a pause or its end.
    case answered
    /// A request without a result.
    case unanswered
  }

  /// The device.
  public var device: String
  /// The time, s, on the reference's clock.
  public var time: Double
  /// The kind of row.
  public var kind: Kind
  /// The state before; nil for the first state and for requests.
  public var from: WorkoutState?
  /// The state after; nil for requests.
  public var to: WorkoutState?
  /// How long the state lasted, s; nil for the last state and for requests.
  public var durationS: Double?
  /// Whether it is valid.
  public var verdict: Verdict
  /// The device from which the change came, if known.
  public var origin: String?
  /// The reason, in a sentence.
  public var reason: String
}

/// Goes through the states of devices and checks every change.
struct StateReplay {
  let rules: SessionRules

  /// Whether a state may follow another, and why.
  ///
  /// The rules follow HealthKit's documentation of workout sessions. A change from paused to stopped or ended is not
  /// documented: it is allowed, and flagged. After an illegal change, a device is checked from the state that it
  /// recorded.
  static func verdict(_ from: WorkoutState, _ to: WorkoutState) -> (WorkoutStateRow.Verdict, String) {
    if from == .ended { return (.illegal, "ended is final: \(to.name) cannot follow it") }
    let followers = followers[from] ?? []
    guard followers.contains(to) else {
      return (
        .illegal, "\(to.name) cannot follow \(from.name); \(followers.map(\.name).joined(separator: " or ")) can"
      )
    }
    return switch (from, to) {
    case (.paused, .stopped), (.paused, .ended):
      (.flagged, "a session that stops or ends while it is paused is not documented; it is allowed")
    case (_, .prepared): (.legal, "a session is prepared before it starts")
    case (_, .paused): (.legal, "a running session may pause")
    case (.paused, _): (.legal, "a paused session may go on")
    case (_, .running): (.legal, "the session starts here")
    case (_, .stopped): (.legal, "a running session stops before it ends")
    default: (.legal, "the session ends here")
    }
  }

  /// Which states may follow another.
  private static let followers: [WorkoutState: [WorkoutState]] = [
    .notStarted: [.prepared, .running], .prepared: [.running], .running: [.paused, .stopped, .ended],
    .paused: [.running, .stopped, .ended], .stopped: [.ended],
  ]

  /// The rows of all devices, by time.
  func rows(_ timeline: SessionTimeline) -> [WorkoutStateRow] {
    let changes = timeline.devices.map(\.recording.changes)
    let shared = SharedChanges(timeline.devices, changes, rules)
    var rows: [WorkoutStateRow] = []
    for (device, changes) in changes.enumerated() {
      for (index, change) in changes.enumerated() {
        let before = index > 0 ? changes[index - 1].state : nil
        let next = index + 1 < changes.count ? changes[index + 1].time - change.time : nil
        let (verdict, reason) =
          before.map { Self.verdict($0, change.state) } ?? (.initial, "the recording begins with it")
        rows.append(
          WorkoutStateRow(
            device: timeline.devices[device].recording.device, time: change.time, kind: .transition, from: before,
            to: change.state, durationS: next, verdict: verdict,
            origin: before == nil ? nil : shared.origin(device: device, place: index), reason: reason))
      }
    }
    rows += shared.requests.map(row)
    return rows.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }

  private func row(_ request: SharedChanges.Request) -> WorkoutStateRow {
    let reason =
      request.answer.map {
        "\($0.state.name) on \($0.device) after \(Words.number(max(0, $0.time - request.time))) s"
      } ?? "neither a pause nor its end within \(Words.number(rules.requestLimitS)) s, on any device"
    return WorkoutStateRow(
      device: request.device, time: request.time, kind: .request,
      verdict: request.answer == nil ? .unanswered : .answered, origin: request.device, reason: reason)
  }
}

extension DeviceRecording {
  /// The states, without repetitions of the previous state.
  var changes: [StateChange] {
    var changes: [StateChange] = []
    for state in states where changes.last?.state != state.state { changes.append(state) }
    return changes
  }
}
