import Recordings

extension Recording {
  /// Finds the swings in one pass over the samples: with the rules of a sport what a run of its pipeline finds.
  ///
  /// Memory does not grow with the recording's length: only the candidates are kept.
  ///
  /// - Parameters:
  ///   - rules: what is looked for and measured; by default the rules that hold for any sport, whatever the recording says.
  ///     If they give no range of the sensor, the recording's is used.
  ///   - correction: what is done about timestamps of the device motion that are late.
  /// - Returns: the findings, and what is odd about the samples. ``RecordedSwings/decided`` has the swings, with labels and
  ///   features where the rules ask for them.
  /// - Throws: `RecordingError` where acceleration is missing, or device motion that the rules need, or for an offset
  ///   out of range; `HDF5Error` for
  ///   samples that cannot be read, `TimeBaseError` for a timestamp that is not finite, `FilterDesignError` for a
  ///   sampling rate that the filter does not suit, or `CancellationError`.
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
      doubts: pass.contradictions.map { [$0].sentence(pass.remedy) } + pass.feed.doubts.map(\.sentence))
  }
}

/// What one pass over a recording has found.
public struct RecordedSwings: Sendable {
  /// The candidates with what was measured of each, to decide on.
  public let findings: SwingFindings
  /// What the rows of tables begin with: see `IdentityColumns`.
  public let identity: RecordingIdentity
  /// How late the timestamps of the device motion are, and what was subtracted from them; nil where it was not needed.
  public let motionOffset: MotionOffset?
  /// Statements of the recording that its data contradict, and what passed that no sensor delivers, such as missing or
  /// implausible values: a sentence each.
  public let doubts: [String]

  /// The swings, as they were decided on.
  public var decided: DecidedSwings { findings.decided }
}
