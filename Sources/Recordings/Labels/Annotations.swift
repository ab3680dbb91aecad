/// Labels that a recording carries: named moments and intervals of any kind.
public struct Annotations: Hashable, Sendable {
  /// A label of any kind. Times in s on the recording's clock.
  public struct Label: Hashable, Sendable {
    /// What it says.
    public var kind: LabelKind
    /// Where it starts; nil for a moment, and where that is not known.
    public var startTime: Double?
    /// The moment, such as that of a contact, or where an interval ends.
    public var time: Double

    /// Makes a label.
    public init(kind: LabelKind, startTime: Double? = nil, time: Double) {
      self.kind = kind
      self.startTime = startTime
      self.time = time
    }
  }

  /// The labels of each set in the order in which they were given; of a set without any, that there are none.
  private var sets: [LabelSet: [Label]]

  /// Takes labels of any kind.
  /// - Parameters:
  ///   - labels: the labels; those of a set stay in their order.
  ///   - labelledSets: what is labelled, beside what the labels are of.
  public init(labels: [Label] = [], labelledSets: Set<LabelSet> = []) {
    sets = Dictionary(uniqueKeysWithValues: labelledSets.filter(\.mayBeEmpty).map { ($0, []) })
    for label in labels { sets[label.kind.set, default: []].append(label) }
  }

  /// All labels in the order of time; those of one time in the order of their sets.
  public var labels: [Label] {
    let all = sets.keys.sorted().flatMap { sets[$0] ?? [] }
    // Times that are no numbers come last.
    func key(_ label: Label) -> Double { label.time.isNaN ? .infinity : label.time }
    return all.enumerated().sorted { (key($0.element), $0.offset) < (key($1.element), $1.offset) }.map(\.element)
  }

  /// What is labelled, though there may be none of it: a recording may say that it has no swings, or leave that open.
  ///
  /// Moments to ignore and distractors are no part of it.
  public var labelledSets: Set<LabelSet> { Set(sets.keys.filter(\.mayBeEmpty)) }

  /// The labels of a set, in the order in which they were given.
  public func labels(of set: LabelSet) -> [Label] { sets[set] ?? [] }

  /// Whether anything of a set is labelled, or it is said that there is none of it.
  public func isLabelled(_ set: LabelSet) -> Bool { set.mayBeEmpty && sets[set] != nil }

  /// Moments that count neither for nor against a detector, in s, in the order in which they were given.
  public var ignored: [Double] { labels(of: .ignored).map(\.time) }
}
