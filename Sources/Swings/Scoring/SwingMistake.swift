/// One error of a detector, based on the pairs of ``RecordingScore/all``.
public struct SwingMistake: Hashable, Sendable {
  /// The kind of error.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A detection that fits no label.
    case falseSwing = "false_swing"
    /// A label that no detection fits.
    case missedSwing = "missed_swing"
    /// A swing that was found but given the wrong label.
    case wrongLabel = "wrong_label"
  }

  /// The kind of error.
  public var kind: Kind
  /// The label's contact time, or the false detection's time, in s.
  public var time: Double
  /// The detector's label; nil for a swing that was not found.
  public var called: SwingLabel?
  /// The true label; nil for a detection that is not a swing.
  public var labelled: SwingLabel?
  /// Probability of a contact, if the detector gave one.
  public var hitProbability: Double?
  /// Distance in s, positive for later: from a false detection to the nearest label, from a missed label to the nearest
  /// detection, or from a label to its own detection; nil if there is none.
  public var offsetS: Double?

  /// Makes a mistake.
  public init(
    kind: Kind, time: Double, called: SwingLabel? = nil, labelled: SwingLabel? = nil, hitProbability: Double? = nil,
    offsetS: Double? = nil
  ) {
    self.kind = kind
    self.time = time
    self.called = called
    self.labelled = labelled
    self.hitProbability = hitProbability
    self.offsetS = offsetS
  }
}

extension RecordingScore {
  /// All errors, in the order of time.
  public var mistakes: [SwingMistake] {
    let paired = Dictionary(uniqueKeysWithValues: all.map { ($0.second, $0.first) })
    let labelTimes = labels.map(\.contactTime)
    let detectionTimes = detections.map(\.comparedTime)
    var mistakes: [SwingMistake] = []
    for (position, label) in labels.enumerated() {
      if let found = paired[position].map({ detections[$0] }) {
        guard found.label != label.label else { continue }
        mistakes.append(
          SwingMistake(
            kind: .wrongLabel, time: label.contactTime, called: found.label, labelled: label.label,
            hitProbability: found.hitProbability, offsetS: found.comparedTime - label.contactTime))
      } else {
        mistakes.append(
          SwingMistake(
            kind: .missedSwing, time: label.contactTime, labelled: label.label,
            offsetS: detectionTimes.offsetOfNearest(to: label.contactTime)))
      }
    }
    let explained = Set(all.map(\.first) + ignored)
    for (position, detection) in detections.enumerated() where !explained.contains(position) {
      mistakes.append(
        SwingMistake(
          kind: .falseSwing, time: detection.comparedTime, called: detection.label,
          hitProbability: detection.hitProbability, offsetS: labelTimes.offsetOfNearest(to: detection.comparedTime)))
    }
    return mistakes.sorted { ($0.time, $0.kind.rawValue) < ($1.time, $1.kind.rawValue) }
  }
}

extension [Double] {
  fileprivate func offsetOfNearest(to time: Double) -> Double? {
    self.min { abs($0 - time) < abs($1 - time) }.map { $0 - time }
  }
}
