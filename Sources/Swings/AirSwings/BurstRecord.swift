/// A burst of rotation, with everything that a decision about it needs.
struct BurstRecord: Hashable, Sendable {
  /// The lobe around the peak.
  var lobe: RotationLobe
  /// Whether an impact lies near its peak; the burst then belongs to the impact.
  var hasImpact = false
  /// Whether a weak impact lies near its peak.
  var isTouched = false
  /// The judgement of the burst by itself; nil if it belongs to an impact, or is a lower peak of a lobe whose
  /// highest is free.
  var judged: JudgedCandidate?
}
