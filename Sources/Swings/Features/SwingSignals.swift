import Motion
import Signals

/// The signals of one recording for measuring features. All share one clock.
public struct SwingSignals: Sendable {
  /// Acceleration as recorded, in g.
  public var acceleration: Triaxial
  /// Acceleration after the high-pass, in g, on the same samples.
  public var filtered: Triaxial
  /// Device motion; nil if not recorded.
  public var motion: MotionSignals?

  /// Makes the set.
  public init(acceleration: Triaxial, filtered: Triaxial, motion: MotionSignals? = nil) {
    self.acceleration = acceleration
    self.filtered = filtered
    self.motion = motion
  }
}

extension PeakFinder {
  /// Finds all peaks of a rotation of at least a rate in rad/s, whatever the noise.
  init(rotationFrom rate: Double) {
    self.init(level: Float(rate), sigmaMultiple: 0, refractorySeconds: 0)
    measuresNoise = false
  }
}

/// The vector of three components at an index.
@inline(__always)
func vector(_ index: Int, _ x: Span<Float>, _ y: Span<Float>, _ z: Span<Float>) -> SIMD3<Double> {
  SIMD3(Double(x[index]), Double(y[index]), Double(z[index]))
}

/// The largest magnitude among the vectors without a missing component; NaN if there is none.
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
  /// The magnitude.
  var length: Double { (self * self).sum().squareRoot() }
}
