/// The data of a recorded workout that are needed to find the steps of a plan: plain data on one clock.
package struct RecordedRide: Hashable, Sendable {
  /// A quantity measured once per second.
  package enum Quantity: String, CaseIterable, Hashable, Sendable {
    /// W.
    case power
    /// Turns or steps per minute.
    case cadence
    /// Beats per minute.
    case heartRate = "heart_rate"
    /// m/s.
    case speed
  }

  /// The stretches of time that count, s, in order: the time between them is paused.
  package var running: [ClosedRange<Double>]
  /// When laps ended, s, in order.
  package var laps: [Double]
  /// Times at which the distance is known, s, in order; empty if the distance is not recorded.
  package var distanceTimes: [Double] = []
  /// The distance covered until each of these times, m; it never falls.
  package var distanceMetres: [Double] = []
  /// When the first second of the streams begins, s.
  package var secondsStart = 0.0
  /// Values, one per second; NaN without a value, as in pauses.
  package var seconds: [Quantity: [Double]] = [:]
  /// Zones of power by their number, W; the upper end belongs to the next zone.
  package var powerZones: [Int: Range<Double>] = [:]
  /// Zones of the heart rate by their number, beats per minute.
  package var heartRateZones: [Int: Range<Double>] = [:]

  package init(running: [ClosedRange<Double>], laps: [Double] = []) {
    self.running = running
    self.laps = laps
  }

  /// When the ride began, s; 0 if no time counts.
  package var start: Double { running.first?.lowerBound ?? 0 }
  /// When the ride ended, s.
  package var end: Double { running.last?.upperBound ?? start }
}
