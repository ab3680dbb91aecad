import SPSignals

/// Finds the starts of the swings of impacts.
final class StartStep: MeasuringStep {
  let part = CandidatePart.start
  private let detector: SwingStartDetector
  private let motion: MotionWindow?
  private let selection: CandidateFlow.Selection
  private let judges: SwingJudges

  /// - Parameter motion: the device motion. Without it, no impact is a swing.
  init(_ detector: SwingStartDetector, of flow: CandidateFlow, _ motion: MotionWindow?) {
    (self.detector, selection, self.motion) = (detector, flow.selection, motion)
    judges = SwingJudges(detector.judge, rateHz: motion?.stream.ring.prologue.rateHz ?? 0)
    motion?.keep(SwingReach(detector.judge))
    if let motion { flow.wait(for: motion.stream) }
  }

  func prepared() throws -> @Sendable (inout SwingCandidate) throws -> Void {
    let (held, passedS) = (motion?.frozen, motion?.stream.passedS ?? .infinity)
    return { [detector, judges, selection] candidate in
      guard selection.includes(candidate), let impact = candidate.impact else { return }
      candidate.start = .failed(.outOfReach, judges.along)
      guard let held, impact.time > passedS else { return }
      try detector.measure(&candidate, impact, held, judges)
    }
  }
}

/// Measures the lobes of the rotation around impacts, to compare bursts with hits.
final class LobeStep: MeasuringStep {
  let part = CandidatePart.lobe
  private let motion: MotionWindow

  init(_ motion: MotionWindow) {
    self.motion = motion
    motion.keep(SwingReach())
  }

  func prepared() throws -> @Sendable (inout SwingCandidate) throws -> Void {
    let rotation = try motion.frozen.rotationAlongGravity()
    return { candidate in
      guard candidate.kind == .impact, candidate.isSwing, !candidate.turnsAside else { return }
      candidate.lobe = try RotationLobe(of: candidate, in: rotation)
    }
  }
}

/// Measures the evidence of a contact.
final class ContactStep: MeasuringStep {
  let part = CandidatePart.contact
  private let classifier: HitMissClassifier
  private let filtered: any VectorWindow
  private let axis: Axis
  private let motion: MotionWindow

  /// - Throws: errors of preparing the filter.
  init(_ classifier: HitMissClassifier, _ filtered: any VectorWindow, _ axis: Axis, _ motion: MotionWindow) throws {
    (self.classifier, self.filtered, self.axis, self.motion) = (classifier, filtered, axis, motion)
    _ = try filtered.track(axis.position)
    motion.keep(SwingReach())
    filtered.stream.keep(motion.reach.acceleration(OnsetFinder()))
  }

  func prepared() throws -> @Sendable (inout SwingCandidate) throws -> Void {
    let (held, motion) = (filtered.frozen(tracked: axis.position), motion.frozen)
    return { [classifier, axis, passedS = filtered.stream.passedS] candidate in
      guard candidate.isSwing else { return }
      if candidate.kind == .airSwing, candidate.time <= passedS {
        return candidate.add(.tooLittle(fraction: 0), nil)
      }
      try classifier.measure(&candidate, filtered: held, axis: axis, motion: motion)
    }
  }
}

/// Measures the features of swings, for the labels that their own evidence gives.
final class FeatureStep: MeasuringStep {
  let part = CandidatePart.features
  private let raw: any VectorWindow
  private let filtered: any VectorWindow
  private let axis: Int?
  private let motion: MotionWindow
  private let smoothing: FIRKernel?

  /// - Throws: errors of preparing the filter and of designing the low-pass of the rotation rate.
  init(of flow: CandidateFlow, raw: any VectorWindow, filtered: any VectorWindow, _ motion: MotionWindow) throws {
    (self.raw, self.filtered, axis, self.motion) = (raw, filtered, flow.axis, motion)
    if let axis { _ = try filtered.track(axis) }
    smoothing = try SwingMeter.smoothing(motion.stream.ring.prologue.rateHz)
    for stream in [raw.stream, filtered.stream] { stream.keep(motion.reach.acceleration(OnsetFinder())) }
    motion.keep(SwingReach())
  }

  func prepared() throws -> @Sendable (inout SwingCandidate) throws -> Void {
    let meter = SwingMeter(
      signals: SwingSignals(
        acceleration: raw.frozen(tracked: nil), filtered: filtered.frozen(tracked: axis), motion: motion.frozen),
      smoothing: smoothing)
    return { candidate in
      guard candidate.isSwing, let label = candidate.label else { return }
      candidate.add(try meter.features(of: Swing(candidate).as(label)))
    }
  }
}

/// Measures the features of impacts by themselves.
final class ImpactFeatureStep: MeasuringStep {
  let part = CandidatePart.impactFeatures
  private let raw: any VectorWindow
  private let filtered: any VectorWindow
  private let axis: Int?
  private let selection: CandidateFlow.Selection

  /// - Throws: errors of preparing the filter.
  init(of flow: CandidateFlow, raw: any VectorWindow, filtered: any VectorWindow) throws {
    (selection, axis, self.raw, self.filtered) = (flow.selection, flow.axis, raw, filtered)
    if let axis { _ = try filtered.track(axis) }
    for stream in [raw.stream, filtered.stream] { stream.keep(SwingReach().acceleration(OnsetFinder())) }
  }

  func prepared() -> @Sendable (inout SwingCandidate) throws -> Void {
    let signals = SwingSignals(acceleration: raw.frozen(tracked: nil), filtered: filtered.frozen(tracked: axis))
    return { [selection] candidate in
      guard selection.includes(candidate), let impact = candidate.impact else { return }
      candidate.impactFeatures = try MeasuredImpact(impact, in: signals)
    }
  }
}
