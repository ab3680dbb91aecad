/// A sustained effort that was found in the power.
public struct Interval: Hashable, Sendable {
  /// The seconds of the workout.
  public var seconds: Range<Int>
  /// The power that it keeps above, W.
  public var thresholdW: Double
  /// Why it is one, in a sentence.
  public var reason: String
}

/// Finds sustained efforts: stretches in which smoothed power stays above a threshold.
struct IntervalFinder {
  let rules: IntervalRules

  /// The efforts of a ride, in order.
  func find(_ power: EvenSeries, thresholdPowerW: Double?) -> [Interval] {
    guard let pedalling = power.mean(where: { $0 > 0 })?.value else { return [] }
    let threshold = thresholdPowerW.map { rules.thresholdFraction * $0 } ?? rules.meanFactor * pedalling
    guard threshold > 0 else { return [] }
    var efforts: [Range<Int>] = []
    for run in power.runs {
      var found: [Range<Int>] = []
      var start: Int?
      let smoothed = smooth(power.values[run])
      for place in 0...smoothed.count {
        if place < smoothed.count, smoothed[place] >= threshold {
          start = start ?? place
        } else if let begun = start {
          let range = (run.lowerBound + begun)..<(run.lowerBound + place)
          if let last = found.last, range.lowerBound - last.upperBound <= rules.joinS {
            found[found.count - 1] = last.lowerBound..<range.upperBound
          } else {
            found.append(range)
          }
          start = nil
        }
      }
      efforts += found
    }
    let source =
      thresholdPowerW == nil
      ? "\(rules.meanFactor) times the mean while pedalling"
      : "\(Words.number(rules.thresholdFraction * 100)) % of the threshold power"
    return efforts.filter { $0.count >= rules.minDurationS }.map {
      Interval(
        seconds: $0, thresholdW: threshold,
        reason: "the \(rules.smoothingS) s mean of power kept to \(Words.number(threshold.rounded())) W or more "
          + "(\(source)) for \($0.count) s")
    }
  }

  /// The centred mean, of fewer values at both ends.
  private func smooth(_ values: ArraySlice<Double>) -> [Double] {
    var sums = [0.0]
    sums.reserveCapacity(values.count + 1)
    for value in values { sums.append((sums.last ?? 0) + value) }
    let half = rules.smoothingS / 2
    return (0..<values.count).map { place in
      let low = max(0, place - half)
      let high = min(values.count, place + half + 1)
      return (sums[high] - sums[low]) / Double(high - low)
    }
  }
}
