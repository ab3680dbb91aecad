/// A workout session of one or more devices: one timeline, its figures, and how its devices agree.
public struct WorkoutSession: Sendable {
  /// The devices on one clock.
  public var timeline: SessionTimeline
  /// The figures; nil without recorded data.
  public var analysis: WorkoutAnalysis?
  /// Every change of state and every request, by time.
  public var states: [WorkoutStateRow]
  /// The differences between the devices, by time.
  public var differences: [DeviceDifference]

  /// Analyses a session from the recordings of its devices; nil without recordings.
  ///
  /// - Parameters:
  ///   - recordings: the recordings of the devices, in any order.
  ///   - rules: the assumptions.
  public init?(_ recordings: [DeviceRecording], rules: WorkoutRules = WorkoutRules()) {
    guard let timeline = SessionTimeline(recordings, rules: rules) else { return nil }
    self.timeline = timeline
    let faults = timeline.devices.flatMap(\.faults)
    analysis = WorkoutAnalysis(screened: timeline.merged, faults: faults, rules: rules)
    states = StateReplay(rules: rules.session).rows(timeline)
    differences = DeviceComparison(rules: rules.session).differences(timeline)
  }

  /// Water that a companion recorded after its mirror stopped or broke, mL; it is included in the total.
  public var waterAfterBreakML: Double? {
    let breaks = differences.filter { $0.kind == .dataAfterBreak }
    guard !breaks.isEmpty else { return nil }
    return breaks.reduce(0) { sum, difference in
      let device = timeline.devices.first { $0.recording.device == difference.device }
      return sum + (device?.recording.waterML(after: difference.startTime) ?? 0)
    }
  }

  /// The events around a time, each with its own time: changes, requests and differences within some seconds of the
  /// time, or else the nearest events; on the reference's clock, s.
  package func explain(at time: Double, within reach: Double = 10) -> [String] {
    let rows = states.map { row -> (from: Double, to: Double, words: String) in
      let what = row.to.map { "\(row.from?.name ?? "none") to \($0.name)" } ?? "request for a pause or its end"
      return (row.time, row.time, "\(row.device): \(what), \(row.verdict.rawValue): \(row.reason)")
    }
    let pairs = differences.map { ($0.startTime, $0.endTime, "\($0.kind.rawValue): \($0.reason)") }
    let all = (rows + pairs).sorted { $0.0 < $1.0 }.map {
      (distance: max($0.0 - time, time - $0.1, 0), words: "\(Self.place($0.0, $0.1, seenFrom: time)): \($0.2)")
    }
    let near = all.filter { $0.distance <= reach }
    if !near.isEmpty { return near.map(\.words) }
    return all.min { $0.distance < $1.distance }.map { [$0.words] } ?? []
  }

  /// A time or stretch as text, with its distance from another time.
  private static func place(_ start: Double, _ end: Double, seenFrom time: Double) -> String {
    let span = start == end ? "\(Words.number(start)) s" : "\(Words.number(start)) to \(Words.number(end)) s"
    guard start > time || end < time else { return span }
    let distance = Words.number(start > time ? start - time : time - end)
    return "\(span), \(distance) s \(start > time ? "later" : "earlier")"
  }

  /// The clock used for times, and each device's lag, as text.
  public var clockWords: String {
    guard let reference = timeline.devices.first else { return "" }
    let others = timeline.devices.dropFirst().map { device in
      device.lag.method == .none
        ? "how far that of the \(device.recording.device) is off is not known"
        : "that of the \(device.recording.device) is \(Words.number(abs(device.lag.lagS))) s "
          + (device.lag.lagS < 0 ? "behind" : "ahead")
    }
    return (["times are on the clock of the \(reference.recording.device)"] + others).joined(separator: "; ")
  }
}
