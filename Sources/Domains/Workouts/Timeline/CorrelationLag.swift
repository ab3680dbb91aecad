import SPSignals

/// Finds a lag from a stream that two devices both recorded.
struct CorrelationLag {
  let rules: WorkoutRules
  /// Streams used for the lag, the best first: streams that change fast and are the same on every device.
  private static let quantities: [Quantity] = [.power, .cadence, .speed, .heartRate]
  /// The least overlap of both, s: over less, unrelated streams are similar somewhere by chance.
  private static let minOverlapS = 600
  /// The least overlap of both in a quarter of it, s.
  private static let minQuarterS = 60
  /// The smallest correlation for a lag.
  private static let minCorrelation = 0.5
  /// The largest difference of the streams at the lag found, as a fraction of that at any other lag.
  private static let maxDifferenceFraction = 2.0 / 3
  /// Lags closer than this belong to one peak, s.
  private static let peakWidthS = 30
  /// The largest difference of the lags of quarters from the lag of the whole, s.
  private static let quarterToleranceS = 2.0
  /// The longest time compared, s.
  private static let maxLengthS = 14_400
  /// Length of the mean that is subtracted, so that slow changes do not hide the rest, s.
  private static let meanS = 61

  /// The lag at which the streams are most similar; nil without a clear lag.
  ///
  /// Both streams are resampled to seconds, minus their mean over a minute. The search takes the largest normalized
  /// correlation r within the largest lag. The parabola through this value and its neighbours refines the lag.
  ///
  /// The lag is accepted under four conditions. Both streams share 10 min there. The correlation r is at least 0.5. The
  /// difference of the streams, 1 - r, is at most two thirds of the difference at any lag half a minute or more away.
  /// At least two of four quarters by themselves give the lag within 2 s. The uncertainty is the standard error of the
  /// lags of these quarters, and at least 1/12 s, as if dates were rounded to seconds on one device.
  func find(_ reference: DeviceRecording, _ device: DeviceRecording) -> ClockLag? {
    for quantity in Self.quantities {
      if let lag = find(reference[quantity], device[quantity]) { return lag }
    }
    return nil
  }

  private func find(_ first: Samples, _ second: Samples) -> ClockLag? {
    guard let start = first.times.first, let end = first.times.last, !second.isEmpty else { return nil }
    let length = min(Int(end - start) + 1, Self.maxLengthS)
    let reach = Int(rules.session.maxLagS)
    let ahead = start - Double(reach)
    let steady = changes(EvenSeries(first, startTime: start, count: length, gapLimitS: rules.gapLimitS))
    let moved = changes(EvenSeries(second, startTime: ahead, count: length + 2 * reach, gapLimitS: rules.gapLimitS))
    func correlations(_ range: Range<Int>, _ least: Int) -> [Double] {
      (0...(2 * reach)).map { correlation(steady, moved, range, lag: $0, least: least) }
    }
    let values = correlations(0..<length, Self.minOverlapS)
    guard let whole = peak(values), whole.value >= Self.minCorrelation else { return nil }
    let other = values.indices.filter { abs(Double($0) - whole.lag) >= Double(Self.peakWidthS) }.map { values[$0] }
      .max()
    guard 1 - whole.value <= Self.maxDifferenceFraction * (1 - (other ?? 0)) else { return nil }
    let quarters = (0..<4).compactMap { part in
      peak(correlations((part * length / 4)..<((part + 1) * length / 4), Self.minQuarterS))?.lag
    }.filter { abs($0 - whole.lag) <= Self.quarterToleranceS }
    guard quarters.count >= 2 else { return nil }
    let error = Statistics.standardDeviation(quarters, lostDegrees: 1) / Double(quarters.count).squareRoot()
    return ClockLag(
      method: .correlation, lagS: whole.lag - Double(reach), deviceTime: start, uncertaintyS: max(error, 1.0 / 12),
      correlation: whole.value)
  }

  /// Values minus their centred mean over a minute; 0 for a second without a value.
  private func changes(_ series: EvenSeries) -> [Double] {
    var changes = [Double](repeating: 0, count: series.count)
    for run in series.runs {
      for (place, mean) in zip(run, series.centredMean(run, widthS: Self.meanS)) {
        changes[place] = series.values[place] - mean
      }
    }
    return changes
  }

  /// The largest value, and its position from the parabola through it and its neighbours; nil at an end, as the true
  /// maximum may be beyond it.
  private func peak(_ values: [Double]) -> (lag: Double, value: Double)? {
    guard let best = values.indices.max(by: { values[$0] < values[$1] }), values[best] > 0, best > 0,
      best + 1 < values.count
    else { return nil }
    let curve = values[best - 1] - 2 * values[best] + values[best + 1]
    let shift = curve < 0 ? 0.5 * (values[best - 1] - values[best + 1]) / curve : 0
    return (Double(best) + shift, values[best])
  }

  /// The normalized correlation at a lag; 0 if fewer seconds than `least` are shared.
  private func correlation(
    _ first: [Double], _ second: [Double], _ range: Range<Int>, lag: Int, least: Int
  ) -> Double {
    var product = 0.0
    var firstSquares = 0.0
    var secondSquares = 0.0
    var shared = 0
    first.withUnsafeBufferPointer { first in
      second.withUnsafeBufferPointer { second in
        for place in range {
          let one = first[place]
          let other = second[place + lag]
          guard one != 0, other != 0 else { continue }
          product += one * other
          firstSquares += one * one
          secondSquares += other * other
          shared += 1
        }
      }
    }
    guard shared >= least, firstSquares > 0, secondSquares > 0 else { return 0 }
    return product / (firstSquares * secondSquares).squareRoot()
  }
}
