import SPRecordings

extension Recording {
  /// Finds the swings in one pass over the samples. With the rules of a sport, it finds the same as a run of the
  /// sport's pipeline.
  ///
  /// Memory does not grow with the recording's length: only the candidates are kept. If the device motion has no
  /// gravity and no attitude, both are estimated from rotation rate and acceleration.
  ///
  /// - Parameters:
  ///   - rules: the rules of detection and measurement; by default those for any sport. If the rules give no range of
  ///     the sensor, the range that the recording states is used.
  ///   - correction: how late timestamps of the device motion are corrected.
  /// - Returns: the findings and the faults of the samples. ``RecordedSwings/decided`` has the swings, with labels and
  ///   features if the rules ask for them.
  /// - Throws: `RecordingError` if the acceleration, or device motion that the rules need, is missing, or for an offset
  ///   out of range; `HDF5Error` for samples that cannot be read; `TimeBaseError` for a timestamp that is not finite,
  ///   `FilterDesignError` for a sampling rate that the filter does not suit, or `CancellationError`.
  public func findSwings(
    by rules: SwingRules = .standard(), correctingMotion correction: MotionOffsetCorrection = .none
  ) throws -> RecordedSwings {
    if case .known(let seconds) = correction, !MotionOffsetCorrection.rangeS.contains(seconds) {
      throw RecordingError(
        path: path, object: "device_motion", "its offset is given as \(seconds) s; expected -10 to 10 s")
    }
    let pass = RecordingPass(self)
    let wrist = try WristFlow(pass, hasMotion: rules.starts != nil, correction)
    var rules = rules
    rules.impacts.rangeG = rules.impacts.rangeG ?? streams[.accelerometer]?.rangeG
    let graph = try SwingGraph(rules, wrist.acceleration(), rules.starts == nil ? nil : wrist.motion())
    try pass.run()
    return RecordedSwings(
      findings: graph.findings, identity: attributes.identity(startTime: try pass.startTime),
      motionOffset: try wrist.motionOffset(),
      doubts: (wrist.estimatesGravity ? [WristFlow.estimateSentence] : [])
        + pass.contradictions.map { [$0].sentence(pass.remedy) } + pass.feed.doubts.map(\.sentence))
  }
}

/// The results of one pass over a recording.
public struct RecordedSwings: Sendable {
  /// The candidates with their measurements, before decisions.
  public let findings: SwingFindings
  /// The values with which the rows of tables begin: see `IdentityColumns`.
  public let identity: RecordingIdentity
  /// How late the timestamps of the device motion are, and the correction; nil if it was not needed.
  public let motionOffset: MotionOffset?
  /// Statements of the recording that its data contradict, and values that no sensor delivers, such as missing or
  /// implausible values: a sentence each.
  public let doubts: [String]

  /// The swings, as they were decided on.
  public var decided: DecidedSwings { findings.decided }
}

/// Labels of swings, for code that does not need other kinds of labels.
extension Annotations {
  /// A labelled swing. Times are in s on the recording's clock.
  public struct Swing: Hashable, Sendable {
    /// Start of the swing; nil if not known.
    public var startTime: Double?
    /// Onset of the contact, or for a miss the moment of passing the ball.
    public var contactTime: Double
    /// Whether the ball was hit.
    public var isHit: Bool

    /// Makes a labelled swing.
    public init(startTime: Double?, contactTime: Double, isHit: Bool) {
      self.startTime = startTime
      self.contactTime = contactTime
      self.isHit = isHit
    }
  }

  /// Makes labels; nil for the swings means that swings are not labelled.
  public init(swings: [Swing]?, ignored: [Double] = [], distractors: [Double] = []) {
    let contacts = (swings ?? []).map {
      Label(kind: $0.isHit ? .hit : .miss, startTime: $0.startTime, time: $0.contactTime)
    }
    self.init(
      labels: contacts + ignored.map { Label(kind: .ignore, time: $0) }
        + distractors.map { Label(kind: .distractor, time: $0) },
      labelledSets: swings == nil ? [] : [.hitsAndMisses])
  }

  /// Labelled swings, in the order in which they were given.
  public var swings: [Swing] {
    labels(of: .hitsAndMisses).map { Swing(startTime: $0.startTime, contactTime: $0.time, isHit: $0.kind == .hit) }
  }

  /// Whether the recording has labels of swings. The labels may say that the recording has no swings.
  public var hasSwingLabels: Bool { isLabelled(.hitsAndMisses) }
}

/// Sentences about results that are lost or less exact at the rate of a sensor.
package enum RateLosses {
  /// The loss of impacts if the acceleration is too slow to contain the shock of a contact; nil without a loss.
  ///
  /// A contact rings at 95-125 Hz, and a sensor passes frequencies up to about 0.4 times its rate. At 200 Hz, 68 % of
  /// the simulated hits are still called hits, and all hits composed with recorded shocks are. At 400 Hz no hit is lost
  /// (Data/Degraded.md).
  package static func ofImpacts(accelerationRateHz rate: Double) -> String? {
    guard 0.4 * rate < 125 else { return nil }
    return """
      the acceleration has \(rounded(rate)) Hz and holds little above \(rounded(0.4 * rate)) Hz, but a contact rings at \
      95 to 125 Hz: expect lost impacts (at 200 Hz about 3 of 10 hits are taken for misses), onsets early \
      by 10 ms and more, and peaks and shapes that do not compare with those at 800 Hz; 400 Hz is enough to find nearly \
      all
      """
  }

  /// The loss of accuracy of starts if the device motion is too slow; nil without a loss.
  ///
  /// The 95th percentile of a start's error is 2 ms at 50 Hz, 3 ms at 33 Hz, 6 ms at 25 Hz and 12 ms at 20 Hz in
  /// simulated sessions. In composed sessions it is 5, 7, 10 and 16 ms, compared with 5 ms at 200 Hz, and one of 458
  /// strokes is lost at 33 Hz or less (Data/Degraded.md). The shortest times to contact are 60 ms.
  package static func ofStarts(motionRateHz rate: Double) -> String? {
    guard rate < 45 else { return nil }
    return """
      the device motion has \(rounded(rate)) Hz: expect starts and times to contact that err by 3 to 16 ms, and now and \
      then a short stroke that is lost; 50 Hz is enough to find all, and costs starts less than 2 ms
      """
  }

  private static func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}
