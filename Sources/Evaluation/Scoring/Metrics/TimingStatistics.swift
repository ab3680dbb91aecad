/// Statistics of the differences between detected and labelled times.
public struct TimingStatistics: Hashable, Sendable {
  /// One difference, detected minus labelled.
  package struct Difference: Hashable, Sendable {
    package var seconds: Double
    /// The recording that it belongs to, by position.
    package var recording = 0

    package init(seconds: Double, recording: Int = 0) {
      self.seconds = seconds
      self.recording = recording
    }
  }

  /// Number of differences.
  public var count: Int
  /// Mean of detected minus labelled, in ms; nil without differences.
  public var biasMS: Double?
  /// Standard deviation about the mean, over n - 1, in ms; nil for fewer than two.
  public var deviationMS: Double?
  /// 95th percentile of the magnitude of the difference, in ms, as `Statistics.percentile` defines it; nil without
  /// differences.
  public var percentile95MS: Double?

  /// Summarises differences, detected minus labelled, in s.
  public init(differences: [Double]) {
    let differences = differences.map { Difference(seconds: $0) }
    self.init(sorted: differences.sorted { abs($0.seconds) < abs($1.seconds) }, weights: [1])
  }

  /// Summarises differences of recordings that count several times or not at all, as a bootstrap draws them. The sorted
  /// differences are reused, and only the weights change from sample to sample. `Statistics.percentile`, which has no
  /// weights, gives the same percentile for a list with as many copies of each difference.
  ///
  /// - Parameters:
  ///   - differences: the differences, sorted by magnitude.
  ///   - weights: how often each recording counts.
  package init(sorted differences: [Difference], weights: [Int]) {
    var total = 0
    var sum = 0.0
    for difference in differences {
      let weight = weights[difference.recording]
      total += weight
      sum += Double(weight) * difference.seconds
    }
    count = total
    guard total > 0 else { return }
    let mean = sum / Double(total)
    // The percentile is between the values of two ranks, which count from 0.
    let place = Double(total - 1) * 0.95
    let rank = Int(place)
    var (lower, upper) = (0.0, 0.0)
    var squares = 0.0
    var passed = 0
    for difference in differences {
      let weight = weights[difference.recording]
      guard weight > 0 else { continue }
      squares += Double(weight) * (difference.seconds - mean) * (difference.seconds - mean)
      if passed <= rank { lower = abs(difference.seconds) }
      if passed <= min(rank + 1, total - 1) { upper = abs(difference.seconds) }
      passed += weight
    }
    biasMS = 1000 * mean
    deviationMS = total > 1 ? 1000 * (squares / Double(total - 1)).squareRoot() : nil
    percentile95MS = 1000 * (lower + (upper - lower) * (place - Double(rank)))
  }
}
