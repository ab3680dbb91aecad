/// The magnitude of a vector: `sqrt(x^2 + y^2 + z^2)`, in the vector's unit. A NaN in any axis gives NaN.
package struct NormSignal: Signal {
  /// The vector.
  package let vector: Triaxial

  /// The number of samples.
  package var count: Int { vector.count }
  /// When the samples were taken.
  package var timeBase: TimeBase { vector.timeBase }
  /// The unit of the vector.
  package var unit: Unit { vector.unit }

  /// The magnitude of `vector`.
  package init(_ vector: Triaxial) {
    self.vector = vector
  }

  /// Reads the magnitudes of a range.
  ///
  /// - Throws: `SignalError` for a range or a length that does not fit, and the errors of the axes.
  package func read(_ range: Range<Int>, into samples: inout MutableSpan<Float>) throws {
    try SignalError.check(range, count: count, bufferCount: samples.count)
    try readSum(range, into: &samples, terms: vector.axes.map { ($0, nil) })
    for index in 0..<samples.count { samples[index] = samples[index].squareRoot() }
  }
}

/// The largest number of samples of one axis that a sum over axes holds at a time.
private let pieceLength = 16_384

/// Reads the sum of `first * second` over the terms; a term without a second signal is squared.
func readSum(
  _ range: Range<Int>, into samples: inout MutableSpan<Float>, terms: [(first: any Signal, second: (any Signal)?)]
) throws {
  let length = min(pieceLength, range.count)
  var first = [Float](repeating: 0, count: length)
  var second = [Float](repeating: 0, count: length)
  var start = range.lowerBound
  while start < range.upperBound {
    let piece = start..<min(start + length, range.upperBound)
    let offset = start - range.lowerBound
    for index in 0..<piece.count { samples[offset + index] = 0 }
    for term in terms {
      try term.first.read(piece, into: &first)
      if let other = term.second {
        try other.read(piece, into: &second)
        for index in 0..<piece.count { samples[offset + index] += first[index] * second[index] }
      } else {
        for index in 0..<piece.count { samples[offset + index] += first[index] * first[index] }
      }
    }
    start = piece.upperBound
  }
}

extension Signal {
  /// Reads a range into the front of an array that is at least as long.
  func read(_ range: Range<Int>, into front: inout [Float]) throws {
    try front.withUnsafeMutableBufferPointer { buffer in
      var span = UnsafeMutableBufferPointer(rebasing: buffer[0..<range.count]).mutableSpan
      try read(range, into: &span)
    }
  }
}

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

/// The sum of two signals, sample by sample, each taken with a sign.
package struct SumSignal: Signal {
  /// The first signal, which gives the time base and the unit.
  package let first: any Signal
  /// The second signal.
  package let second: any Signal
  /// The signs of both signals: 1 or -1.
  package let signs: (Float, Float)

  /// The number of samples.
  package var count: Int { first.count }
  /// When the samples were taken.
  package var timeBase: TimeBase { first.timeBase }
  /// The unit of both signals.
  package var unit: Unit { first.unit }

  /// The sum of two signals on one time base.
  ///
  /// - Throws: `SignalError.countMismatch` if the signals differ in length, `.unit` if they differ in unit.
  package init(
    _ first: any Signal, _ second: any Signal, signs: (Float, Float) = (1, 1)
  ) throws(SignalError) {
    guard first.count == second.count else { throw .countMismatch(first.count, second.count) }
    guard first.unit == second.unit else {
      throw .unit(of: "the second signal", actual: second.unit, expected: first.unit)
    }
    self.first = first
    self.second = second
    self.signs = signs
  }

  /// Reads the sums of a range.
  ///
  /// - Throws: `SignalError` for a range or a length that does not fit, and the errors of the signals.
  package func read(_ range: Range<Int>, into samples: inout MutableSpan<Float>) throws {
    try first.read(range, into: &samples)
    let others = try second.samples(range)
    for index in 0..<samples.count { samples[index] = signs.0 * samples[index] + signs.1 * others[index] }
  }
}

extension Triaxial {
  /// The sum of two vectors on one time base, axis by axis, each taken with a sign.
  ///
  /// - Throws: `SignalError` if the vectors differ in length or unit.
  package func adding(_ other: Triaxial, signs: (Float, Float) = (1, 1)) throws(SignalError) -> Triaxial {
    Triaxial(
      x: try SumSignal(x, other.x, signs: signs), y: try SumSignal(y, other.y, signs: signs),
      z: try SumSignal(z, other.z, signs: signs))
  }
}
