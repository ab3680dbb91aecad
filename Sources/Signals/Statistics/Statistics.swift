/// Statistics of plain values. Sums are taken in double precision.
public enum Statistics {
  /// The ratio of the standard deviation of a normal distribution to its median absolute deviation: 1 /
  /// Phi^-1(3/4).
  public static let sigmaPerMAD = 1.482602218505602

  /// The median, for an even count the mean of the middle two. NaN values are ignored; NaN if there are none.
  @specialized(where Value == Float)
  @specialized(where Value == Double)
  public static func median<Value: BinaryFloatingPoint>(_ values: [Value]) -> Value {
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
  /// As `scipy.stats.median_abs_deviation(x, scale="normal")`; NaN values are ignored; NaN if there are none.
  public static func madSigma<Value: BinaryFloatingPoint>(_ values: [Value]) -> Value {
    madSigma(values, about: median(values))
  }

  /// The standard deviation estimated from the median absolute deviation about a known centre, such as 0 for the
  /// output of a high-pass. NaN values are ignored; NaN if there are none.
  @specialized(where Value == Float)
  @specialized(where Value == Double)
  public static func madSigma<Value: BinaryFloatingPoint>(_ values: [Value], about centre: Value) -> Value {
    Value(sigmaPerMAD) * median(values.map { abs($0 - centre) })
  }

  /// The arithmetic mean; NaN for no values or any NaN.
  @specialized(where Value == Double)
  public static func mean<Value: BinaryFloatingPoint>(_ values: [Value]) -> Double {
    values.reduce(0.0) { $0 + Double($1) } / Double(values.count)
  }

  /// The standard deviation: the root of the squared deviations over `count - lostDegrees` (0 as NumPy's `ddof=0`).
  ///
  /// NaN for any NaN, and for a count not above `lostDegrees`.
  public static func standardDeviation<Value: BinaryFloatingPoint>(_ values: [Value], lostDegrees: Int = 0) -> Double {
    guard values.count > lostDegrees else { return .nan }
    let mean = mean(values)
    let squares = values.reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) }
    return (squares / Double(values.count - lostDegrees)).squareRoot()
  }

  /// The excess kurtosis `m4 / m2^2 - 3` (0 for a normal distribution), biased as `scipy.stats.kurtosis` by default.
  ///
  /// NaN for no values, any NaN, and equal values.
  @specialized(where Value == Double)
  public static func kurtosis<Value: BinaryFloatingPoint>(_ values: [Value]) -> Double {
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
  /// NaN values are ignored; NaN if there are none.
  public static func percentile<Value: BinaryFloatingPoint>(_ values: [Value], _ percent: Double) -> Double {
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

  /// The same of values that are in ascending order and hold no NaN, for several percentiles; NaN if there are none.
  public static func percentile(ofSorted values: [Double], _ percent: Double) -> Double {
    precondition(percent >= 0 && percent <= 100, "a percentile of \(percent)")
    guard let last = values.indices.last else { return .nan }
    let place = Double(last) * percent / 100
    let rank = Int(place)
    return values[rank] + (values[min(rank + 1, last)] - values[rank]) * (place - Double(rank))
  }
}
