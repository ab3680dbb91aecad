import Signals

/// Measures single candidates, in windows around them.
///
/// Candidates that are rejected by themselves are not measured further, and a swing's features are those for
/// the label that its own contact evidence gives.
final class CandidateMeter: Sendable {
  let rules: SwingRules
  /// The acceleration after the filter, on the axis that impacts are detected on.
  let filtered: any Signal
  /// The rotation along gravity; nil without device motion.
  let rotation: (any Signal)?
  private let meter: SwingMeter
  private let startTelling: SwingJudge.Telling?
  private let airTelling: SwingJudge.Telling?
  private let signals: SwingSignals

  /// - Parameter smoothing: the low-pass of the rotation rate, see ``SwingMeter/smoothingHz``.
  init(_ rules: SwingRules, _ signals: SwingSignals, smoothing: FIRKernel?) throws {
    self.rules = rules
    self.signals = signals
    filtered = signals.filtered[rules.impacts.axis]
    rotation = try signals.motion?.rotationAlongGravity()
    meter = SwingMeter(signals: signals, smoothing: smoothing)
    let rateHz = rotation?.timeBase.rate ?? 0
    startTelling = rules.starts.map { SwingJudge.Telling($0.judge, rateHz: rateHz) }
    airTelling = rules.airSwings?.telling(rateHz: rateHz)
  }

  /// The record of an impact.
  func record(of peak: Peak) throws -> ImpactRecord {
    let impact = SharedValue(try rules.impacts.impact(at: peak, filtered: filtered, raw: signals.acceleration))
    var record = ImpactRecord(shared: impact, isWeak: rules.impacts.isWeak(peak))
    guard !record.isWeak else { return record }
    if rules.measuresImpacts { record.features = try MeasuredImpact(impact, in: signals) }
    guard let starts = rules.starts, let startTelling else { return record }
    do {
      record.judged =
        try rotation.map { try measured(starts.judged(impact, rotation: $0, startTelling)) } ?? Self.outOfReach(impact)
    } catch SignalError.left {
      record.judged = Self.outOfReach(impact)
    }
    return record
  }

  /// The record of a burst; nil if the samples around it are no longer held.
  ///
  /// - Parameter near: the impacts and hits around it, in the order of time.
  func record(
    of burst: PeakStream.Found, by detector: AirSwingDetector, near: AirSwingDetector.Neighbours
  ) throws -> BurstRecord? {
    guard let rotation, let airTelling else { return nil }
    do {
      var record = try detector.record(of: burst, near: near, rotation: rotation, airTelling)
      record.judged = try record.judged.map(measured)
      return record
    } catch SignalError.left {
      return nil
    }
  }

  private func measured(_ judged: JudgedCandidate) throws -> JudgedCandidate {
    guard case .swing(var swing) = judged else { return judged }
    swing.facts.measures = try measures(of: swing)
    return .swing(swing)
  }

  private func measures(of swing: Swing) throws -> SwingMeasures {
    guard let rotation else { return SwingMeasures(lobe: nil, contact: nil, labelled: nil) }
    let lobe = swing.impact == nil || rules.airSwings == nil ? nil : try RotationLobe(of: swing, in: rotation)
    let contact = try rules.classifier.map { _ in
      try ContactEvidence.measure(
        swing, filtered: swing.impact.map { signals.filtered[$0.axis] } ?? filtered, rotation: rotation)
    }
    guard let classifier = rules.classifier, case .measured(let evidence) = contact else {
      return SwingMeasures(lobe: lobe, contact: contact, labelled: nil)
    }
    let label = classifier.label(of: swing, by: evidence)
    let highest = label == .miss && swing.impact != nil ? try swing.highestRate(in: rotation) : nil
    return SwingMeasures(
      lobe: lobe, contact: contact, highestRate: highest,
      labelled: rules.measuresSwings ? (label, try meter.features(of: swing.as(label) { _ in highest })) : nil)
  }

  /// An impact at a time without device motion: none was recorded, or a step of the clock has moved it far away.
  private static func outOfReach(_ impact: SharedValue<Impact>) -> JudgedCandidate {
    let candidate = SwingJudge.Candidate(kind: .impact, time: impact.value.time, end: 0, impact: impact)
    return .rejected(
      candidate.rejected(
        .noDeviceMotion, value: nil, "there is no device motion at that time"))
  }
}
