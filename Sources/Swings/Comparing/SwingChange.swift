/// A moment of a swing that may move from run to run.
public enum SwingMoment: String, Hashable, Sendable, CaseIterable {
  /// Start of the swing.
  case start
  /// Onset of the contact.
  case onset
  /// The impact of a hit, or the moment of the highest rate of a miss.
  case anchor
}

/// One thing about one swing that differs between two runs; a swing that moved and was relabelled has two.
public struct SwingChange: Hashable, Sendable {
  /// What kind of thing.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A swing of the first run alone.
    case lost
    /// A swing of the second run alone.
    case added
    /// A swing of both that is called otherwise.
    case relabelled
    /// A swing of both of which a moment lies elsewhere.
    case moved
  }

  /// What kind of thing.
  public var kind: Kind
  /// The swing's anchor in s, in the first run, and of an added one in the second.
  public var time: Double
  /// What the first run called it; nil for an added one.
  public var firstLabel: SwingLabel?
  /// What the second run called it; nil for a lost one.
  public var secondLabel: SwingLabel?
  /// Each moment in the second run less that in the first, in s, whether it moved by enough to count or not; without
  /// those that either run does not have.
  public var shiftsS: [SwingMoment: Double]

  /// Makes a change.
  public init(
    kind: Kind, time: Double, firstLabel: SwingLabel? = nil, secondLabel: SwingLabel? = nil,
    shiftsS: [SwingMoment: Double] = [:]
  ) {
    self.kind = kind
    self.time = time
    self.firstLabel = firstLabel
    self.secondLabel = secondLabel
    self.shiftsS = shiftsS
  }
}

/// How a moment moved, over the swings in which it did.
public struct ShiftStatistics: Hashable, Sendable {
  /// In how many swings it moved.
  public let count: Int
  /// Median of the second run's time less the first's, in ms; nil for none.
  public let medianMS: Double?
  /// The move of the largest size, with its sign, in ms; nil for none.
  public let largestMS: Double?

  /// Summarises moves, the second run's time less the first's, in s.
  public init(shiftsS: [Double]) {
    let sorted = shiftsS.sorted()
    count = sorted.count
    medianMS = sorted.isEmpty ? nil : 500 * (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2])
    largestMS = sorted.max { (abs($0), $0) < (abs($1), $1) }.map { 1000 * $0 }
  }
}
