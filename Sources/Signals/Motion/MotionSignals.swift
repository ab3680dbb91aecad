/// The signals of a device motion stream. It is a class, because it is passed on for each of very many candidates.
public final class MotionSignals: Sendable {
  /// Rotation rate, in rad/s.
  public let rotationRate: Triaxial
  /// Gravity in the device's frame, in g.
  public let gravity: Triaxial
  /// Acceleration without gravity in the device's frame, in g; nil if it was not recorded.
  public let userAcceleration: Triaxial?
  /// Attitude as unit quaternions that turn the device's frame into the world's; nil if it was not recorded.
  public let attitude: Attitude?

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
    total = NormSignal(rotationRate)
  }

  /// Makes the set for a stream whose rotation along gravity and in total are computed elsewhere, sample by sample as
  /// the samples arrive.
  public init(
    rotationRate: Triaxial, gravity: Triaxial, userAcceleration: Triaxial?, attitude: Attitude?,
    alongGravity: any Signal, total: any Signal
  ) {
    self.rotationRate = rotationRate
    self.gravity = gravity
    self.userAcceleration = userAcceleration
    self.attitude = attitude
    self.alongGravity = .success(alongGravity)
    self.total = total
  }

  /// The length of the rotation rate, in rad/s: how fast the device turns about any axis.
  public let total: any Signal

  private let alongGravity: Result<any Signal, SignalError>

  /// The rotation rate along gravity, in rad/s: how fast the device turns about the vertical.
  ///
  /// It is the sum over the axes of rotation rate times gravity in g.
  /// - Throws: `SignalError` if rotation rate and gravity differ in length or have wrong units.
  package func rotationAlongGravity() throws -> any Signal {
    try alongGravity.get()
  }
}
