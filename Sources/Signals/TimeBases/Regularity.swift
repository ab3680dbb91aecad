/// How regular the timestamps of a time base are.
public struct Regularity: Sendable, Equatable {
  /// A step between neighbouring timestamps that is no ordinary one.
  public struct Finding: Sendable, Equatable {
    /// The index of the later sample.
    public let index: Int
    /// The timestamp of the later sample, in seconds.
    public let time: Double
    /// The step from the sample before it, in seconds.
    public let step: Double
  }

  /// The findings of one kind: how many, and the first few of them.
  public struct Findings: Sendable, Equatable {
    /// How many findings are listed at most.
    public static let listLimit = 16
    /// How many there are.
    public internal(set) var count = 0
    /// The first of them, in order, `listLimit` at most.
    public internal(set) var first: [Finding] = []

    mutating func add(index: Int, time: Double, step: Double) {
      count += 1
      guard first.count < Self.listLimit else { return }
      first.append(Finding(index: index, time: time, step: step))
    }
  }

  /// Timestamps equal to the one before.
  public internal(set) var duplicates = Findings()
  /// Timestamps before the one before.
  public internal(set) var backwardSteps = Findings()
  /// Steps longer than 3.05 times the median: one to two lost samples make none.
  public internal(set) var gaps = Findings()
  /// How many samples are missing one or two at a time: in steps of 1.5 to 3.05 medians, which are no gaps.
  ///
  /// A filter takes the samples around such a hole for neighbours. With 1 % lost, it errs by less than 0.1 g outside of
  /// shocks in real sessions (0.0021 g rms), and by 0.4 % of a shock's peak in the median.
  public internal(set) var lostSamples = 0
  /// The smallest step of all, in seconds (negative where the clock goes back); 0 where there is no step.
  public internal(set) var minimumStep = 0.0
  /// The largest step of all, in seconds; 0 where there is no step.
  public internal(set) var maximumStep = 0.0
  /// The standard deviation of the steps inside segments over the median step; 0 where there is no step.
  public internal(set) var jitter = 0.0

  /// The same of timestamps that are all moved by as many seconds.
  func shifted(bySeconds seconds: Double) -> Regularity {
    var shifted = self
    for findings in [\Regularity.duplicates, \.backwardSteps, \.gaps] {
      shifted[keyPath: findings].first = self[keyPath: findings].first.map {
        Finding(index: $0.index, time: $0.time + seconds, step: $0.step)
      }
    }
    return shifted
  }

  /// Whether there is neither a duplicate, nor a backward step, nor a gap.
  public var isRegular: Bool { duplicates.count == 0 && backwardSteps.count == 0 && gaps.count == 0 }
}
