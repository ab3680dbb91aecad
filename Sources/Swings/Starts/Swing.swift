/// One swing: its start, its anchor, and the impact if there was one.
///
/// Times are on the recording's own clock, in seconds; rotation is that along gravity, signed.
public struct Swing: Sendable {
  /// Time at which the rotation along gravity first reaches its threshold, in s: see ``SwingStartFinder``.
  public var startTime: Double {
    get { facts.startTime }
    set { facts.startTime = newValue }
  }
  /// The impact of a hit, or the time of the highest rate of a swing without impact, in s.
  public var anchorTime: Double {
    get { facts.anchorTime }
    set { facts.anchorTime = newValue }
  }
  /// The shock of the contact; nil for a swing in the air.
  public var impact: Impact? {
    get { facts.impact?.value }
    set { facts.impact = newValue.map(SharedValue.init) }
  }
  /// Rotation along gravity from the start to the anchor, signed, in rad.
  public var accumulatedRotation: Double {
    get { facts.accumulatedRotation }
    set { facts.accumulatedRotation = newValue }
  }
  /// The peak rate from which the start's threshold was computed, signed, in rad/s.
  public var peakRate: Double {
    get { facts.peakRate }
    set { facts.peakRate = newValue }
  }
  /// The time of that rate, in s.
  public var peakTime: Double {
    get { facts.peakTime }
    set { facts.peakTime = newValue }
  }
  /// Rotation along gravity from the start to that time, signed, in rad.
  public var rotationToPeak: Double {
    get { facts.rotationToPeak }
    set { facts.rotationToPeak = newValue }
  }
  /// The rate that the swing's samples reach from the start on, in rad/s.
  public var rateThreshold: Double {
    get { facts.rateThreshold }
    set { facts.rateThreshold = newValue }
  }
  /// The reference that it was compared with; nil for a swing with an impact, which needs no comparison.
  public var comparedWith: SwingReference.Origin? {
    get { facts.comparedWith }
    set { facts.comparedWith = newValue }
  }
  /// The checks made, in order; all passed.
  public var checks: [SwingCheck] {
    get { facts.history.checks(of: self) }
    set { facts.history = SwingHistory(told: newValue) }
  }

  /// Everything about the swing. A change makes a new object, so several are best made in a copy of the facts.
  var facts: Facts {
    _read { yield held.facts }
    set { held = Held(newValue) }
  }
  private var held: Held

  /// Copies share one object, as swings are passed on very often and refer to much.
  private final class Held: Sendable {
    let facts: Facts

    init(_ facts: Facts) { self.facts = facts }
  }

  struct Facts: Sendable {
    var startTime, anchorTime: Double
    var impact: SharedValue<Impact>?
    var accumulatedRotation, peakRate, peakTime, rotationToPeak, rateThreshold: Double
    var comparedWith: SwingReference.Origin?
    var history = SwingHistory()
    /// The sample with the highest rate of the burst that the impact touches; nil for a swing that its impact gave away.
    var burstSample: Int?
    /// Measurements made while its samples passed; nil for a swing from elsewhere.
    var measures: SwingMeasures?
  }

  init(_ facts: Facts) { held = Held(facts) }

  /// Makes a swing from its measured values; by default the time of the peak rate is the anchor.
  public init(
    startTime: Double, anchorTime: Double, impact: Impact?, accumulatedRotation: Double, peakRate: Double,
    peakTime: Double? = nil, rotationToPeak: Double? = nil, rateThreshold: Double
  ) {
    self.init(
      Facts(
        startTime: startTime, anchorTime: anchorTime, impact: impact.map(SharedValue.init),
        accumulatedRotation: accumulatedRotation, peakRate: peakRate, peakTime: peakTime ?? anchorTime,
        rotationToPeak: rotationToPeak ?? accumulatedRotation, rateThreshold: rateThreshold))
  }

  /// The swing without measurements made earlier, for measuring it on other signals.
  public var unmeasured: Swing {
    var swing = self
    swing.facts.measures = nil
    return swing
  }
}

extension Swing: Hashable {
  /// Whether two swings are the same; measurements are not compared, as they follow from the swing and the recording.
  public static func == (first: Swing, second: Swing) -> Bool {
    first.numbers == second.numbers && first.impact == second.impact && first.comparedWith == second.comparedWith
      && first.checks == second.checks
  }

  /// Hashes the swing.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(numbers)
    hasher.combine(impact)
  }

  private var numbers: [Double] {
    [startTime, anchorTime, accumulatedRotation, peakRate, peakTime, rotationToPeak, rateThreshold]
  }
}

/// Why a candidate is not a swing.
public enum RejectionReason: String, Hashable, Sendable, CaseIterable {
  /// The rate never reached its threshold before the candidate, or already exceeded it at the start of the
  /// recording.
  case noStart = "no_start"
  /// The swing is shorter or longer than the bounds allow.
  case durationOutOfBounds = "duration_out_of_bounds"
  /// The accumulated rotation is smaller or larger than the bounds allow.
  case rotationOutOfBounds = "rotation_out_of_bounds"
  /// The device motion has a gap between the start and the candidate.
  case gapInSwing = "gap_in_swing"
  /// There is no device motion right before the candidate.
  case noDeviceMotion = "no_device_motion"
  /// There is too little acceleration around the candidate to distinguish a hit from a miss.
  case noAcceleration = "no_acceleration"
  /// The acceleration is saturated, and such candidates are rejected.
  case saturated
  /// The rotation is too slow, or turns in the other direction, compared with this recording's other swings.
  case unlikeOthers = "unlike_others"
}

/// Swings and rejected candidates, both in time order.
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
