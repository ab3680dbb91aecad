import SPSignals

/// A connection or disconnection of the headphones.
package struct ConnectionEvent: Hashable, Sendable {
  /// When, on the recording's clock, in s.
  package var time: Double
  /// Whether they connected.
  package var isConnected: Bool

  package init(time: Double, isConnected: Bool) {
    self.time = time
    self.isConnected = isConnected
  }
}

/// An interval with samples of one earbud, or an interval without samples.
package struct HeadConnection: Hashable, Sendable {
  /// Whether there were samples.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// Samples came.
    case connected
    /// No samples came, and the headphones did not report a disconnection.
    case gap
    /// No samples came, and the headphones had disconnected.
    case disconnected
  }

  /// Whether there were samples.
  package var kind: Kind
  /// Timestamp of the first sample, in s; for an interval without samples, of the last sample before it.
  package var startTime: Double
  /// Timestamp of the last sample, in s; for an interval without samples, of the first sample after it.
  package var endTime: Double
  /// The earbud; nil for an interval without samples.
  package var location: BudLocation?
  /// The number of samples.
  package var sampleCount = 0
  /// The separation from the previous stretch of samples; nil for an interval without samples.
  package var startedBy: ConnectionStart?
  /// Whether its poses continue the frame of the previous stretch; nil for an interval without samples.
  package var reference: ReferenceState?
  /// Angle from the previous stretch's last pose to the first pose of this stretch, before the new frame is aligned, in
  /// rad.
  package var step: Double?
  /// The number of connections and disconnections in the interval.
  package var eventCount = 0

  /// Its length, in s.
  package var durationS: Double { endTime - startTime }

  /// Returns the intervals given by stretches of samples and by events, in order of time.
  static func intervals(_ records: [ConnectionRecord], _ events: [ConnectionEvent]) -> [HeadConnection] {
    var result: [HeadConnection] = []
    for record in records {
      if let last = result.last, record.startedBy == .gap {
        result.append(between(last.endTime, record.startTime, events))
      }
      result.append(
        HeadConnection(
          kind: .connected, startTime: record.startTime, endTime: record.endTime, location: record.location,
          sampleCount: record.sampleCount, startedBy: record.startedBy, reference: record.reference,
          step: record.step, eventCount: events.within(record.startTime...record.endTime).count))
    }
    return result
  }

  private static func between(_ start: Double, _ end: Double, _ events: [ConnectionEvent]) -> HeadConnection {
    let inside = events.within(start...end).filter { $0.time > start && $0.time < end }
    return HeadConnection(
      kind: inside.contains { !$0.isConnected } ? .disconnected : .gap, startTime: start, endTime: end,
      eventCount: inside.count)
  }
}

extension [ConnectionEvent] {
  /// The events in an interval; the array has to be in order of time.
  fileprivate func within(_ interval: ClosedRange<Double>) -> ArraySlice<ConnectionEvent> {
    let first = partitionPoint(indices) { self[$0].time < interval.lowerBound }
    return self[first...].prefix { $0.time <= interval.upperBound }
  }
}
