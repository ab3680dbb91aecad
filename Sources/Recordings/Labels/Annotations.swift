/// The labels of a recording: named moments and intervals of any kind.
public struct Annotations: Hashable, Sendable {
  /// A label of any kind. Times are in s on the recording's clock.
  public struct Label: Hashable, Sendable {
    /// What the label says.
    public var kind: LabelKind
    /// The start; nil for a moment, and if not known.
    public var startTime: Double?
    /// The moment, such as a contact, or the end of an interval.
    public var time: Double

    /// Makes a label.
    public init(kind: LabelKind, startTime: Double? = nil, time: Double) {
      self.kind = kind
      self.startTime = startTime
      self.time = time
    }
  }

  /// The labels of each set in the order in which they were given; an empty list states that there are none.
  private var sets: [LabelSet: [Label]]

  /// Makes annotations from labels of any kind.
  /// - Parameters:
  ///   - labels: the labels; those of a set stay in their order.
  ///   - labelledSets: sets that are labelled even if there is no label of them.
  public init(labels: [Label] = [], labelledSets: Set<LabelSet> = []) {
    sets = Dictionary(uniqueKeysWithValues: labelledSets.filter(\.mayBeEmpty).map { ($0, []) })
    for label in labels { sets[label.kind.set, default: []].append(label) }
  }

  /// All labels in the order of time; at equal times in the order of their sets.
  public var labels: [Label] {
    let all = sets.keys.sorted().flatMap { sets[$0] ?? [] }
    // Times that are NaN come last.
    func key(_ label: Label) -> Double { label.time.isNaN ? .infinity : label.time }
    return all.enumerated().sorted { (key($0.element), $0.offset) < (key($1.element), $1.offset) }.map(\.element)
  }

  /// The sets that are labelled, perhaps with no label: a recording may state that there is nothing to label, or
  /// not say.
  ///
  /// Moments to ignore and distractors are not included.
  public var labelledSets: Set<LabelSet> { Set(sets.keys.filter(\.mayBeEmpty)) }

  /// The labels of a set, in the order in which they were given.
  public func labels(of set: LabelSet) -> [Label] { sets[set] ?? [] }

  /// Whether a set has labels, or is stated to have none; always false for moments to ignore and distractors.
  public func isLabelled(_ set: LabelSet) -> Bool { set.mayBeEmpty && sets[set] != nil }

  /// Moments that count neither for nor against a detector, in s, in the order in which they were given.
  public var ignored: [Double] { labels(of: .ignored).map(\.time) }

  /// Shocks without a contact or an attempt at one, in s, in the order in which they were given.
  public var distractors: [Double] { labels(of: .distractors).map(\.time) }

  /// Makes labels of moments only, in s.
  public init(ignored: [Double], distractors: [Double] = []) {
    self.init(
      labels: ignored.map { Label(kind: .ignore, time: $0) } + distractors.map { Label(kind: .distractor, time: $0) })
  }
}
