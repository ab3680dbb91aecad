import Recordings

extension Recording {
  /// Finds the swings in one pass over the samples, as a run of a pipeline does.
  ///
  /// Each chunk of the file is decoded once, and memory does not grow with the recording's length: only the candidates
  /// are kept.
  ///
  /// - Parameters:
  ///   - rules: what is looked for and measured; the rules of any sport by default.
  ///   - correction: what is done about timestamps of the device motion that are late.
  /// - Returns: the findings. ``SwingFindings/decided`` has the swings, each with its label and its features.
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
    return measurement.findings ?? SwingFindings(SwingRecords(), rules: rules)
  }
}
