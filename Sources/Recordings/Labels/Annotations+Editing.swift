extension Annotations.Label {
  /// Labels within this distance are at the same moment, in s: 1 ms plus rounding.
  static let sameMomentS = 0.001 + 1e-6

  /// Whether the whole label lies in an interval, allowing for rounding of clocks.
  public func lies(in span: ClosedRange<Double>) -> Bool {
    let tolerance = Self.sameMomentS
    return (startTime ?? time) >= span.lowerBound - tolerance && time <= span.upperBound + tolerance
      && time >= span.lowerBound - tolerance
  }

  /// Whether both labels are at one moment and in one set, such as a hit and a miss: a recording can have only one
  /// of them.
  func isTwin(of other: Self) -> Bool { kind.set == other.kind.set && abs(time - other.time) <= Self.sameMomentS }

  /// The moment or interval as text.
  var extent: String { (startTime.map { "\($0) to " } ?? "") + "\(time)" }
}

extension Annotations {
  /// An error for a label that is there already.
  public struct Twin: Error, Hashable, Sendable {
    /// The label to be added.
    public let added: Label
    /// The label already there.
    public let present: Label
  }

  /// Adds labels and sorts all of them by time.
  /// - Throws: ``Twin`` for a label within 1 ms of a present one of its set; nothing is added then.
  public mutating func add(_ other: Annotations) throws(Twin) {
    for added in other.labels {
      if let twin = labels.first(where: added.isTwin) { throw Twin(added: added, present: twin) }
    }
    let all = joined(with: other)
    self = Annotations(labels: all.labels, labelledSets: all.labelledSets)
  }

  /// These labels and others, even where two are at one moment.
  public func joined(with other: Annotations) -> Annotations {
    Annotations(labels: labels + other.labels, labelledSets: labelledSets.union(other.labelledSets))
  }

  /// Removes the labels at positions in ``labels``. A set without a label that is left stays labelled unless it is one
  /// of `sets`.
  public mutating func remove(at positions: Set<Int>, unlabelling sets: Set<LabelSet> = []) {
    self = Annotations(
      labels: labels.enumerated().filter { !positions.contains($0.offset) }.map(\.element),
      labelledSets: labelledSets.subtracting(sets))
  }
}
