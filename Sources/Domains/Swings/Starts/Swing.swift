/// One swing: its start, its anchor, and the impact if there was one.
///
/// Times are on the recording's own clock, in seconds; rotation is along gravity, signed.
public struct Swing: Sendable {
  /// The candidate that became the swing, with its measurements.
  public internal(set) var candidate: SwingCandidate
  /// The comparison of its burst with the recording's swings; nil for a swing detected from its impact.
  var comparison: BurstCheck?
  /// The comparison with the recording's other swings with an impact.
  var peers: PeerComparison?
  /// Probability that it is a stroke at all, hit or miss, from how the wrist turns; nil if no stage looked for evidence
  /// of play.
  public internal(set) var probability: Double?
  /// The features from which that probability follows.
  package var traits: StrokeTraits?
  /// Whether the swing counts as without contact, even if it has an impact. It is then anchored at its highest rate.
  var isInTheAir = false

  init(_ candidate: SwingCandidate) { self.candidate = candidate }

  /// Makes a swing from its measured values; by default the time of the peak rate is the anchor.
  public init(
    startTime: Double, anchorTime: Double, impact: Impact?, accumulatedRotation: Double, peakRate: Double,
    peakTime: Double? = nil, rotationToPeak: Double? = nil, rateThreshold: Double
  ) {
    let lobe = RotationLobe(time: anchorTime, peakRate: peakRate, widthS: 0, riseS: 0)
    candidate = impact.map { SwingCandidate($0) } ?? SwingCandidate(lobe)
    candidate.start = .found(
      SwingStartFinder.Start(
        sample: 0, time: startTime, peakRate: peakRate, peakTime: peakTime ?? anchorTime, rateThreshold: rateThreshold,
        accumulatedRotation: accumulatedRotation, rotationToPeak: rotationToPeak ?? accumulatedRotation), nil)
  }

  /// The start; for a swing in the air, the start found from its highest rate.
  private var start: SwingStartFinder.Start {
    if isInTheAir, let highest = candidate.highestRate { return highest.start }
    guard let start = candidate.found else { preconditionFailure("a swing has a start") }
    return start
  }

  /// Whether it is anchored at the peak rate before its impact, because no highest rate was measured.
  private var isAtPeak: Bool { isInTheAir && candidate.impact != nil && candidate.highestRate == nil }

  /// Time at which the rotation along gravity first reaches its threshold, in s: see ``SwingStartFinder``.
  public var startTime: Double { start.time }
  /// The impact of a hit, or the time of the highest rate of a swing without impact, in s.
  public var anchorTime: Double {
    guard isInTheAir, candidate.impact != nil else { return candidate.anchorTime }
    return candidate.highestRate?.time ?? start.peakTime
  }
  /// The shock of the contact; nil for a swing in the air.
  public var impact: Impact? { isInTheAir ? nil : candidate.impact }
  /// Rotation along gravity from the start to the anchor, signed, in rad.
  public var accumulatedRotation: Double {
    if let along = start.alongGravity { return isAtPeak ? along.toPeak : along.toEnd }
    return isAtPeak ? start.rotationToPeak : start.accumulatedRotation
  }
  /// The peak rate from which the start's threshold was computed, signed, in rad/s.
  public var peakRate: Double { start.peakRate }
  /// The time of that rate, in s.
  public var peakTime: Double { start.peakTime }
  /// Rotation along gravity from the start to that time, signed, in rad.
  public var rotationToPeak: Double { start.alongGravity?.toPeak ?? start.rotationToPeak }
  /// Whether its rates and its start come from the total rotation, as the wrist hardly turns along gravity.
  public var turnsAside: Bool { candidate.turnsAside }
  /// The rate that counts as swinging, in rad/s: the swing's samples reach it from the start on.
  public var rateThreshold: Double { start.rateThreshold }
  /// The reference with which it was compared; nil for a swing detected from its impact, which needs no comparison.
  public var comparedWith: SwingReference.Origin? { comparison?.origin }

  /// The checks made, in order; all passed.
  public var checks: [SwingCheck] {
    var checks = (comparison?.checks ?? []) + candidate.checks
    if let peers, let start = candidate.found { checks.append(peers.check(peakRate: start.peakRate)) }
    return checks
  }

  /// The swing for a label: a miss has no contact.
  func `as`(_ label: SwingLabel) -> Swing {
    var swing = self
    swing.isInTheAir = label == .miss
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

/// The median of a recording's swings with an impact, and the resulting smallest peak rate.
final class PeerComparison: Sendable {
  /// The origin of the bound.
  private let remark: String
  private let isTotal: Bool
  /// Smallest peak rate, in rad/s.
  let needed: Double

  /// - Parameter isTotal: whether the rates come from the total rotation.
  init(fraction: Double, typical: Double, count: Int, isTotal: Bool = false) {
    self.isTotal = isTotal
    remark = "\(fraction) of the median of the recording's \(count) swings with an impact"
    needed = fraction * typical
  }

  /// The check of a swing with this peak rate, in rad/s.
  func check(peakRate: Double) -> SwingCheck {
    SwingCheck(
      isTotal ? "peak total rate" : "peak rate along gravity", abs(peakRate), unit: "rad/s", lowest: needed,
      remark: self.remark)
  }

  /// Why a swing with this peak rate is rejected.
  func explanation(peakRate: Double) -> String {
    """
    the wrist turns at \(abs(peakRate).text(places: 1)) rad/s; expected at least \(needed.text(places: 1)), as the \
    recording's swings do
    """
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
  /// Device motion is missing right before the candidate.
  case noDeviceMotion = "no_device_motion"
  /// There is too little acceleration around the candidate to distinguish a hit from a miss.
  case noAcceleration = "no_acceleration"
  /// The acceleration is saturated, and such candidates are rejected.
  case saturated
  /// The wrist turns too slowly, or in the wrong direction, compared with this recording's swings.
  case unlikeOthers = "unlike_others"
  /// Nothing shows that the recording contains play: see ``PlayEvidence``.
  case noEvidenceOfPlay = "no_evidence_of_play"
}
