import Recordings

extension Recording {
  /// Finds the swings in one pass over the samples: with the rules of a sport what a run of its pipeline finds.
  ///
  /// Memory does not grow with the recording's length: only the candidates are kept. What a run warns of, such as
  /// implausible values and late device motion, is not told here.
  ///
  /// - Parameters:
  ///   - rules: what is looked for and measured; by default the rules that hold for any sport, whatever the recording says.
  ///   - correction: what is done about timestamps of the device motion that are late.
  /// - Returns: the findings. ``SwingFindings/decided`` has the swings, with labels and features where the rules ask for
  ///   them.
  /// - Throws: `RecordingError` where acceleration is missing, or device motion that the rules need; `HDF5Error` for
  ///   samples that cannot be read, `TimeBaseError` for a timestamp that is not finite, `FilterDesignError` for a
  ///   sampling rate that the filter does not suit, or `CancellationError`.
  public func findSwings(
    by rules: SwingRules = .standard(), correctingMotion correction: MotionOffsetCorrection = .none
  ) throws -> SwingFindings {
    let pass = RecordingPass(self)
    let swings = try SwingPass(pass, hasMotion: rules.starts != nil, correction)
    let measurement = swings.measure(rules)
    pass.add(swings, at: swings.places)
    try pass.run()
    guard let findings = measurement.findings else { preconditionFailure("a pass ends with findings") }
    return findings
  }
}
