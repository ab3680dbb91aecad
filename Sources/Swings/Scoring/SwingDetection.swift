/// The parts of one detected swing that are scored. Times in s on the recording's clock.
public struct SwingDetection: Hashable, Sendable {
  /// Start of the swing, in s; nil if not known.
  public var startTime: Double?
  /// The impact of a hit, or the moment of the highest rate of a miss, in s.
  public var anchorTime: Double
  /// The impact's peak, in s; nil for a miss.
  public var impactTime: Double?
  /// Onset of the contact, in s; nil for a miss.
  public var onsetTime: Double?
  /// The detector's label.
  public var label: SwingLabel
  /// Probability of a contact, 0 to 1; nil if the detector gives none.
  public var hitProbability: Double?

  /// Makes a detection.
  public init(
    startTime: Double?, anchorTime: Double, impactTime: Double? = nil, onsetTime: Double? = nil, label: SwingLabel,
    hitProbability: Double? = nil
  ) {
    self.startTime = startTime
    self.anchorTime = anchorTime
    self.impactTime = impactTime
    self.onsetTime = onsetTime
    self.label = label
    self.hitProbability = hitProbability
  }

  /// Makes a detection from a labelled swing.
  public init(_ labelled: LabelledSwing) {
    let swing = labelled.swing
    self.init(
      startTime: swing.startTime, anchorTime: swing.anchorTime, impactTime: swing.impact?.time,
      onsetTime: swing.impact?.onsetTime, label: labelled.label, hitProbability: labelled.hitProbability)
  }

  /// Time from the start to the impact, in s; nil without either.
  public var timeToContact: Double? { impactTime.flatMap { impact in startTime.map { impact - $0 } } }

  /// The time that is compared with a label's contact time, in s.
  ///
  /// The onset of a hit, since labels give the onset of the contact; the anchor of a miss, and of a hit without an
  /// onset.
  public var comparedTime: Double { label == .hit ? onsetTime ?? anchorTime : anchorTime }
}
