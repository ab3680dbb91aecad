/// The scalar product of two vectors, sample by sample: `scale * (ax bx + ay by + az bz)`.
package struct DotSignal: Signal {
  /// The first vector, which gives the time base.
  package let first: Triaxial
  /// The second vector.
  package let second: Triaxial
  /// The unit of the products.
  package let unit: Unit
  /// The factor for every product.
  package let scale: Float

  /// The number of samples.
  package var count: Int { first.count }
  /// When the samples were taken.
  package var timeBase: TimeBase { first.timeBase }

  /// The scalar product of two vectors on one time base, in a unit given by the caller.
  ///
  /// - Throws: `SignalError.countMismatch` if the vectors differ in length.
  package init(_ first: Triaxial, _ second: Triaxial, unit: Unit, scale: Double = 1) throws(SignalError) {
    guard first.count == second.count else { throw .countMismatch(first.count, second.count) }
    self.first = first
    self.second = second
    self.unit = unit
    self.scale = Float(scale)
  }

  /// Rotation along gravity in rad/s: the sum over the axes of rotation rate (rad/s) times gravity (g).
  ///
  /// Both vectors convert from any unit of their dimension. At rest gravity is a unit vector in g, so the result is the
  /// rate of rotation about the vertical.
  ///
  /// - Throws: `SignalError.unit` if a vector is not a rotation rate or an acceleration, `.countMismatch` if they
  ///   differ in length.
  package static func rotationAlongGravity(rotationRate: Triaxial, gravity: Triaxial) throws(SignalError) -> DotSignal {
    guard let rateFactor = rotationRate.unit.factor(to: .radiansPerSecond) else {
      throw .unit(of: "the rotation rate", actual: rotationRate.unit, expected: .radiansPerSecond)
    }
    guard let gravityFactor = gravity.unit.factor(to: .g) else {
      throw .unit(of: "gravity", actual: gravity.unit, expected: .g)
    }
    return try DotSignal(rotationRate, gravity, unit: .radiansPerSecond, scale: rateFactor * gravityFactor)
  }

  /// Reads the products of a range.
  ///
  /// - Throws: `SignalError` for a range or a length that does not fit, and the errors of the axes.
  package func read(_ range: Range<Int>, into samples: inout MutableSpan<Float>) throws {
    try SignalError.check(range, count: count, bufferCount: samples.count)
    try readSum(range, into: &samples, terms: zip(first.axes, second.axes).map { ($0, $1) })
    guard scale != 1 else { return }
    for index in 0..<samples.count { samples[index] *= scale }
  }
}
