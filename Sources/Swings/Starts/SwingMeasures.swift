/// What was measured around a swing as its samples passed: all that any later decision about it, and its row, need.
final class SwingMeasures: Sendable {
  /// The lobe of the rotation around the impact, to learn from; nil where none turns the swing's way.
  let lobe: RotationLobe?
  /// What tells of a contact; nil where nobody asks.
  let contact: ContactEvidence.Measurement?
  /// The features of the swing as the label that goes with the contact has it; nil where nobody asks.
  private let labelled: (label: SwingLabel, features: SwingFeatures)?

  init(
    lobe: RotationLobe?, contact: ContactEvidence.Measurement?, labelled: (label: SwingLabel, features: SwingFeatures)?
  ) {
    self.lobe = lobe
    self.contact = contact
    self.labelled = labelled
  }

  /// The features of the swing with this label; nil where it was measured as another.
  func features(as label: SwingLabel) -> SwingFeatures? {
    labelled.flatMap { $0.label == label ? $0.features : nil }
  }
}

/// What was measured of a swing, if anything: it follows from the swing and the recording, so two swings that are the same
/// are so whatever is known here.
struct KnownMeasures: Sendable, Hashable {
  var measures: SwingMeasures?

  static func == (first: KnownMeasures, second: KnownMeasures) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
