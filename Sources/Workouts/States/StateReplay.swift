/// A change of state, or a request for one, as a device recorded it, and whether it may be.
public struct WorkoutStateRow: Hashable, Sendable {
  /// What it is.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A change from one state to another.
    case transition
    /// Someone asked for a pause or its end.
    case request
  }

  /// Whether it may be.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// The first state of a recording.
    case initial
    /// A change that the system makes.
    case legal
    /// Allowed, and worth a look.
    case flagged
    /// A change that the system never makes.
    case illegal
    /// A request that a pause or its end followed.
    case answered
    /// A request that led to nothing.
    case unanswered
  }

  /// The device.
  public var device: String
  /// When, s, on the reference's clock.
  public var time: Double
  /// What it is.
  public var kind: Kind
  /// The state before; nil for the first one and for requests.
  public var from: WorkoutState?
  /// The state after; nil for requests.
  public var to: WorkoutState?
  /// How long the state held, s; nil for the last one and for requests.
  public var durationS: Double?
  /// Whether it may be.
  public var verdict: Verdict
  /// The device that the change came from, where that can be told.
  public var origin: String?
  /// Why, in a sentence.
  public var reason: String
}

/// Goes through the states of devices and checks every change.
public struct StateReplay: Sendable {
  let rules: SessionRules

  /// A replay by these rules.
  public init(_ rules: SessionRules = SessionRules()) { self.rules = rules }

  /// Whether a state may follow another, and why.
  ///
  /// By HealthKit's documentation of workout sessions. From paused to stopped or ended is not documented: it is allowed,
  /// and flagged. A device that records on after an illegal change is judged from the state that it recorded.
  public static func verdict(_ from: WorkoutState, _ to: WorkoutState) -> (WorkoutStateRow.Verdict, String) {
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
  public func rows(_ timeline: SessionTimeline) -> [WorkoutStateRow] {
    let devices = timeline.devices.map(\.recording)
    var rows: [WorkoutStateRow] = []
    for (place, device) in devices.enumerated() {
      let changes = device.changes
      for (index, change) in changes.enumerated() {
        let before = index > 0 ? changes[index - 1].state : nil
        let next = index + 1 < changes.count ? changes[index + 1].time - change.time : nil
        let (verdict, reason) =
          before.map { Self.verdict($0, change.state) } ?? (.initial, "the recording begins with it")
        rows.append(
          WorkoutStateRow(
            device: device.device, time: change.time, kind: .transition, from: before, to: change.state,
            durationS: next,
            verdict: verdict, origin: before == nil ? nil : origin(of: change, at: place, timeline), reason: reason))
      }
      rows += requests(device, devices)
    }
    return rows.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }

  /// A request is answered by the first pause or its end on any device within the limit.
  private func requests(_ device: DeviceRecording, _ devices: [DeviceRecording]) -> [WorkoutStateRow] {
    let requests = device.events.filter { $0.kind == .pauseOrResumeRequest }
    guard !requests.isEmpty else { return [] }
    let answers = devices.flatMap { device in
      zip(device.changes, device.changes.dropFirst()).filter { Set([$0.0.state, $0.1.state]) == [.running, .paused] }
        .map { (time: $0.1.time, device: device.device, state: $0.1.state) }
    }.sorted { $0.time < $1.time }
    var place = 0
    return requests.map { request in
      while place < answers.count, answers[place].time < request.time - rules.syncToleranceS { place += 1 }
      let answer =
        place < answers.count && answers[place].time <= request.time + rules.requestLimitS ? answers[place] : nil
      let reason =
        answer.map { "\($0.state.name) on \($0.device) after \(Words.number($0.time - request.time)) s" }
        ?? "neither a pause nor its end within \(Words.number(rules.requestLimitS)) s, on any device"
      return WorkoutStateRow(
        device: device.device, time: request.time, kind: .request, verdict: answer == nil ? .unanswered : .answered,
        origin: device.device, reason: reason)
    }
  }

  /// The device that a pause or its end came from: the one that asked for it, or else the one whose date is earlier by
  /// more than three standard errors of the lag.
  private func origin(of change: StateChange, at place: Int, _ timeline: SessionTimeline) -> String? {
    guard change.state == .paused || change.state == .running else { return nil }
    let devices = timeline.devices
    func last(_ events: [WorkoutEvent]) -> Double? {
      let range = (change.time - rules.requestLimitS)...(change.time + rules.syncToleranceS)
      return events.last { $0.kind == .pauseOrResumeRequest && range.contains($0.time) }?.time
    }
    let asked = devices.compactMap { device in last(device.recording.events).map { (device.recording.device, $0) } }
    if let nearest = asked.max(by: { $0.1 < $1.1 }) { return nearest.0 }
    let same = devices.indices.compactMap { index -> (device: String, time: Double, error: Double)? in
      let error = devices[index].lag.method == .reference ? 0 : devices[index].lag.uncertaintyS ?? .infinity
      return devices[index].recording.changes
        .first { $0.state == change.state && abs($0.time - change.time) <= rules.syncToleranceS }
        .map { (devices[index].recording.device, $0.time, error) }
    }.sorted { $0.time < $1.time }
    guard same.count > 1 else { return nil }
    let error = 3 * max(0.05, same[0].error, same[1].error)
    return same[1].time - same[0].time > error ? same[0].device : nil
  }
}

extension DeviceRecording {
  /// The states without those that repeat the one before.
  var changes: [StateChange] {
    var changes: [StateChange] = []
    for state in states where changes.last?.state != state.state { changes.append(state) }
    return changes
  }
}
