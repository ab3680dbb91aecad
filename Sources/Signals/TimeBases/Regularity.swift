/// How regular the timestamps of a time base are.
public struct Regularity: Sendable, Equatable {
  /// An unusual interval between neighbouring timestamps.
  public struct Finding: Sendable, Equatable {
    /// The index of the later sample.
    public let index: Int
    /// The timestamp of the later sample, in seconds.
    public let time: Double
    /// The interval from the sample before it, in seconds.
    public let step: Double
  }

  /// The findings of one kind: their number, and the first of them.
  public struct Findings: Sendable, Equatable {
    /// The largest number of listed findings.
    package static let listLimit = 16
    /// The number of findings.
    public internal(set) var count = 0
    /// The first findings, in order, `listLimit` at most.
    public internal(set) var first: [Finding] = []

    mutating func add(index: Int, time: Double, step: Double) {
      count += 1
      guard first.count < Self.listLimit else { return }
      first.append(Finding(index: index, time: time, step: step))
    }
  }

  /// Timestamps equal to the timestamp before.
  public internal(set) var duplicates = Findings()
  /// Timestamps earlier than the timestamp before.
  public internal(set) var backwardSteps = Findings()
  /// Intervals longer than 3.05 times the median: one or two lost samples do not make a gap.
  public internal(set) var gaps = Findings()
  /// The number of samples that are missing one or two at a time, in intervals of 1.5 to 3.05 medians. Such intervals
  /// are not gaps.
  ///
  /// A filter treats the samples around such a hole as neighbours. With 1 % lost, its error is below 0.1 g outside of
  /// shocks in real sessions (0.0021 g rms), and 0.4 % of a shock's peak in the median.
  public internal(set) var lostSamples = 0
  /// The smallest interval, in seconds (negative if the clock goes back); 0 without intervals.
  public internal(set) var minimumStep = 0.0
  /// The largest interval, in seconds; 0 without intervals.
  public internal(set) var maximumStep = 0.0
  /// The standard deviation of the intervals inside segments over the median interval; 0 without such intervals.
  public internal(set) var jitter = 0.0

  /// The regularity of timestamps shifted by a number of seconds.
  func shifted(bySeconds seconds: Double) -> Regularity {
    var shifted = self
    for findings in [\Regularity.duplicates, \.backwardSteps, \.gaps] {
      shifted[keyPath: findings].first = self[keyPath: findings].first.map {
        Finding(index: $0.index, time: $0.time + seconds, step: $0.step)
      }
    }
    return shifted
  }

  /// Whether the timestamps are free of duplicates, backward steps and gaps.
  public var isRegular: Bool { duplicates.count == 0 && backwardSteps.count == 0 && gaps.count == 0 }
}
