import Signals

/// The steps of the acceleration on all axes: its change from each sample to a later one.
struct SampleSteps {
  private let samples: [SIMD3<Float>]
  /// The number of samples that a step spans; shorter near the last sample.
  private let length: Int

  /// Takes samples; a missing one is interpolated linearly on its axis.
  init(_ samples: [SIMD3<Float>], length: Int) {
    var samples = samples
    for axis in 0..<3 { Self.bridge(axis, of: &samples) }
    self.samples = samples
    self.length = length
  }

  private static func bridge(_ axis: Int, of samples: inout [SIMD3<Float>]) {
    guard !samples.allSatisfy({ $0[axis].isFinite }) else { return }
    var known = (index: -1, value: samples.first { $0[axis].isFinite }?[axis] ?? 0)
    for index in samples.indices where samples[index][axis].isFinite {
      for missing in known.index + 1..<index {
        let part = Float(missing - known.index) / Float(index - known.index)
        samples[missing][axis] = known.value + part * (samples[index][axis] - known.value)
      }
      known = (index, samples[index][axis])
    }
    for index in known.index + 1..<samples.count { samples[index][axis] = known.value }
  }

  private var indices: Range<Int> { 0..<max(0, samples.count - 1) }

  @inline(__always)
  private func step(_ index: Int, slope: SIMD3<Float>) -> SIMD3<Float> {
    let end = min(index + length, samples.count - 1)
    return samples[end] - samples[index] - Float(end - index) * slope
  }

  /// The largest change between neighbouring samples at given positions; 0 if there is none, or none is known.
  static func largestChange(of samples: [SIMD3<Float>], _ places: Range<Int>) -> Float {
    places.reduce(0) { max($0, (samples[$1 + 1] - samples[$1]).squaredLength) }.squareRoot()
  }

  /// The steps minus the median slope of some samples.
  func withoutSlope(_ calm: Range<Int>) -> [SIMD3<Float>] {
    let calm = calm.clamped(to: indices)
    let changes = calm.map { samples[$0 + 1] - samples[$0] }
    func median(_ changes: [Float]) -> Float {
      let median = Statistics.median(changes)
      return median.isFinite ? median : 0
    }
    let slope = SIMD3(median(changes.map { $0.x }), median(changes.map { $0.y }), median(changes.map { $0.z }))
    return indices.map { step($0, slope: slope) }
  }

  /// The steps minus the extrapolation of the straight line through the slopes of the samples before.
  ///
  /// The line is that of least squares: over n slopes at 0, 1, ... it is at (n + length) / 2 from their middle for the middle
  /// of the step, so that slope j weighs 1 / n + (n + length) / 2 * (j - (n - 1) / 2) / (n (n^2 - 1) / 12). As the slopes
  /// are differences, their sums are of the samples: of all, s(n) - s(0), and of each times j, n s(n) less s(1) to s(n).
  /// - Parameter count: n; the first n steps are unchanged.
  func withoutTrend(of count: Int) -> [SIMD3<Float>] {
    let n = Double(count)
    let steepness = (n + Double(length)) / 2 / (n * (n * n - 1) / 12)
    var sum = samples.prefix(count).dropFirst().reduce(SIMD3<Double>()) { $0 + SIMD3($1) }
    return indices.map { index in
      guard index >= count else { return step(index, slope: SIMD3()) }
      let last = SIMD3<Double>(samples[index])
      let change = last - SIMD3(samples[index - count])
      sum += last
      let slope = change / n + steepness * (n * last - sum - (n - 1) / 2 * change)
      sum -= SIMD3(samples[index - count + 1])
      return step(index, slope: SIMD3(slope))
    }
  }
}

extension SIMD3<Float> {
  /// The sum of the squares of its components, added in their order.
  @inline(__always)
  var squaredLength: Float {
    let squares = self * self
    return squares.x + squares.y + squares.z
  }

  /// Its components without their signs.
  @inline(__always)
  var magnitudes: SIMD3<Float> { SIMD3(abs(x), abs(y), abs(z)) }
}
