/// Vectors with their timestamps, in s, in the order of time.
package struct TimedVectors: Sendable {
  package var times: [Double]
  package var values: [SIMD3<Double>]

  /// The longest interval, in s, across which values are interpolated.
  private static let longestStepS = 0.1

  /// Takes vectors; nil if the clock goes back.
  package init?(times: [Double], values: [SIMD3<Double>]) {
    guard times.count == values.count, zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 }) else { return nil }
    self.times = times
    self.values = values
  }

  /// The means of the samples around evenly spaced times; between sparse samples, the value on the straight line.
  ///
  /// - Returns: `count` vectors; NaN where samples are missing.
  package func sampled(from start: Double, step: Double, count: Int) -> [SIMD3<Double>] {
    var result: [SIMD3<Double>] = []
    result.reserveCapacity(count)
    var row = partitionPoint(times.indices) { times[$0] < start - step / 2 }
    for point in 0..<count {
      let time = start + Double(point) * step
      var sum = SIMD3<Double>.zero
      let first = row
      while row < times.count, times[row] < time + step / 2 {
        sum += values[row]
        row += 1
      }
      result.append(row > first ? sum / Double(row - first) : interpolated(at: time, before: row))
    }
    return result
  }

  private func interpolated(at time: Double, before row: Int) -> SIMD3<Double> {
    guard row > 0, row < times.count else { return SIMD3(repeating: .nan) }
    let step = times[row] - times[row - 1]
    guard step > 0, step <= Self.longestStepS else { return SIMD3(repeating: .nan) }
    return values[row - 1] + (values[row] - values[row - 1]) * ((time - times[row - 1]) / step)
  }
}

extension SIMD3<Double> {
  /// The cross product.
  package func cross(_ other: Self) -> Self {
    Self(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }

  /// Whether all components are finite.
  @inline(__always)
  package var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }

  /// The length of the vector.
  package var length: Double { (self * self).sum().squareRoot() }

  /// The vector of length 1 in its direction; NaN for 0.
  package var unit: Self { self / length }
}
