/// The labels of a recording: named moments and intervals of any kind.
public struct Annotations: Hashable, Sendable {
  /// A label of any kind. Times are in s on the recording's clock.
  public struct Label: Hashable, Sendable {
    /// The meaning of the label.
    public var kind: LabelKind
    /// The start; nil for a moment, and if the start is not known.
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

  /// The labels of each set in the order in which they were given; an empty list states that the set has no labels.
  private var sets: [LabelSet: [Label]]

  /// Makes annotations from labels of any kind.
  /// - Parameters:
  ///   - labels: The labels. Labels of the same set stay in their order.
  ///   - labelledSets: Sets that are labelled even if they have no labels.
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

  /// The sets that are labelled, perhaps without a label: a recording may state that there is nothing to label.
  ///
  /// Moments to ignore and distractors are not included.
  public var labelledSets: Set<LabelSet> { Set(sets.keys.filter(\.mayBeEmpty)) }

  /// The labels of a set, in the order in which they were given.
  public func labels(of set: LabelSet) -> [Label] { sets[set] ?? [] }

  /// Whether a set has labels, or is stated to be empty; always false for moments to ignore and distractors.
  package func isLabelled(_ set: LabelSet) -> Bool { set.mayBeEmpty && sets[set] != nil }

  /// Moments on which a detector is not scored, in s, in the order in which they were given.
  public var ignored: [Double] { labels(of: .ignored).map(\.time) }

  /// Shocks without a contact or an attempt at one, in s, in the order in which they were given.
  public var distractors: [Double] { labels(of: .distractors).map(\.time) }

  /// Makes labels of moments only, in s.
  public init(ignored: [Double], distractors: [Double] = []) {
    self.init(
      labels: ignored.map { Label(kind: .ignore, time: $0) } + distractors.map { Label(kind: .distractor, time: $0) })
  }
}

extension Annotations.Label {
  /// Labels within this distance are at the same moment, in s: 1 ms plus rounding.
  package static let sameMomentS = 0.001 + 1e-6

  /// Whether the whole label is within an interval, allowing for rounding of clocks.
  public func lies(in span: ClosedRange<Double>) -> Bool {
    let tolerance = Self.sameMomentS
    return (startTime ?? time) >= span.lowerBound - tolerance && time <= span.upperBound + tolerance
      && time >= span.lowerBound - tolerance
  }

  /// Whether both labels are at one moment and in one set, such as a hit and a miss: a recording can have only one
  /// of them.
  package func isTwin(of other: Self) -> Bool {
    kind.set == other.kind.set && abs(time - other.time) <= Self.sameMomentS
  }

  /// The moment or interval as text.
  package var extent: String { (startTime.map { "\($0) to " } ?? "") + "\(time)" }
}

extension Annotations {
  /// An error for a label that is already present.
  public struct Twin: Error, Hashable, Sendable {
    /// The label to be added.
    public let added: Label
    /// The label that is already present.
    public let present: Label
  }

  /// Adds labels and sorts all of them by time.
  /// - Throws: `Twin` for a label within 1 ms of a present one of its set; nothing is added then.
  public mutating func add(_ other: Annotations) throws(Twin) {
    for added in other.labels {
      if let twin = labels.first(where: added.isTwin) { throw Twin(added: added, present: twin) }
    }
    let all = joined(with: other)
    self = Annotations(labels: all.labels, labelledSets: all.labelledSets)
  }

  /// These labels and others, even if two of them are at one moment.
  public func joined(with other: Annotations) -> Annotations {
    Annotations(labels: labels + other.labels, labelledSets: labelledSets.union(other.labelledSets))
  }

  /// Removes the labels at positions in ``labels``.
  ///
  /// A set that loses its last label stays labelled, unless `sets` contains it.
  package mutating func remove(at positions: Set<Int>, unlabelling sets: Set<LabelSet> = []) {
    self = Annotations(
      labels: labels.enumerated().filter { !positions.contains($0.offset) }.map(\.element),
      labelledSets: labelledSets.subtracting(sets))
  }
}
