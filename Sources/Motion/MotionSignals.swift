import Signals

/// The signals of the device motion.
public struct MotionSignals: Sendable {
  /// Rotation rate, in rad/s.
  public let rotationRate: Triaxial
  /// Gravity in the device's frame, in g.
  public let gravity: Triaxial
  /// Acceleration without gravity in the device's frame, in g; nil where it was not recorded.
  public var userAcceleration: Triaxial?
  /// Attitude as unit quaternions that turn the device's frame into the world's; nil where it was not recorded.
  public var attitude: Attitude?

  /// Makes the set.
  public init(
    rotationRate: Triaxial, gravity: Triaxial, userAcceleration: Triaxial? = nil, attitude: Attitude? = nil
  ) {
    self.rotationRate = rotationRate
    self.gravity = gravity
    self.userAcceleration = userAcceleration
    self.attitude = attitude
    alongGravity = Result { () throws(SignalError) in
      try DotSignal.rotationAlongGravity(rotationRate: rotationRate, gravity: gravity)
    }
  }

  /// Makes the set of a stream under way, whose rotation along gravity is worked out as it comes.
  public init(
    rotationRate: Triaxial, gravity: Triaxial, userAcceleration: Triaxial?, attitude: Attitude?,
    alongGravity: any Signal
  ) {
    self.rotationRate = rotationRate
    self.gravity = gravity
    self.userAcceleration = userAcceleration
    self.attitude = attitude
    self.alongGravity = .success(alongGravity)
  }

  private let alongGravity: Result<any Signal, SignalError>

  /// The sum over the axes of rotation rate times gravity, in rad/s: how fast the device turns about the vertical.
  /// - Throws: `SignalError` where the two differ in length.
  public func rotationAlongGravity() throws -> any Signal {
    try alongGravity.get()
  }
}
