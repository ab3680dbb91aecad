extension Annotations {
  /// How near to each other two labels are of one moment, in s: 1 ms and what rounding adds.
  static let sameMomentS = 0.001 + 1e-6

  /// One label of any kind. Times in s on the recording's clock.
  public struct Label: Hashable, Sendable {
    /// What it says.
    public var kind: LabelKind
    /// Start of a swing; nil where it is not known, and for other kinds.
    public var startTime: Double?
    /// The contact, or the moment.
    public var time: Double

    /// Makes a label.
    public init(kind: LabelKind, startTime: Double? = nil, time: Double) {
      self.kind = kind
      self.startTime = startTime
      self.time = time
    }

    /// Whether all of it lies in a stretch, but for the rounding of clocks.
    public func lies(in span: ClosedRange<Double>) -> Bool {
      let tolerance = Annotations.sameMomentS
      return (startTime ?? time) >= span.lowerBound - tolerance && time <= span.upperBound + tolerance
        && time >= span.lowerBound - tolerance
    }

    /// Whether both are of one swing, or of one moment of a kind: a recording has but one of them.
    func isTwin(of other: Label) -> Bool {
      (kind == other.kind || (kind.isSwing && other.kind.isSwing)) && abs(time - other.time) <= Annotations.sameMomentS
    }

    /// The moment, or the stretch, as text.
    var extent: String { (startTime.map { "\($0) to " } ?? "") + "\(time)" }
  }

  /// A label that is there already.
  public struct Twin: Error, Hashable, Sendable {
    /// The label that was to be added.
    public let added: Label
    /// The one that is there.
    public let present: Label
  }

  /// All labels in the order of time.
  public var labels: [Label] {
    let swings = swings.map { Label(kind: $0.isHit ? .hit : .miss, startTime: $0.startTime, time: $0.contactTime) }
    let moments =
      ignored.map { Label(kind: .ignore, time: $0) } + distractors.map { Label(kind: .distractor, time: $0) }
    // Equal times stay in this order.
    return (swings + moments).enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
  }

  /// Takes labels of any kind, and puts them in the order of time.
  /// - Parameters:
  ///   - labels: the labels.
  ///   - hasSwingLabels: whether swings are labelled where none of them is one.
  public init(labels: [Label], hasSwingLabels: Bool) {
    let labels = labels.sorted { $0.time < $1.time }
    let swings = labels.filter(\.kind.isSwing).map {
      Swing(startTime: $0.startTime, contactTime: $0.time, isHit: $0.kind == .hit)
    }
    self.init(
      swings: hasSwingLabels || !swings.isEmpty ? swings : nil,
      ignored: labels.filter { $0.kind == .ignore }.map(\.time),
      distractors: labels.filter { $0.kind == .distractor }.map(\.time))
  }

  /// Adds labels; all are then in the order of time.
  /// - Throws: ``Twin`` for a swing, or a moment of a kind, that is there already within 1 ms; nothing is added then.
  public mutating func add(_ other: Annotations) throws(Twin) {
    let present = labels
    for added in other.labels {
      if let twin = present.first(where: added.isTwin) { throw Twin(added: added, present: twin) }
    }
    self = Annotations(labels: present + other.labels, hasSwingLabels: hasSwingLabels || other.hasSwingLabels)
  }

  /// Removes the labels at positions in ``labels``. Swings stay labelled, though none is left.
  public mutating func remove(at positions: Set<Int>) {
    self = Annotations(
      labels: labels.enumerated().filter { !positions.contains($0.offset) }.map(\.element),
      hasSwingLabels: hasSwingLabels)
  }
}
