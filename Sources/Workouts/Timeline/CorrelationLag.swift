import Signals

/// Finds a lag from a stream that two devices both recorded.
struct CorrelationLag {
  let rules: WorkoutRules
  /// Streams that tell, the best first: what changes fast and is the same on every device.
  private static let quantities: [Quantity] = [.power, .cadence, .speed, .heartRate]
  /// The least that both must have of it, s.
  private static let minOverlapS = 60
  /// The most that is looked at, s.
  private static let maxLengthS = 14_400
  /// Length of the mean that is taken away, so that slow changes do not hide the rest, s.
  private static let meanS = 61

  /// The lag at which the streams are most alike; nil where none is shared.
  ///
  /// Both are spread over seconds, less their mean over a minute. The largest normalized correlation within the largest
  /// lag is refined by the parabola through it and its neighbours. The uncertainty is the standard error of the lags that
  /// four quarters give by themselves, and 1/12 s at least, as if dates were rounded to seconds on one device.
  func find(_ reference: DeviceRecording, _ device: DeviceRecording) -> ClockLag? {
    for quantity in Self.quantities {
      let first = reference[quantity]
      let second = device[quantity]
      guard let start = first.times.first, let end = first.times.last, !second.isEmpty else { continue }
      let length = min(Int(end - start) + 1, Self.maxLengthS)
      let reach = Int(rules.session.maxLagS)
      let ahead = start - Double(reach)
      let steady = changes(EvenSeries(first, startTime: start, count: length, gapLimitS: rules.gapLimitS))
      let moved = changes(EvenSeries(second, startTime: ahead, count: length + 2 * reach, gapLimitS: rules.gapLimitS))
      guard let whole = peak(steady, moved, 0..<length, lags: 0...(2 * reach)) else { continue }
      let near = max(0, Int(whole.lag) - 5)...min(2 * reach, Int(whole.lag) + 5)
      let quarters = (0..<4).compactMap { part in
        peak(steady, moved, (part * length / 4)..<((part + 1) * length / 4), lags: near)?.lag
      }
      let spread = quarters.count > 1 ? Statistics.standardDeviation(quarters, lostDegrees: 1) : 1
      let error = max(spread / Double(max(1, quarters.count)).squareRoot(), 1.0 / 12)
      return ClockLag(
        method: .correlation, lagS: whole.lag - Double(reach), deviceTime: start, uncertaintyS: error,
        correlation: whole.value)
    }
    return nil
  }

  /// Values less their centred mean over a minute; 0 where there is none.
  private func changes(_ series: EvenSeries) -> [Double] {
    var changes = [Double](repeating: 0, count: series.count)
    for run in series.runs {
      var sums = [0.0]
      for place in run { sums.append((sums.last ?? 0) + series.values[place]) }
      for place in 0..<run.count {
        let low = max(0, place - Self.meanS / 2)
        let high = min(run.count, place + Self.meanS / 2 + 1)
        changes[run.lowerBound + place] =
          series.values[run.lowerBound + place] - (sums[high] - sums[low]) / Double(high - low)
      }
    }
    return changes
  }

  private func peak(
    _ first: [Double], _ second: [Double], _ range: Range<Int>, lags: ClosedRange<Int>
  ) -> (lag: Double, value: Double)? {
    let values = lags.map { correlation(first, second, range, lag: $0) }
    guard let best = values.indices.max(by: { values[$0] < values[$1] }), values[best] > 0 else { return nil }
    var lag = Double(lags.lowerBound + best)
    if best > 0, best + 1 < values.count {
      let curve = values[best - 1] - 2 * values[best] + values[best + 1]
      if curve < 0 { lag += 0.5 * (values[best - 1] - values[best + 1]) / curve }
    }
    return (lag, values[best])
  }

  private func correlation(_ first: [Double], _ second: [Double], _ range: Range<Int>, lag: Int) -> Double {
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
    guard shared >= Self.minOverlapS, firstSquares > 0, secondSquares > 0 else { return 0 }
    return product / (firstSquares * secondSquares).squareRoot()
  }
}
