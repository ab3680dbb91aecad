import SPPipelines
import SPRecordings
import SPSignals
import SPSwings

/// Options of `detectors.impact`.
package struct ImpactOptions: StageOptions {
  /// Axis used for detection.
  package var axis = Axis.any
  var detector = ImpactDetector()

  package init() {}

  package static var fields: [OptionField<Self>] {
    [
      .choice(
        "axis", \.axis,
        help:
          "Axis to detect on: any for the length of the vector, however the sensor is mounted; z is out of the watch's face."
      ),
      .number(
        "threshold_g", \.detector.thresholdG, in: .above(0, through: 1000), unit: "g",
        help: "Smallest height of the filtered peak."),
      .number(
        "threshold_sigma", \.detector.thresholdSigma, in: 0...1000,
        help: "The same as a multiple of the noise's standard deviation (from the MAD); the larger of the two counts."),
      .number(
        "weak_threshold_g", \.detector.weakThresholdG, in: .above(0, through: 1000), unit: "g",
        help: "Smallest height of a weak impact, which counts only within a swing; from threshold_g on there are none."),
      .number(
        "noise_window_s", \.detector.noiseWindowS, in: 0.1...3600, unit: "s",
        help: "Length of the windows in which the noise is measured."),
      .number(
        "refractory_s", \.detector.refractoryS, in: 0.05...60, unit: "s",
        help: "Time around a peak in which no smaller one counts; longer than a burst rings."),
      .number(
        "double_contact_s", \.detector.doubleContactS, in: 0...0.2, unit: "s",
        help: """
          How long before the largest burst of a double contact its first burst may lie, at most refractory_s; up to \
          0.0275 s the largest counts.
          """),
      .number(
        "onset_window_s", \.detector.onset.windowS, in: .above(0, through: 1), unit: "s",
        help: "How far before the peak the onset is looked for on the raw signal."),
      .number(
        "onset_share", \.detector.onset.fraction, in: .above(0, through: 1),
        help: "Fraction of the window's largest step that a step of the shock reaches."),
      .number(
        "onset_lead_share", \.detector.onset.leadFraction, in: .above(0, through: 1),
        help: "Fraction of the steps after it that a step of the shock's slow lead reaches; 1 looks for no lead."),
    ]
  }
}

/// Finds the shocks of contacts in the filtered acceleration.
package struct ImpactStage: Stage {
  package static let type: StageType = "detectors.impact"
  package static let summary = "Finds impacts: peaks of the magnitude of the high-passed acceleration."
  package static let details = """
    An impact is a peak of |a|, where a is the high-passed acceleration: one axis, or the vector of all three. It reaches \
    max(threshold_g, threshold_sigma * sigma). Sigma is the noise of an axis over windows of `noise_window_s`: 1.4826 * MAD, \
    or the median length of the vector / 1.538. Of several peaks within `refractory_s` the largest counts. The time of an \
    impact is the original timestamp of the peak's sample. The sub-sample time is the vertex of the parabola through the \
    peak and its neighbours.

    A contact at the sweet spot can leave a burst of less than `threshold_g`. Peaks from `weak_threshold_g` on are kept \
    apart as weak impacts: detectors.air_swing takes one up where the wrist swings at that moment.

    A ball that touches a frame and then the strings leaves two bursts. The first burst counts if it is an impact by \
    itself, up to `double_contact_s` before the peak. It must reach 0.28 times the height of the peak, and fade to \
    0.75 times its own height before the peak.

    A linear-phase filter echoes a peak before it, so the onset comes from the raw acceleration on all three axes. Its \
    steps of 1.25 ms, minus the slope of the motion, belong to the shock if they reach two bounds: `onset_share` of the \
    largest step in the `onset_window_s` before the peak, and 2.5 times the steps of the motion alone on each axis. The \
    search walks back from the largest step. A large step is evidence for the shock, by the square of its magnitude, and \
    a small step is evidence against it. The shock begins at the step with the largest sum of evidence. A short quiet \
    between strong steps is only a turning point of the ringing. Up to 2.5 ms before that step count too, if they reach \
    `onset_lead_share` of the following steps.

    A fast swing has large steps itself, so the search runs a second time. Each step then has the line through the 10 ms \
    before it subtracted, and the later result counts. The onset is the sample before the first step of the shock. On real \
    tennis contacts the filtered peak follows the onset by 8.7 +- 1.3 ms (extremes 3.7 and 13.7 ms). Use the onset to \
    compare times of contact with a camera or another sensor.

    An impact is flagged as saturated if the raw signal reaches the sensor's range. If the range is not known, at \
    least three samples must have exactly the largest value, or exactly the smallest value. Both values count \
    together if their magnitudes are within 0.1 %, as a sensor's limits may be one step apart.
    """
  private let detector: ImpactDetector

  /// Smallest height of an impact, in g.
  package var thresholdG: Double { detector.thresholdG }

  /// The axis used for detection.
  package var axis: Axis { detector.axis }

  package static func ports(_ options: ImpactOptions) -> Ports {
    Ports(
      reads: [.passing(.acceleration), .passing(.accelerometer), .required(.recording)],
      writes: [.passing(.impacts), .passing(.weakImpacts), .required(.impactAxis)])
  }

  package init(_ options: ImpactOptions) {
    var detector = options.detector
    detector.axis = options.axis
    self.detector = detector
  }

  /// Checks the rate of the acceleration, which limits the contacts that can be found.
  package func plan(_ plan: inout PlanContext) throws {
    // A filter that does not fit the rate has reported that fault, and passes on no rate.
    guard let rate = try plan.facts(.acceleration).rateHz else { return }
    if let loss = RateLosses.ofImpacts(accelerationRateHz: rate) { plan.warning(loss) }
  }

  /// Finds impacts as the acceleration passes.
  package func makeOperator(_ workspace: inout Workspace) throws -> any StageOperator {
    var detector = detector
    detector.rangeG = try workspace.get(.recording).rangeG
    let (detection, axis) = (
      try ImpactDetection(
        detector, filtered: workspace.source(of: .acceleration), raw: workspace.source(of: .accelerometer)),
      detector.axis
    )
    try workspace.provide(.impacts, detection.impacts)
    try workspace.provide(.weakImpacts, detection.weakImpacts)
    // The axis is known before any sample has passed.
    try workspace.set(.impactAxis, axis)
    return AtEnd { workspace in
      let found = detection.finish()
      workspace.note("impacts", found.impacts.count)
      workspace.note("weak_impacts", found.weak.count)
      let missing = try workspace.get(.recording).missingSampleCount
      if missing > 0 { workspace.note("missing_samples", missing) }
      try workspace.set(.impacts, found.impacts)
      try workspace.set(.weakImpacts, found.weak)
      try workspace.set(.impactAxis, axis)
    }
  }
}

extension ImpactStage: EventExplainingStage {
  /// `impacts` and `weak_impacts`.
  package var explainedSlots: [String] { [Slot.impacts.name, Slot.weakImpacts.name] }

  /// Adds the axis of the impacts and their threshold.
  package func describe(in evidence: inout SwingEvidence) {
    evidence.impactAxis = axis
    evidence.impactThresholdG = thresholdG
  }

  /// Adds the impacts.
  package func add(_ results: StageResults, to evidence: inout SwingEvidence) {
    if let impacts = results[.impacts] { evidence.findings.impacts = impacts }
    if let weak = results[.weakImpacts] { evidence.findings.weak = weak }
  }
}
