/// A time of a swing that may differ between runs.
public enum SwingMoment: String, Hashable, Sendable, CaseIterable {
  /// Start of the swing.
  case start
  /// Onset of the contact.
  case onset
  /// The impact of a hit, or the moment of the highest rate of a miss.
  case anchor
}

/// One change of one swing between two runs; a swing that moved and was relabelled has two.
public struct SwingChange: Hashable, Sendable {
  /// The kind of change.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A swing only in the first run.
    case lost
    /// A swing only in the second run.
    case added
    /// A swing in both runs with another label.
    case relabelled
    /// A swing in both runs with a shifted time.
    case moved
  }

  /// The kind of change.
  public var kind: Kind
  /// The swing's anchor in s, in the first run, or for an added one in the second.
  public var time: Double
  /// The label in the first run; nil for an added swing.
  public var firstLabel: SwingLabel?
  /// The label in the second run; nil for a lost swing.
  public var secondLabel: SwingLabel?
  /// Each time in the second run minus that in the first, in s, whether the shift is large enough to count or not;
  /// without times that either run lacks.
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

/// How a time shifted, over the swings in which it did.
public struct ShiftStatistics: Hashable, Sendable {
  /// The number of swings in which it shifted.
  public let count: Int
  /// Median of the second run's time minus the first's, in ms; nil if there are none.
  public let medianMS: Double?
  /// The largest shift, with its sign, in ms; nil if there are none.
  public let largestMS: Double?

  /// Summarises shifts, the second run's time minus the first's, in s.
  public init(shiftsS: [Double]) {
    let sorted = shiftsS.sorted()
    count = sorted.count
    medianMS = sorted.isEmpty ? nil : 500 * (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2])
    largestMS = sorted.max { (abs($0), $0) < (abs($1), $1) }.map { 1000 * $0 }
  }
}
