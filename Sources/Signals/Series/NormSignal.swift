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
