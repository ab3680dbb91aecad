import Signals

/// The signals of one recording that features are measured on. All share one clock.
public struct SwingSignals: Sendable {
  /// Acceleration as recorded, in g.
  public var acceleration: Triaxial
  /// Acceleration after the high-pass, in g, on the same samples.
  public var filtered: Triaxial
  /// Device motion; nil for recordings without.
  public var motion: MotionSignals?

  /// Makes the set.
  public init(acceleration: Triaxial, filtered: Triaxial, motion: MotionSignals? = nil) {
    self.acceleration = acceleration
    self.filtered = filtered
    self.motion = motion
  }
}

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
  init(
    rotationRate: Triaxial, gravity: Triaxial, userAcceleration: Triaxial?, attitude: Attitude?,
    alongGravity: RingSignal
  ) {
    self.rotationRate = rotationRate
    self.gravity = gravity
    self.userAcceleration = userAcceleration
    self.attitude = attitude
    self.alongGravity = .success(alongGravity)
  }

  private let alongGravity: Result<any Signal, SignalError>

  /// The sum over the axes of rotation rate times gravity, in rad/s: how fast the wrist turns about the vertical.
  /// - Throws: `SignalError` where the two differ in length.
  public func rotationAlongGravity() throws -> any Signal {
    try alongGravity.get()
  }
}

extension PeakFinder {
  /// Finds all peaks of a rotation of at least a rate in rad/s, whatever the noise.
  init(rotationFrom rate: Double) {
    self.init(level: Float(rate), sigmaMultiple: 0, refractorySeconds: 0)
    measuresNoise = false
  }
}

/// A quaternion signal, one signal a component.
public struct Attitude: Sendable {
  /// The scalar component and the three of the vector.
  public var w, x, y, z: any Signal

  /// Makes an attitude from its four components.
  public init(w: any Signal, x: any Signal, y: any Signal, z: any Signal) {
    self.w = w
    self.x = x
    self.y = y
    self.z = z
  }
}

/// The vector of three components at a place.
@inline(__always)
func vector(_ index: Int, _ x: Span<Float>, _ y: Span<Float>, _ z: Span<Float>) -> SIMD3<Double> {
  SIMD3(Double(x[index]), Double(y[index]), Double(z[index]))
}

/// The largest norm among the vectors without a missing component; NaN where there is none.
func largestLength(_ x: Span<Float>, _ y: Span<Float>, _ z: Span<Float>) -> Double {
  var largest = -1.0
  for index in x.indices {
    let vector = vector(index, x, y, z)
    let square = (vector * vector).sum()
    if square.isFinite, square > largest { largest = square }
  }
  return largest < 0 ? .nan : largest.squareRoot()
}

extension SIMD3<Double> {
  /// The Euclidean norm.
  var length: Double { (self * self).sum().squareRoot() }
}
