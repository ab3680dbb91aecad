/// One swing: its start, the moment it is known by, and the impact where there was one.
///
/// Times are on the recording's own clock, in seconds; rotation is that along gravity, signed.
public struct Swing: Hashable, Sendable {
  /// Moment at which the rotation along gravity begins to meet its threshold, in s: see ``SwingStartFinder``.
  public var startTime: Double
  /// The impact of a hit, or the moment of the highest rate of a swing without impact, in s.
  public var anchorTime: Double
  /// The shock of the contact; nil for a swing in the air.
  public var impact: Impact? {
    get { shared?.impact }
    set { shared = newValue.map(SharedImpact.init) }
  }
  /// Rotation along gravity from the start to the anchor, signed, in rad.
  public var accumulatedRotation: Double
  /// The rate that the start's threshold was taken from, signed, in rad/s.
  public var peakRate: Double
  /// The moment of that rate, in s.
  public var peakTime: Double
  /// Rotation along gravity from the start to that moment, signed, in rad.
  public var rotationToPeak: Double
  /// The rate that the swing's samples meet from the start on, in rad/s.
  public var rateThreshold: Double
  /// What it was compared with to be taken for a swing; nil for one of an impact, which needs no comparison.
  public var comparedWith: SwingReference.Origin?
  /// What was checked before it was taken for a swing, in order; all passed.
  public var checks: [SwingCheck] {
    get { history.value }
    set { history = Deferred { newValue } }
  }

  var history = Deferred<[SwingCheck]> { [] }
  /// What was measured around it as its samples passed; nil for a swing of any other origin.
  var measures: SwingMeasures? {
    get { known.measures }
    set { known.measures = newValue }
  }

  private var known = KnownMeasures()
  private var shared: SharedImpact?

  /// The swing without what was measured on it as its samples passed, for those who look at it on other signals.
  public var unmeasured: Swing {
    var swing = self
    swing.measures = nil
    return swing
  }

  /// Makes a swing from its measured values; without a moment of its own, the peak rate is that of the anchor.
  public init(
    startTime: Double, anchorTime: Double, impact: Impact?, accumulatedRotation: Double, peakRate: Double,
    peakTime: Double? = nil, rotationToPeak: Double? = nil, rateThreshold: Double
  ) {
    self.startTime = startTime
    self.anchorTime = anchorTime
    shared = impact.map(SharedImpact.init)
    self.accumulatedRotation = accumulatedRotation
    self.peakRate = peakRate
    self.peakTime = peakTime ?? anchorTime
    self.rotationToPeak = rotationToPeak ?? accumulatedRotation
    self.rateThreshold = rateThreshold
  }
}

/// An impact that the copies of a swing share: most swings have none, and it is as large as all the rest of one.
private final class SharedImpact: Hashable, Sendable {
  let impact: Impact

  init(_ impact: Impact) { self.impact = impact }

  static func == (first: SharedImpact, second: SharedImpact) -> Bool { first.impact == second.impact }

  func hash(into hasher: inout Hasher) { hasher.combine(impact) }
}

/// Why a candidate is no swing.
public enum RejectionReason: String, Hashable, Sendable, CaseIterable {
  /// The rate never met its threshold before the candidate, or met it right from where the recording begins.
  case noStart = "no_start"
  /// The swing is shorter or longer than the bounds allow.
  case durationOutOfBounds = "duration_out_of_bounds"
  /// The accumulated rotation is smaller or larger than the bounds allow.
  case rotationOutOfBounds = "rotation_out_of_bounds"
  /// The device motion has a gap between the start and the candidate.
  case gapInSwing = "gap_in_swing"
  /// There is no device motion right before the candidate.
  case noDeviceMotion = "no_device_motion"
  /// There is too little acceleration around the candidate to tell a hit from a miss.
  case noAcceleration = "no_acceleration"
  /// The acceleration is saturated, and such candidates are not wanted.
  case saturated
  /// The rotation is too slow, or turns the other way, to be a swing like this recording's others.
  case unlikeOthers = "unlike_others"
}

/// A candidate that was looked at and refused, with what was known when it was.
public struct RejectedCandidate: Hashable, Sendable {
  /// What proposed the candidate.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A peak of the high-passed acceleration.
    case impact
    /// A peak of the rotation along gravity.
    case airSwing = "air_swing"
  }

  /// What proposed the candidate.
  public var kind: Kind
  /// Moment of the candidate, in s.
  public var time: Double
  /// Why it was refused.
  public var reason: RejectionReason
  /// The value that decided (a duration in s, a rotation in rad, a rate in rad/s), where there is one.
  public var value: Double?
  /// The unit of ``value``.
  public var valueUnit: String { reason.valueUnit }
  /// A sentence for people: what was found and what was expected.
  public var explanation: String { wording.value }
  /// What was checked, in order; the last one failed.
  public var checks: [SwingCheck] {
    get { history.value }
    set { history = Deferred { newValue } }
  }

  private let wording: Deferred<String>
  var history = Deferred<[SwingCheck]> { [] }

  /// Makes a rejected candidate; the explanation is worked out when it is asked for.
  public init(
    kind: Kind, time: Double, reason: RejectionReason, value: Double? = nil,
    explanation: @escaping @autoclosure @Sendable () -> String
  ) {
    self.kind = kind
    self.time = time
    self.reason = reason
    self.value = value
    wording = Deferred(explanation)
  }
}

extension Swing {
  /// The same swing as one in the air: without its impact, and anchored at its highest rate.
  public var inTheAir: Swing {
    var swing = self
    swing.impact = nil
    swing.anchorTime = peakTime
    swing.accumulatedRotation = rotationToPeak
    return swing
  }
}

extension Swing {
  /// The same swing as its label has it: a miss is one in the air.
  func `as`(_ label: SwingLabel) -> Swing { label == .hit || impact == nil ? self : inTheAir }
}

/// Swings and refused candidates, both in time order.
public struct SwingCandidates: Hashable, Sendable {
  /// Candidates that passed every check.
  public var swings: [Swing]
  /// Candidates that failed one.
  public var rejected: [RejectedCandidate]

  /// Makes a result.
  public init(swings: [Swing] = [], rejected: [RejectedCandidate] = []) {
    self.swings = swings
    self.rejected = rejected
  }
}
