/// The choice of the reference pose, from which all poses are measured.
package enum ReferenceRule: Hashable, Sendable {
  /// The first sample.
  case firstSample
  /// The first sample at or after a number of seconds from the recording's first sample.
  case time(afterStartS: Double)
  /// The mean of the first second in which the rate of rotation stays under the limit of `HeadRules.stillRate`.
  case firstStillSecond
}

/// The rules for headphone motion: what to look for, with which bounds.
package struct HeadRules: Hashable, Sendable {
  /// The choice of the reference pose, from which all poses are measured.
  package var reference: ReferenceRule
  /// A longer interval between samples, in s, is a gap: it has no poses.
  package var gapS: Double
  /// The largest angle between the poses before and after a gap, in rad, at which the reference is assumed to be
  /// unchanged.
  package var maxGapTurn: Double
  /// Below this rate of rotation, in rad/s, the head is still.
  package var stillRate: Double
  /// Poses kept per second; 0 keeps all poses, nil keeps none.
  package var poseRateHz: Double?
  /// The rules for postures; nil if not needed.
  package var postures: PostureRules?
  /// The rules for repetitions; nil if not needed.
  package var repetitions: RepetitionRules?

  /// Makes rules that find connections and the summary, and postures and repetitions if requested.
  package init(
    reference: ReferenceRule = .firstSample, gapS: Double = 0.5, maxGapTurn: Double = 30 * .pi / 180,
    stillRate: Double = 0.2, poseRateHz: Double? = nil, postures: PostureRules? = nil,
    repetitions: RepetitionRules? = nil
  ) {
    self.reference = reference
    self.gapS = gapS
    self.maxGapTurn = maxGapTurn
    self.stillRate = stillRate
    self.poseRateHz = poseRateHz
    self.postures = postures
    self.repetitions = repetitions
  }

  /// How long the head has to be still for a reference, in s.
  package static let stillS = 1.0
}
