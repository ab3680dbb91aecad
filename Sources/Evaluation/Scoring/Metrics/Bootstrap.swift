import SPSignals

/// Estimates the uncertainty of figures by resampling recordings with replacement.
///
/// Recordings are drawn, not swings, since the swings of one recording resemble each other. The intervals are
/// percentile intervals: Efron and Tibshirani, "An Introduction to the Bootstrap" (1993), section 13.3.
public struct Bootstrap: Hashable, Sendable {
  /// The number of resamples; 0 for no intervals. A resample has as many recordings as the score.
  public var resamples = 1000
  /// The largest number of resamples. The figures of each resample are stored, and more resamples hardly change the
  /// ends of an interval.
  package static let maxResamples = 100_000

  /// The seed of the random numbers: equal seeds give equal intervals.
  public var seed: UInt64 = 1

  /// Makes the defaults: 1000 resamples, seed 1.
  public init() {}

  /// The fraction of the drawn figures that an interval covers, in percent.
  package static let coveragePercent = 95.0

  /// Calls a closure once per resample with how often each recording was drawn.
  func draw(from count: Int, _ body: ([Int]) -> Void) {
    var generator = SplitMix64(state: seed)
    for _ in 0..<resamples {
      var weights = [Int](repeating: 0, count: count)
      for _ in 0..<count { weights[generator.index(below: count)] += 1 }
      body(weights)
    }
  }

  /// Intervals of 95 % for figures, by the figures' names.
  ///
  /// Empty with fewer than two recordings, since resampling needs at least two. A figure that is not defined has no
  /// interval.
  /// - Parameters:
  ///   - metrics: the figures.
  ///   - count: the number of recordings.
  ///   - values: returns the figures, with each recording counted as often as its weight says.
  func intervals<Figures>(
    of metrics: [ScoreMetric<Figures>], recordings count: Int, _ values: ([Int]) -> [Double?]
  ) -> [String: ScoreInterval] {
    let intervals = intervals(recordings: count, figures: metrics.count, values)
    return Dictionary(
      uniqueKeysWithValues: zip(metrics, intervals).compactMap { metric, interval in
        interval.map { (metric.name, $0) }
      })
  }

  /// Intervals of figures computed from the weights of recordings, by the figures' positions.
  ///
  /// A resample in which a figure is not defined does not contribute to the figure's interval.
  /// - Returns: nil for a figure that is not defined in any resample, and for all figures with fewer than two
  ///   recordings.
  func intervals(recordings count: Int, figures: Int, _ values: ([Int]) -> [Double?]) -> [ScoreInterval?] {
    guard count > 1 else { return [ScoreInterval?](repeating: nil, count: figures) }
    var drawn = [[Double]](repeating: [], count: figures)
    draw(from: count) { weights in
      for (figure, value) in values(weights).enumerated() {
        if let value { drawn[figure].append(value) }
      }
    }
    let tail = (100 - Self.coveragePercent) / 2
    return drawn.map { values in
      values.isEmpty
        ? nil
        : ScoreInterval(
          low: Statistics.percentile(values, tail), high: Statistics.percentile(values, 100 - tail))
    }
  }
}

/// An interval of 95 % for a figure.
public struct ScoreInterval: Hashable, Sendable {
  /// Lower end.
  public var low: Double
  /// Upper end.
  public var high: Double

  /// Makes an interval.
  public init(low: Double, high: Double) {
    self.low = low
    self.high = high
  }
}

/// SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
///
/// It is implemented here because the standard library guarantees no sequence for a seed.
struct SplitMix64 {
  private var state: UInt64

  init(state: UInt64) { self.state = state }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from 0 up to, but not including, `count`. Some numbers are more likely than others, by a fraction below
  /// count / 2^64.
  mutating func index(below count: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(count)).high)
  }
}
