/// The data of a recorded workout needed to find the steps of a plan in it: plain data on one clock.
public struct RecordedRide: Hashable, Sendable {
  /// A quantity measured once per second.
  public enum Quantity: String, CaseIterable, Hashable, Sendable {
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
  public var running: [ClosedRange<Double>]
  /// When laps ended, s, in order.
  public var laps: [Double]
  /// Times at which the distance is known, s, in order; none if it is not recorded.
  public var distanceTimes: [Double] = []
  /// The distance covered until each of these times, m; it never falls.
  public var distanceMetres: [Double] = []
  /// When the first second of the streams begins, s.
  public var secondsStart = 0.0
  /// Values, one per second; NaN if there is none, as in pauses.
  public var seconds: [Quantity: [Double]] = [:]
  /// Zones of power by their number, W; the upper end belongs to the next.
  public var powerZones: [Int: Range<Double>] = [:]
  /// Zones of the heart rate by their number, beats per minute.
  public var heartRateZones: [Int: Range<Double>] = [:]

  /// Makes a ride without any measurement.
  public init(running: [ClosedRange<Double>], laps: [Double] = []) {
    self.running = running
    self.laps = laps
  }

  /// When it began, s; 0 where nothing counts.
  public var start: Double { running.first?.lowerBound ?? 0 }
  /// When it ended, s.
  public var end: Double { running.last?.upperBound ?? start }
}
