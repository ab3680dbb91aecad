/// A block of the accelerometer's rows.
public struct AccelerationBlock: Sendable, Hashable {
  /// Timestamps, s on the recording's clock, one per row.
  public internal(set) var time: [Double]
  /// x, y, z of each row, g: gravity plus user acceleration, in multiples of 1/65536 g as a watch delivers them.
  public internal(set) var acceleration: [Float]
}

/// A block of the device motion's rows.
public struct MotionBlock: Sendable, Hashable {
  /// Timestamps, s on the recording's clock, one per row.
  public internal(set) var time: [Double]
  /// Unit quaternion w, x, y, z of each row, world from body.
  public internal(set) var attitude: [Float]
  /// x, y, z of each row, rad/s in the body frame.
  public internal(set) var rotationRate: [Float]
  /// x, y, z of each row, g in the body frame: the attitude's inverse applied to (0, 0, -1).
  public internal(set) var gravity: [Float]
  /// x, y, z of each row, g in the body frame, with shocks low-passed to the stream's rate.
  public internal(set) var userAcceleration: [Float]
}
