/// A sustained effort found in the power.
public struct Interval: Hashable, Sendable {
  /// The seconds of the workout.
  public var seconds: Range<Int>
  /// The smoothed power stays at or above this, W.
  public var thresholdW: Double
  /// Why it is an effort, in a sentence.
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
    let source =
      thresholdPowerW == nil
      ? "\(rules.meanFactor) times the mean while pedalling"
      : "\(Words.number(rules.thresholdFraction * 100)) % of the threshold power"
    return power.runs.flatMap { efforts(power, $0, threshold) }.filter { $0.seconds.count >= rules.minDurationS }.map {
      let dips = $0.longestDipS > 0 ? ", with dips of up to \($0.longestDipS) s" : ""
      return Interval(
        seconds: $0.seconds, thresholdW: threshold,
        reason: "the \(rules.smoothingS) s mean of power kept to \(Words.number(threshold.rounded())) W or more "
          + "(\(source)) for \($0.seconds.count) s\(dips)")
    }
  }

  /// The stretches of a run in which smoothed power reaches the threshold. Stretches with a short dip between them are
  /// joined.
  private func efforts(
    _ power: EvenSeries, _ run: Range<Int>, _ threshold: Double
  ) -> [(seconds: Range<Int>, longestDipS: Int)] {
    var found: [(seconds: Range<Int>, longestDipS: Int)] = []
    var start: Int?
    let smoothed = power.centredMean(run, widthS: rules.smoothingS)
    for place in 0...smoothed.count {
      if place < smoothed.count, smoothed[place] >= threshold {
        start = start ?? place
      } else if let begun = start {
        let range = (run.lowerBound + begun)..<(run.lowerBound + place)
        if let last = found.last, range.lowerBound - last.seconds.upperBound <= rules.joinS {
          let dip = max(last.longestDipS, range.lowerBound - last.seconds.upperBound)
          found[found.count - 1] = (last.seconds.lowerBound..<range.upperBound, dip)
        } else {
          found.append((range, 0))
        }
        start = nil
      }
    }
    return found
  }
}
