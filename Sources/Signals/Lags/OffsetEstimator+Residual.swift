extension OffsetEstimator {
  /// How far two streams that measure one vector differ once one of them is shifted by its offset.
  ///
  /// Both are read as smooth functions of time (below 19 Hz) at the same times, in the evenly spaced stretches that
  /// ``offset(of:against:)`` examines, whether they hold motion or not; means are not subtracted. Stretches with gaps
  /// are skipped.
  ///
  /// - Parameters:
  ///   - delayed: the stream whose timestamps are late.
  ///   - reference: the other one, in the same unit.
  ///   - seconds: how late they are; negative where they are early.
  /// - Returns: the root mean square of the magnitude of the vectors' difference, in the signals' unit; nil if nothing
  ///   can be compared: rates below 40 Hz, less than 1.3 s in common, gaps everywhere.
  /// - Throws: what reading the signals throws.
  public func residual(
    of delayed: Triaxial, against reference: Triaxial, offsetByS seconds: Double
  ) throws -> Double? {
    var squares = 0.0
    var count = 0
    let (starts, length) = stretches(of: delayed, against: reference)
    let points = Int(clamping: length / Self.stepS)
    for start in starts {
      let moved = start + seconds
      guard let first = try SmoothSampling(delayed, moved...moved + length),
        let second = try SmoothSampling(reference, start...start + length)
      else { continue }
      let pairs = zip(
        first.values(from: moved, step: Self.stepS, count: points),
        second.values(from: start, step: Self.stepS, count: points))
      for (left, right) in pairs {
        let difference = left - right
        squares += (difference * difference).sum()
        count += 1
      }
    }
    return count > 0 ? (squares / Double(count)).squareRoot() : nil
  }
}
