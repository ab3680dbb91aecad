import SPSignals

/// The steps of the acceleration on all axes: its change from each sample to a later one.
struct SampleSteps {
  private var samples: AxisValues
  /// The number of samples that a step spans; shorter near the last sample.
  private let length: Int

  /// Takes samples; missing samples are interpolated linearly on their axis.
  init(_ samples: AxisValues, length: Int) {
    self.samples = samples
    self.length = length
    for axis in 0..<3 {
      guard samples.look(axis, { Statistics.hasMissing($0.span) }) else { continue }
      self.samples.change(axis) { Self.bridge($0) }
    }
  }

  private static func bridge(_ samples: UnsafeMutableBufferPointer<Float>) {
    var known = (index: -1, value: samples.first { $0.isFinite } ?? 0)
    for index in samples.indices where samples[index].isFinite {
      for missing in known.index + 1..<index {
        let part = Float(missing - known.index) / Float(index - known.index)
        samples[missing] = known.value + part * (samples[index] - known.value)
      }
      known = (index, samples[index])
    }
    for index in known.index + 1..<samples.count { samples[index] = known.value }
  }

  private var count: Int { max(0, samples.count - 1) }

  /// The largest change between neighbouring samples at given positions; 0 without a known change.
  static func largestChange(of samples: AxisValues, _ places: Range<Int>) -> Float {
    samples.look { x, y, z in
      var largest: Float = 0
      for index in places {
        let (x, y, z) = (x[index + 1] - x[index], y[index + 1] - y[index], z[index + 1] - z[index])
        largest = max(largest, x * x + y * y + z * z)
      }
      return largest.squareRoot()
    }
  }

  /// The steps minus the median slope of some samples.
  func withoutSlope(_ calm: Range<Int>) -> AxisValues {
    let calm = calm.clamped(to: 0..<count)
    var steps = AxisValues(count: count)
    for axis in 0..<3 {
      samples.look(axis) { samples in
        let median = Statistics.median(calm.map { samples[$0 + 1] - samples[$0] })
        let slope = median.isFinite ? median : 0
        steps.change(axis) { steps in
          let whole = max(0, samples.count - length)
          for index in 0..<min(whole, steps.count) {
            steps[index] = samples[index + length] - samples[index] - Float(length) * slope
          }
          for index in min(whole, steps.count)..<steps.count {
            let end = samples.count - 1
            steps[index] = samples[end] - samples[index] - Float(end - index) * slope
          }
        }
      }
    }
    return steps
  }

  /// The steps minus the extrapolation of the straight line through the slopes of the samples before.
  ///
  /// It is the least-squares line over n slopes at 0, 1, ... The middle of the step is (n + length) / 2 from the middle
  /// of the slopes. So slope j has the weight 1 / n + (n + length) / 2 * (j - (n - 1) / 2) / (n (n^2 - 1) / 12). As the
  /// slopes are differences, their sums follow from the samples s. The sum of the slopes is s(n) - s(0); the sum of the
  /// slopes times j is n s(n) minus the sum of s(1) to s(n).
  /// - Parameter count: n; the first n steps are unchanged.
  func withoutTrend(of count: Int) -> AxisValues {
    let n = Double(count)
    let steepness = (n + Double(length)) / 2 / (n * (n * n - 1) / 12)
    var steps = AxisValues(count: self.count)
    for axis in 0..<3 {
      samples.look(axis) { samples in
        steps.change(axis) { steps in
          var sum = samples.prefix(count).dropFirst().reduce(0.0) { $0 + Double($1) }
          for index in steps.indices {
            let end = min(index + length, samples.count - 1)
            var slope: Float = 0
            if index >= count {
              let last = Double(samples[index])
              let change = last - Double(samples[index - count])
              sum += last
              slope = Float(change / n + steepness * (n * last - sum - (n - 1) / 2 * change))
              sum -= Double(samples[index - count + 1])
            }
            steps[index] = samples[end] - samples[index] - Float(end - index) * slope
          }
        }
      }
    }
    return steps
  }
}

/// Values of three axes, axis by axis, so that the compiler uses SIMD for loops over an axis.
struct AxisValues {
  /// The number of values of each axis.
  let count: Int
  private var values: [Float]

  /// Makes values that are all 0.
  init(count: Int) {
    self.count = count
    values = [Float](repeating: 0, count: 3 * count)
  }

  /// Takes the values of a signal's axes.
  init(_ x: Span<Float>, _ y: Span<Float>, _ z: Span<Float>) {
    self.init(count: x.count)
    change(0) { for index in 0..<x.count { $0[index] = x[index] } }
    change(1) { for index in 0..<y.count { $0[index] = y[index] } }
    change(2) { for index in 0..<z.count { $0[index] = z[index] } }
  }

  /// The first values of each axis.
  func prefix(_ count: Int) -> AxisValues {
    var first = AxisValues(count: min(count, self.count))
    for axis in 0..<3 {
      look(axis) { source in first.change(axis) { _ = $0.update(fromContentsOf: source[..<$0.count]) } }
    }
    return first
  }

  /// Gives access to the values of an axis.
  @inline(__always)
  func look<Result>(_ axis: Int, _ body: (UnsafeBufferPointer<Float>) -> Result) -> Result {
    values.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[axis * count..<(axis + 1) * count])) }
  }

  /// Gives access to the values of all axes.
  @inline(__always)
  func look<Result>(
    _ body: (UnsafeBufferPointer<Float>, UnsafeBufferPointer<Float>, UnsafeBufferPointer<Float>) -> Result
  ) -> Result {
    look(0) { x in look(1) { y in look(2) { z in body(x, y, z) } } }
  }

  @inline(__always)
  mutating func change(_ axis: Int, _ body: (UnsafeMutableBufferPointer<Float>) -> Void) {
    let range = axis * count..<(axis + 1) * count
    values.withUnsafeMutableBufferPointer { body(UnsafeMutableBufferPointer(rebasing: $0[range])) }
  }
}
