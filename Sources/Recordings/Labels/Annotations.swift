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

  /// All labels in the order of time.
  public private(set) var labels: [Label]
  /// What is labelled, though there may be none of it: a recording may say that it has no swings, or leave that open.
  ///
  /// Moments to ignore and distractors are no part of it.
  public private(set) var labelledSets: Set<LabelSet>

  /// Takes labels of any kind, and puts them in the order of time.
  /// - Parameters:
  ///   - labels: the labels; those of one time stay in their order.
  ///   - sets: what is labelled, beside what the labels are of.
  public init(labels: [Label] = [], labelledSets sets: Set<LabelSet> = []) {
    // Times that are no numbers come last, in their order.
    func key(_ label: Label) -> Double { label.time.isNaN ? .infinity : label.time }
    self.labels = labels.enumerated()
      .sorted { (key($0.element), $0.offset) < (key($1.element), $1.offset) }.map(\.element)
    labelledSets = sets.union(labels.map(\.kind.set)).filter(\.mayBeEmpty)
  }

  /// The labels of a set, in the order of time.
  public func labels(of set: LabelSet) -> [Label] { labels.filter { set.kinds.contains($0.kind) } }

  /// Whether anything of a set is labelled, or it is said that there is none of it.
  public func isLabelled(_ set: LabelSet) -> Bool { labelledSets.contains(set) }

  /// Moments that count neither for nor against a detector, in s, in the order of time.
  public var ignored: [Double] { labels(of: .ignored).map(\.time) }
}
