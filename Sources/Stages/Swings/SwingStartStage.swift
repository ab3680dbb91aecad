import SPPipelines
import SPRecordings
import SPSwings

/// Options of `detectors.swing_start`.
package struct SwingStartOptions: SwingRuleOptions {
  var sport: Sport?
  var rules = StartRules(minDurationS: 0.04, minRotationRad: 0.15)
  var minPeerFraction = 0.3
  var rejectSaturated = false

  package init() {}

  package static var fields: [OptionField<Self>] {
    [sportField] + ruleFields(upTo: "impact") + [
      .number(
        "look_back_s", \.rules.finder.lookBackS, in: .above(0, through: 2), unit: "s",
        help: "How far before the impact the largest rate, and with it the swing's direction, is looked for."),
      .number(
        "min_peak_rate_rad_s", \.rules.finder.minPeakRate, in: 0...100, unit: "rad/s",
        help: "Smallest rate of rotation along gravity that a swing reaches before its impact."),
      .number(
        "min_peer_share", \.minPeerFraction, in: 0...1,
        help:
          "Smallest peak rate as a fraction of the median of the recording's swings, where there are more than five."),
      .boolean(
        "reject_saturated", \.rejectSaturated,
        help: "Whether impacts at the sensor's limit are rejected; otherwise they are flagged."),
    ]
  }

  mutating func adopt(_ preset: SportPreset) {
    rules.adopt(preset, upTo: \.toContact)
    rules.finder.minPeakRate = preset.peakRate.smallestBeforeContact
  }

  /// Lower bounds must be below upper bounds.
  package func faults() -> [OptionFault] { rules.faults() }
}

/// Finds the starts of swings with an impact.
package struct SwingStartStage: Stage {
  package static let type: StageType = "detectors.swing_start"
  package static let summary = "Finds the start of each impact's swing, and rejects impacts without a swing."
  package static let details = """
    The rotation along gravity is the sum over the axes of rotation rate times gravity, in rad/s. The peak is the \
    largest rate in the `look_back_s` before the impact, and at least `min_peak_rate_rad_s`. The search goes back \
    from the peak, until `quiet_samples` in a row are below the threshold max(min_rate_rad_s, min_rate_share * peak), \
    signed as the peak. (This is the number at 200 Hz. At other rates it is the number that takes the same time, and \
    at least 2.) The earliest sample that the search has found at the threshold is the swing's first sample. The \
    swing starts where the line from the sample before it crosses that threshold. Time to contact is the impact's \
    time less the start's.

    A movement that fails is judged again by its total rotation rate, with `total_rotation`: serves and smashes turn little \
    along gravity. The rate must then reach 6 rad/s, and the swing starts when the rate rises to a quarter of its peak. The \
    rotation must be at least 0.3 rad, or `min_rotation_rad` if that is less, and at most twice `max_rotation_rad`.

    The rotation from start to impact and the duration must lie within bounds. Reasons for a rejection: `no_start`, \
    `duration_out_of_bounds`, `rotation_out_of_bounds`, `gap_in_swing`, `no_device_motion`, `saturated`, and \
    `unlike_others` for a peak rate under `min_peer_share` of the recording's median, where fewer than 3 swings are alike.

    With a `sport`, options that are not given take their defaults from its preset; `swingpipe describe presets` says where its \
    figures come from.
    """
  package let sports: [String]

  private let detector: SwingStartDetector

  package static func ports(_ options: SwingStartOptions) -> Ports {
    Ports(
      reads: [.passing(.impacts), .passing(.deviceMotion)], writes: [.passing(.swings), .required(.rejected)])
  }

  package init(_ options: SwingStartOptions) {
    var detector = SwingStartDetector(judge: options.rules.judge, rejectsSaturated: options.rejectSaturated)
    detector.minPeerFraction = options.minPeerFraction
    self.detector = detector
    sports = [options.sport].compactMap { $0?.rawValue }
  }

  /// Checks the rate of the device motion, which limits the accuracy of starts.
  package func plan(_ plan: inout PlanContext) throws {
    guard let rate = try plan.facts(.deviceMotion).rateHz else { return }
    if let loss = RateLosses.ofStarts(motionRateHz: rate) { plan.warning(loss) }
  }

  /// Judges each impact separately as the device motion passes, and at the end compares the impacts with each other.
  package func makeOperator(_ workspace: inout Workspace) throws -> any StageOperator {
    let detection = try StartDetection(
      detector, workspace.source(of: .impacts), workspace.source(of: .deviceMotion))
    try workspace.provide(.swings, detection.swings)
    return AtEnd { workspace in
      let found = detection.finish()
      workspace.note("swings", found.swings.count)
      workspace.note("rejected", found.rejected.count)
      try workspace.set(.swings, found.swings)
      try workspace.set(.rejected, found.rejected)
    }
  }
}

extension SwingStartStage: EventExplainingStage {
  package var explainedSlots: [String] { SwingEvidence.slotsOfSwings }

  /// Adds the swings with an impact, and the rejected impacts.
  package func add(_ results: StageResults, to evidence: inout SwingEvidence) { evidence.addSwings(results) }
}
