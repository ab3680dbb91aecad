/// What was measured around a swing as its samples passed: all that any later decision about it, and its row, need.
final class SwingMeasures: Sendable {
  /// What tells of a contact; nil where nobody asks.
  let contact: ContactEvidence.Measurement?
  /// The label that goes with the contact, whose features were measured; nil where nobody asks.
  private let label: SwingLabel?
  private let features: SwingFeatures?
  private let sharedLobe: Shared<RotationLobe>?

  /// The lobe of the rotation around the impact, to learn from; nil where none turns the swing's way.
  var lobe: RotationLobe? { sharedLobe?.value }

  init(
    lobe: RotationLobe?, contact: ContactEvidence.Measurement?, labelled: (label: SwingLabel, features: SwingFeatures)?
  ) {
    sharedLobe = lobe.map(Shared.init)
    self.contact = contact
    label = labelled?.label
    features = labelled?.features
  }

  /// The features of the swing with this label; nil where it was measured as another.
  func features(as label: SwingLabel) -> SwingFeatures? { label == self.label ? features : nil }
}
