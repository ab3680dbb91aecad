extension Annotations.Label {
  /// How near to each other two labels are of one moment, in s: 1 ms and what rounding adds.
  static let sameMomentS = 0.001 + 1e-6

  /// Whether all of it lies in a stretch, but for the rounding of clocks.
  public func lies(in span: ClosedRange<Double>) -> Bool {
    let tolerance = Self.sameMomentS
    return (startTime ?? time) >= span.lowerBound - tolerance && time <= span.upperBound + tolerance
      && time >= span.lowerBound - tolerance
  }

  /// Whether both are of one moment and one set of kinds, such as a hit and a miss: a recording has but one of them.
  func isTwin(of other: Self) -> Bool { kind.set == other.kind.set && abs(time - other.time) <= Self.sameMomentS }

  /// The moment, or the interval, as text.
  var extent: String { (startTime.map { "\($0) to " } ?? "") + "\(time)" }
}

extension Annotations {
  /// A label that is there already.
  public struct Twin: Error, Hashable, Sendable {
    /// The label that was to be added.
    public let added: Label
    /// The one that is there.
    public let present: Label
  }

  /// Adds labels; all are then in the order of time.
  /// - Throws: ``Twin`` for a label that is there already within 1 ms, or another of its set; nothing is added then.
  public mutating func add(_ other: Annotations) throws(Twin) {
    for added in other.labels {
      if let twin = labels.first(where: added.isTwin) { throw Twin(added: added, present: twin) }
    }
    let all = joined(with: other)
    self = Annotations(labels: all.labels, labelledSets: all.labelledSets)
  }

  /// These labels and others, whether they are of one moment or not.
  public func joined(with other: Annotations) -> Annotations {
    Annotations(labels: labels + other.labels, labelledSets: labelledSets.union(other.labelledSets))
  }

  /// Removes the labels at positions in ``labels``. What was labelled stays so, though none is left.
  public mutating func remove(at positions: Set<Int>) {
    self = Annotations(
      labels: labels.enumerated().filter { !positions.contains($0.offset) }.map(\.element), labelledSets: labelledSets)
  }
}
