import Glibc

/// The rules for repetitions and sets.
public struct RepetitionRules: Hashable, Sendable {
  /// How far the displacement has to turn back for a turning point, in m.
  public var hysteresisM: Double
  /// How long a repetition may be, in s.
  public var durationS: ClosedRange<Double>
  /// How deep one may be, in m.
  public var depthM: ClosedRange<Double>
  /// The largest angle between the direction of the face and straight down, in rad; pi allows any.
  public var maxFaceAngle: Double
  /// Fraction of a set's median depth below which a repetition is partial, and does not count.
  public var fullDepthFraction: Double
  /// The longest rest between two repetitions of a set, in s, without the gaps in it.
  public var maxRestS: Double
  /// The least number of repetitions of a set; fewer do not count.
  public var minCount: Int

  /// Makes rules; the defaults are for push-ups.
  public init(
    hysteresisM: Double = 0.05, durationS: ClosedRange<Double> = 0.6...8, depthM: ClosedRange<Double> = 0.1...0.8,
    maxFaceAngle: Double = 65 * .pi / 180, fullDepthFraction: Double = 0.6, maxRestS: Double = 10, minCount: Int = 2
  ) {
    self.hysteresisM = hysteresisM
    self.durationS = durationS
    self.depthM = depthM
    self.maxFaceAngle = maxFaceAngle
    self.fullDepthFraction = fullDepthFraction
    self.maxRestS = maxRestS
    self.minCount = minCount
  }

  /// Fraction of the depth by which the head may end higher or lower than it began, for the errors of integration; what
  /// goes down or up for good does so by more than its apparent depth.
  public static let maxNetFraction = 1.0

  /// The largest ``RepetitionCandidate/roughness``.
  public static let maxRoughness = 5.0

  /// Why a candidate is rejected by itself; nil if it is not.
  func fault(_ candidate: RepetitionCandidate) -> RepetitionRejection? {
    if candidate.isCut { return .cut }
    if candidate.durationS < durationS.lowerBound { return .tooShort }
    if candidate.durationS > durationS.upperBound { return .tooLong }
    if candidate.depth < depthM.lowerBound { return .tooShallow }
    if candidate.depth > depthM.upperBound { return .tooDeep }
    if abs(candidate.netRise) > Self.maxNetFraction * candidate.depth { return .notReturning }
    if candidate.roughness > Self.maxRoughness { return .shaken }
    return candidate.leastFacing < cos(maxFaceAngle) ? .notFacingDown : nil
  }
}

/// Why a candidate is not a repetition.
public enum RepetitionRejection: String, CaseIterable, Hashable, Sendable {
  /// A gap may have taken a part of it.
  case cut
  /// Shorter than a repetition.
  case tooShort = "too_short"
  /// Longer than a repetition.
  case tooLong = "too_long"
  /// Less deep than a repetition.
  case tooShallow = "too_shallow"
  /// Deeper than a repetition.
  case tooDeep = "too_deep"
  /// The head did not come back to where it was.
  case notReturning = "not_returning"
  /// Other movements hide the dip.
  case shaken
  /// The face did not look down.
  case notFacingDown = "not_facing_down"
  /// Much less deep than the others of its set.
  case partial
  /// Too few others around it to be a set.
  case alone

  /// An explanation in a few words.
  public var meaning: String {
    switch self {
    case .cut: "begins or ends at a gap"
    case .tooShort: "shorter than min_duration_s"
    case .tooLong: "longer than max_duration_s"
    case .tooShallow: "less deep than min_depth_m"
    case .tooDeep: "deeper than max_depth_m"
    case .notReturning: "ends higher or lower than it began by more than its depth"
    case .shaken: "the acceleration is over 5 times that of a cosine as deep and as long, as in a walk"
    case .notFacingDown: "the face is turned from straight down by more than max_face_angle_deg"
    case .partial: "less deep than full_depth_share of the median of its set"
    case .alone: "fewer than min_repetitions within max_rest_s of each other"
    }
  }
}
