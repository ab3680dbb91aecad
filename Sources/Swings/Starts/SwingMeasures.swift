/// Measurements around a swing made while its samples passed: everything that later decisions and its row need.
final class SwingMeasures: Sendable {
  /// Evidence of a contact; nil if not needed.
  let contact: ContactEvidence.Measurement?
  /// The label from this evidence, with the features that were measured for it; nil if not needed.
  let labelled: (label: SwingLabel, features: SwingFeatures)?
  private let sharedLobe: SharedValue<RotationLobe>?

  /// The lobe of the rotation around the impact, for the reference; nil if none has the swing's direction.
  var lobe: RotationLobe? { sharedLobe?.value }

  init(
    lobe: RotationLobe?, contact: ContactEvidence.Measurement?, labelled: (label: SwingLabel, features: SwingFeatures)?
  ) {
    sharedLobe = lobe.map(SharedValue.init)
    self.contact = contact
    self.labelled = labelled
  }

  /// The features of the swing with this label; nil if they were measured for another label.
  func features(as label: SwingLabel) -> SwingFeatures? {
    labelled.flatMap { $0.label == label ? $0.features : nil }
  }
}
