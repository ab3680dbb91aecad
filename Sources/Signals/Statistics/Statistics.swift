import Glibc

/// Statistics of plain values. Sums are taken in double precision.
package enum Statistics {
  /// The ratio of the standard deviation of a normal distribution to its median absolute deviation: 1 /
  /// Phi^-1(3/4).
  package static let sigmaPerMAD = 1.482602218505602

  /// The median, for an even count the mean of the middle two values. NaN values are ignored; NaN if no value is left.
  @specialized(where Value == Float)
  @specialized(where Value == Double)
  package static func median<Value: BinaryFloatingPoint>(_ values: [Value]) -> Value {
    withUnsafeTemporaryAllocation(of: Value.self, capacity: values.count) { known in
      var count = 0
      for value in values where !value.isNaN {
        known.initializeElement(at: count, to: value)
        count += 1
      }
      return medianInPlace(UnsafeMutableBufferPointer(rebasing: known[..<count])) ?? .nan
    }
  }

  /// The standard deviation estimated from the median absolute deviation about the median: `1.4826 * MAD`.
  ///
  /// As `scipy.stats.median_abs_deviation(x, scale="normal")`. NaN values are ignored; NaN if no value is left.
  package static func madSigma<Value: BinaryFloatingPoint>(_ values: [Value]) -> Value {
    madSigma(values, about: median(values))
  }

  /// The standard deviation estimated from the median absolute deviation about a known centre, such as 0 for the output
  /// of a high-pass. NaN values are ignored; NaN if no value is left.
  @specialized(where Value == Float)
  @specialized(where Value == Double)
  package static func madSigma<Value: BinaryFloatingPoint>(_ values: [Value], about centre: Value) -> Value {
    Value(sigmaPerMAD) * median(values.map { abs($0 - centre) })
  }

  /// The arithmetic mean; NaN for no values or any NaN.
  @specialized(where Value == Double)
  package static func mean<Value: BinaryFloatingPoint>(_ values: [Value]) -> Double {
    values.reduce(0.0) { $0 + Double($1) } / Double(values.count)
  }

  /// The standard deviation: the root of the squared deviations over `count - lostDegrees` (0 as NumPy's `ddof=0`).
  ///
  /// NaN for any NaN, and for a count not above `lostDegrees`.
  package static func standardDeviation<Value: BinaryFloatingPoint>(_ values: [Value], lostDegrees: Int = 0) -> Double {
    guard values.count > lostDegrees else { return .nan }
    let mean = mean(values)
    let squares = values.reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) }
    return (squares / Double(values.count - lostDegrees)).squareRoot()
  }

  /// The excess kurtosis `m4 / m2^2 - 3` (0 for a normal distribution), biased as `scipy.stats.kurtosis` by default.
  ///
  /// NaN for no values, any NaN, and equal values.
  @specialized(where Value == Double)
  package static func kurtosis<Value: BinaryFloatingPoint>(_ values: [Value]) -> Double {
    let mean = mean(values)
    var second = 0.0
    var fourth = 0.0
    for value in values {
      let square = (Double(value) - mean) * (Double(value) - mean)
      second += square
      fourth += square * square
    }
    guard second > 0 else { return .nan }
    return fourth * Double(values.count) / (second * second) - 3
  }

  /// The percentile (0...100), interpolated linearly between values, as in `numpy.percentile`: definition 7 of Hyndman
  /// and Fan, "Sample quantiles in statistical packages", The American Statistician 50 (1996) 361.
  ///
  /// NaN values are ignored; NaN if no value is left.
  package static func percentile<Value: BinaryFloatingPoint>(_ values: [Value], _ percent: Double) -> Double {
    precondition(percent >= 0 && percent <= 100, "a percentile of \(percent)")
    var ordered = values.filter { !$0.isNaN }
    guard !ordered.isEmpty else { return .nan }
    let place = Double(ordered.count - 1) * percent / 100
    let rank = Int(place)
    return ordered.withUnsafeMutableBufferPointer { values in
      select(rank, in: values)
      let lower = Double(values[rank])
      guard place > Double(rank), let upper = values[(rank + 1)...].min() else { return lower }
      return lower + (Double(upper) - lower) * (place - Double(rank))
    }
  }

  /// The percentile of values in ascending order without NaN, for calls with several percentiles; NaN without values.
  package static func percentile(ofSorted values: [Double], _ percent: Double) -> Double {
    precondition(percent >= 0 && percent <= 100, "a percentile of \(percent)")
    guard let last = values.indices.last else { return .nan }
    let place = Double(last) * percent / 100
    let rank = Int(place)
    return values[rank] + (values[min(rank + 1, last)] - values[rank]) * (place - Double(rank))
  }
}

extension Statistics {
  /// The vertex of the parabola through three neighbouring samples with the extremum in the middle.
  ///
  /// `offset = (left - right) / 2 / (left - 2 middle + right)` in samples from the middle, within -0.5...0.5; `value =
  /// middle - (left - right) * offset / 4` (J. O. Smith, Spectral Audio Signal Processing, "Quadratic interpolation of
  /// spectral peaks"). Returns the middle itself if it is not an extremum, or if the three samples are on a line.
  package static func parabolaVertex(
    _ left: Double, _ middle: Double, _ right: Double
  ) -> (offset: Double, value: Double) {
    let curvature = left - 2 * middle + right
    let isExtremum = (left - middle) * (right - middle) >= 0
    guard isExtremum, curvature != 0 else { return (0, middle) }
    let offset = (left - right) / 2 / curvature
    return (offset, middle - (left - right) * offset / 4)
  }

  /// The Hann window `0.5 - 0.5 cos(2 pi n / N)`: periodic (N = count) for spectra, else symmetric (N = count - 1).
  ///
  /// As `scipy.signal.windows.hann`; one point is 1.
  package static func hannWindow(_ count: Int, periodic: Bool = true) -> [Double] {
    guard count > 1 else { return [Double](repeating: 1, count: max(count, 0)) }
    let period = Double(periodic ? count : count - 1)
    return (0..<count).map { 0.5 - 0.5 * cos(2 * .pi * Double($0) / period) }
  }
}

/// Whether any magnitude reaches a level, compared as bits; NaN reaches every level.
///
/// This takes three instructions for four samples on any 64-bit processor. An integer maximum needs newer instructions,
/// or more of them.
@inline(__always)
func reachesMagnitude(_ level: Float, _ samples: Span<Float>) -> Bool {
  let below = Int32(bitPattern: level.bitPattern & 0x7fff_ffff) - 1
  // Checked indices and conditions would both prevent SIMD.
  return samples.withUnsafeBufferPointer { samples in
    guard let first = samples.baseAddress else { return false }
    // Negative if a magnitude reaches the level; differences of numbers from 0 to 2^31 - 1 fit.
    var difference: Int32 = 0
    for index in 0..<samples.count {
      difference |= below &- Int32(bitPattern: first[index].bitPattern & 0x7fff_ffff)
    }
    return difference < 0
  }
}

extension Statistics {
  /// The number of finite samples, and the largest magnitude among them; -1 without finite samples.
  package static func largestMagnitude(_ samples: Span<Float>) -> (known: Int, value: Float) {
    let infinity = Int32(bitPattern: Float.infinity.bitPattern)
    return samples.withUnsafeBufferPointer { samples in
      var (missing, largest): (Int32, Int32) = (0, -1)
      // Compared as bits, because the compiler makes SIMD of integers.
      for index in samples.indices {
        let magnitude = Int32(bitPattern: samples[index].bitPattern & 0x7fff_ffff)
        // -1 from infinity on, else 0.
        let isMissing = (infinity &- 1 &- magnitude) >> 31
        missing &-= isMissing
        largest = max(largest, magnitude | isMissing)
      }
      return (samples.count - Int(missing), largest < 0 ? -1 : Float(bitPattern: UInt32(bitPattern: largest)))
    }
  }

  /// The mean of the finite samples; 0 without finite samples.
  ///
  /// Eight sums run in parallel, because the compiler may not reorder a single sum.
  package static func mean(ofFinite samples: Span<Float>) -> Float {
    samples.withUnsafeBufferPointer { samples in
      var (sums, counts) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
      func add(_ values: SIMD8<Float>) {
        let isFinite = (values - values) .== 0
        sums += values.replacing(with: 0, where: .!isFinite)
        counts += SIMD8<Float>.zero.replacing(with: 1, where: isFinite)
      }
      guard let base = samples.baseAddress else { return 0 }
      let whole = samples.count / 8 * 8
      for place in stride(from: 0, to: whole, by: 8) {
        add(UnsafeRawPointer(base + place).loadUnaligned(as: SIMD8<Float>.self))
      }
      var rest = SIMD8<Float>(repeating: .nan)
      for place in whole..<samples.count { rest[place - whole] = samples[place] }
      add(rest)
      return sums.sum() / max(1, counts.sum())
    }
  }

  /// The energy of the samples, and the energy of the steps from one sample to the next: sums of squares.
  ///
  /// Not finite if a sample is not finite.
  package static func energies(_ samples: Span<Float>) -> (ofSamples: Float, ofSteps: Float) {
    samples.withUnsafeBufferPointer { samples in
      guard let base = samples.baseAddress, !samples.isEmpty else { return (0, 0) }
      var (energy, steps) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
      var place = 0
      while place + 8 < samples.count {
        let values = UnsafeRawPointer(base + place).loadUnaligned(as: SIMD8<Float>.self)
        let step = UnsafeRawPointer(base + place + 1).loadUnaligned(as: SIMD8<Float>.self) - values
        energy += values * values
        steps += step * step
        place += 8
      }
      var (restOfEnergy, restOfSteps, before) = (Float(0), Float(0), samples[place])
      for value in samples[place...] {
        restOfEnergy += value * value
        restOfSteps += (value - before) * (value - before)
        before = value
      }
      return (energy.sum() + restOfEnergy, steps.sum() + restOfSteps)
    }
  }

  /// Whether any sample is NaN or infinite.
  package static func hasMissing(_ samples: Span<Float>) -> Bool { hasMagnitude(of: .infinity, samples) }

  /// Whether the magnitude of any sample is at least this level. NaN counts as such a magnitude.
  package static func hasMagnitude(of level: Float, _ samples: Span<Float>) -> Bool {
    reachesMagnitude(level, samples)
  }
}
