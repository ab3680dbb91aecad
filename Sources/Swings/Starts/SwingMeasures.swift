/// Measurements around a swing made while its samples passed: everything that later decisions and its row need.
final class SwingMeasures: Sendable {
  /// Evidence of a contact; nil if not needed.
  let contact: ContactEvidence.Measurement?
  /// The label from this evidence, with the features that were measured for it; nil if not needed.
  let labelled: (label: SwingLabel, features: SwingFeatures)?
  /// The highest rate of a miss with an impact; nil for others, and if no start is found from there.
  let highestRate: SharedValue<HighestRate>?
  private let sharedLobe: SharedValue<RotationLobe>?

  /// The lobe of the rotation around the impact, for the reference; nil if none has the swing's direction.
  var lobe: RotationLobe? { sharedLobe?.value }

  init(
    lobe: RotationLobe?, contact: ContactEvidence.Measurement?, highestRate: HighestRate? = nil,
    labelled: (label: SwingLabel, features: SwingFeatures)?
  ) {
    sharedLobe = lobe.map(SharedValue.init)
    self.highestRate = highestRate.map(SharedValue.init)
    self.contact = contact
    self.labelled = labelled
  }

  /// The features of the swing with this label; nil if they were measured for another label.
  func features(as label: SwingLabel) -> SwingFeatures? {
    labelled.flatMap { $0.label == label ? $0.features : nil }
  }
}
