/// Something in a device's data that was left out of every figure, or that contradicts the figures, and why.
public struct WorkoutFault: Hashable, Sendable {
  /// The kind of fault.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The timestamps go back, or so far ahead that no workout lasts that long.
    case clockJump = "clock_jump"
    /// Several samples with one timestamp, of which the first counts; of the distance the last.
    case duplicateTimestamp = "duplicate_stamp"
    /// A value that no rider reaches, or a single one far above both neighbours.
    case spike
    /// A stretch without values while time counted.
    case dropout
    /// The distance decreased, for example after a restart of the device.
    case distanceReset = "distance_reset"
    /// Laps of the device that overlap more often than any device's do.
    case lapOverlap = "lap_overlap"
    /// The device states another timer time or distance than its data give.
    case deviceTotal = "device_total"
  }

  /// The kind of fault.
  public var kind: Kind
  /// The stream; nil for events and states.
  public var quantity: Quantity?
  /// The first timestamp, s; for a clock jump, the wrong one as recorded.
  public var startTime: Double
  /// The last timestamp, s.
  public var endTime: Double
  /// Number of samples, or of missing seconds for a dropout.
  public var count: Int
  /// The most extreme value, in the stream's unit, if relevant; of a total, the device's own.
  public var value: Double?
  /// The fault and its treatment, in a sentence.
  public var reason: String
}
