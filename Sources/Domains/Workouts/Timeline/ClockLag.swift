/// The lag of a device's clock: its time minus the reference's time, and how the lag was found.
public struct ClockLag: Hashable, Sendable {
  /// The source of a lag.
  public enum Method: String, Hashable, Sendable, CaseIterable {
    /// The device is the reference itself.
    case reference
    /// Events and states recorded by both devices.
    case events
    /// The cross-correlation of a stream recorded by both devices.
    case correlation
    /// The recordings do not determine a lag: the clocks are assumed to be equal.
    case none
  }

  /// The source of the lag.
  public var method: Method
  /// The device's clock minus the reference's at ``deviceTime``, s.
  public var lagS = 0.0
  /// The time on the device's clock at which ``lagS`` is valid.
  public var deviceTime = 0.0
  /// The growth of the lag per second.
  public var drift = 0.0
  /// Standard error of the lag, s; nil if unknown.
  public var uncertaintyS: Double?
  /// Number of shared events.
  public var eventCount = 0
  /// The largest correlation of the shared stream.
  public var correlation: Double?

  /// Converts a time to the reference's clock.
  package func referenceTime(_ time: Double) -> Double { time - lagS - drift * (time - deviceTime) }

  /// Converts a time to the device's clock.
  func deviceTime(_ referenceTime: Double) -> Double {
    deviceTime + (referenceTime - (deviceTime - lagS)) / (1 - drift)
  }
}

/// Finds the lag between two devices of a session.
struct ClockAlignment {
  let rules: WorkoutRules

  /// The lag of a device's clock from a reference's clock; the data of both are in order.
  ///
  /// Three or more shared events decide. Fewer events may agree by chance: a shared stream then decides, if its lag is
  /// clear (`CorrelationLag`). Otherwise the clocks are assumed to be equal.
  func lag(of device: DeviceRecording, from reference: DeviceRecording) -> ClockLag {
    let events = EventLag(rules: rules.session).find(reference.markers, device.markers)
    if let events, events.eventCount >= 3 { return events }
    if var correlation = CorrelationLag(rules: rules).find(reference, device) {
      correlation.eventCount = events?.eventCount ?? 0
      return correlation
    }
    return ClockLag(method: .none)
  }
}

/// An event that other devices may have, too: only markers with the same code can be the same event.
struct Marker: Hashable, Sendable {
  var time: Double
  var code: Int
}

extension DeviceRecording {
  /// The events and changes of state.
  var markers: [Marker] {
    let events = events.map { Marker(time: $0.time, code: Int($0.kind.rawValue)) }
    let states = states.map { Marker(time: $0.time, code: 100 + Int($0.state.rawValue)) }
    return (events + states).sorted { $0.time < $1.time }
  }
}
