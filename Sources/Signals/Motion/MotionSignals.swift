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

/// A signal of quaternions, stored as one signal per component.
public struct Attitude: Sendable {
  /// Stored behind one reference, because attitudes are passed on very often.
  private final class Components: Sendable {
    let w, x, y, z: any Signal

    init(_ w: any Signal, _ x: any Signal, _ y: any Signal, _ z: any Signal) {
      (self.w, self.x, self.y, self.z) = (w, x, y, z)
    }
  }

  private let held: Components

  /// The scalar component.
  public var w: any Signal { held.w }
  /// The component of the vector along x.
  public var x: any Signal { held.x }
  /// The component of the vector along y.
  public var y: any Signal { held.y }
  /// The component of the vector along z.
  public var z: any Signal { held.z }

  /// Makes an attitude from its four components.
  public init(w: any Signal, x: any Signal, y: any Signal, z: any Signal) { held = Components(w, x, y, z) }
}

extension Attitude {
  /// Calls `body` with the samples of a range of all four components.
  ///
  /// - Throws: the errors of reading a component, and the errors of `body`.
  package func visit(
    _ range: Range<Int>, _ body: (Span<Float>, Span<Float>, Span<Float>, Span<Float>) throws -> Void
  ) throws {
    try held.w.visit(range) { w in
      try held.x.visit(range) { x in
        try held.y.visit(range) { y in try held.z.visit(range) { z in try body(w, x, y, z) } }
      }
    }
  }
}
