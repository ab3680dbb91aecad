import SPSignals

/// A stream at one value per second; NaN for a second without a value.
///
/// All streams of a workout start at the same time, so equal positions are equal seconds.
public struct EvenSeries: Hashable, Sendable {
  /// The time at which the first second begins, s.
  public var startTime: Double
  /// Values, one per second.
  public var values: [Double]

  /// Makes a series.
  public init(startTime: Double, values: [Double]) {
    self.startTime = startTime
    self.values = values
  }

  /// Spreads samples over seconds.
  ///
  /// A sample is valid until the next one, and before a gap for one sampling interval (the median). A second's value is
  /// the mean of the values valid in it, weighted by time, if they cover at least half of it. So samples that come once
  /// a second are unchanged. A gap is an interval of more than 1.5 sampling intervals. If more than 1 in 20 intervals
  /// is that long, the device writes only changes, and a gap is an interval of more than `gapLimitS`.
  public init(_ samples: Samples, startTime: Double, count: Int, gapLimitS: Double) {
    let interval = SamplingInterval(samples.times, gapLimitS: gapLimitS)
    var sums = [Double](repeating: 0, count: count)
    var cover = [Double](repeating: 0, count: count)
    for index in samples.times.indices where !samples.values[index].isNaN {
      let from = samples.times[index] - startTime
      var to = from + interval.medianS
      if index + 1 < samples.count {
        let step = samples.times[index + 1] - samples.times[index]
        to = from + (step <= interval.gapS ? step : min(step, interval.medianS))
      }
      guard to > 0, from < Double(count) else { continue }
      var cell = max(0, Int(from.rounded(.down)))
      while cell < count, Double(cell) < to {
        let part = min(to, Double(cell + 1)) - max(from, Double(cell))
        sums[cell] += samples.values[index] * part
        cover[cell] += part
        cell += 1
      }
    }
    self.startTime = startTime
    values = zip(sums, cover).map { $1 >= 0.5 ? $0 / $1 : .nan }
  }

  /// Number of seconds.
  public var count: Int { values.count }

  /// The stretches of seconds that all have a value.
  public var runs: [Range<Int>] {
    var runs: [Range<Int>] = []
    var start: Int?
    for index in values.indices {
      if values[index].isNaN {
        if let begun = start { runs.append(begun..<index) }
        start = nil
      } else if start == nil {
        start = index
      }
    }
    if let begun = start { runs.append(begun..<values.count) }
    return runs
  }

  /// Cumulative sums of a stretch's values: one more than it has seconds.
  func sums(_ run: Range<Int>) -> [Double] {
    var sums = [0.0]
    sums.reserveCapacity(run.count + 1)
    for place in run { sums.append((sums.last ?? 0) + values[place]) }
    return sums
  }

  /// The centred mean of a stretch; over fewer values at both ends.
  func centredMean(_ run: Range<Int>, widthS: Int) -> [Double] {
    let sums = sums(run)
    let half = widthS / 2
    return (0..<run.count).map { place in
      let low = max(0, place - half)
      let high = min(run.count, place + half + 1)
      return (sums[high] - sums[low]) / Double(high - low)
    }
  }

  /// The seconds whose middle is between two moments.
  public func seconds(from start: Double, to end: Double) -> Range<Int> {
    guard start < end else { return 0..<0 }
    let low = Int(max(0, min(Double(count), (start - startTime - 0.5).rounded(.up))))
    let high = Int(max(Double(low), min(Double(count), (end - startTime - 0.5).rounded(.up))))
    return low..<high
  }

  /// The series of some seconds only, at their times.
  func slice(_ seconds: Range<Int>) -> EvenSeries {
    EvenSeries(startTime: startTime + Double(seconds.lowerBound), values: Array(values[seconds]))
  }

  /// The mean of the seconds with a value, and the number of these seconds.
  func mean(where keeps: (Double) -> Bool = { _ in true }) -> (value: Double, count: Int)? {
    var sum = 0.0
    var count = 0
    for value in values where !value.isNaN && keeps(value) {
      sum += value
      count += 1
    }
    return count > 0 ? (sum / Double(count), count) : nil
  }

  /// The largest value.
  var maximum: Double? { values.lazy.filter { !$0.isNaN }.max() }
}
